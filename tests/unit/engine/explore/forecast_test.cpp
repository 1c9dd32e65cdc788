// Forecasts for a tree that is explored evenly, and for lopsided trees.
#include "engine/explore/forecast.h"

#include <gtest/gtest.h>

#include <cmath>

namespace janus::engine {
namespace {

using Outlook = Forecast::Outlook;

TEST(Forecast, KnowsTheEndOfATreeThatIsDoneEvenly) {
  Forecast forecast;
  for (double spent = 1; spent <= 5; spent += 0.5) forecast.observe(spent, spent / 20);
  EXPECT_EQ(forecast.outlook(), Outlook::Ends);
  EXPECT_NEAR(forecast.total(), 20, 1e-9);
}

TEST(Forecast, WaitsUntilTheTimeHasDoubledBeforeItBelievesAnEstimate) {
  Forecast forecast;
  for (double spent = 1; spent < 2; spent += 0.25) {
    forecast.observe(spent, spent / 20);
    EXPECT_EQ(forecast.outlook(), Outlook::Open);
  }
}

TEST(Forecast, DoesNotBelieveAnEndThatRecedesAsTimeGoesOn) {
  Forecast forecast;
  for (double spent = 1; spent < 1000; spent *= 1.25) {
    forecast.observe(spent, 0.9);
    EXPECT_EQ(forecast.outlook(), Outlook::Open);
  }
  for (double spent = 1000; spent < 8000; spent *= 1.25) forecast.observe(spent, 0.9 * spent / 8000);
  EXPECT_EQ(forecast.outlook(), Outlook::Ends);
}

TEST(Forecast, SeesNoEndWhereNothingOrHardlyAnythingIsDone) {
  Forecast forecast;
  forecast.observe(1, 0);
  EXPECT_EQ(forecast.outlook(), Outlook::Hopeless);
  for (double spent = 1; spent < 100; spent *= 1.5) forecast.observe(spent, spent * 1e-6);
  EXPECT_EQ(forecast.outlook(), Outlook::Hopeless);
  forecast.observe(200, 0.5);
  EXPECT_EQ(forecast.outlook(), Outlook::Ends);
}

// Observations whose times at least double are remembered.
TEST(Forecast, TellsWhenLessWasExploredStill) {
  Forecast forecast;
  forecast.observe(1, 0.1);
  forecast.observe(2, 0.3);
  forecast.observe(3, 0.4);
  forecast.observe(4, 0.6);
  EXPECT_EQ(forecast.progress(), 0.6);
  EXPECT_EQ(forecast.seconds_before(0.05), 0);
  EXPECT_EQ(forecast.seconds_before(0.2), 1);
  EXPECT_EQ(forecast.seconds_before(0.6), 2);
  EXPECT_EQ(forecast.seconds_before(0.7), 4);  // not yet
}

}  // namespace
}  // namespace janus::engine
