#include "prototype/module_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "support/error.h"

namespace janus::prototype {
namespace {

constexpr unsigned kSystemC = SC_VERSION_MAJOR * 10000 + SC_VERSION_MINOR * 100 + SC_VERSION_PATCH;

[[noreturn]] void refuse(const ModuleRequest& request, const std::string& why) {
  throw support::InputError(fmt::format("{}: {}", request.library, why));
}

// The library stays loaded until the program ends, since SystemC keeps what it has made.
const ModuleDescription& load(const ModuleRequest& request) {
  // Without a slash, the linker would look for the name elsewhere.
  const bool has_folder = request.library.find('/') != std::string::npos;
  const std::string path = has_folder ? request.library : "./" + request.library;
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::string why = ::dlerror();
    if (why.starts_with(path + ": ")) why.erase(0, path.size() + 2);
    for (char& c : why) c = c == '\n' ? ' ' : c;
    refuse(request, fmt::format("cannot load the module: {}", why));
  }
  const auto* const description = static_cast<const ModuleDescription*>(::dlsym(library, "janus_module"));
  if (!description) refuse(request, "no module for Janus: there is no JANUS_MODULE(...) in it");
  if (description->version != kModuleVersion) {
    refuse(request, fmt::format("made with version {} of janus_module.h; this Janus has version {}",
                                description->version, kModuleVersion));
  }
  if (description->systemc != kSystemC) {
    refuse(request, fmt::format("made with another version of SystemC ({}) than this Janus ({})", description->systemc,
                                kSystemC));
  }
  return *description;
}

PluggedModule make(const ModuleRequest& request) {
  const ModuleDescription& description = load(request);
  try {
    return description.make(request.name.c_str());
  } catch (const std::exception& error) {
    refuse(request, fmt::format("{} cannot be constructed: {}", description.type, error.what()));
  }
}

}  // namespace

OwnModule::OwnModule(sc_core::sc_module_name name, const ModuleRequest& request, std::function<void(bool)> line_changed)
    : sc_module(name), line_changed_(std::move(line_changed)), plugged_(make(request)) {
  if (request.source != 0 && !plugged_.interrupt) refuse(request, "the module has no port `interrupt`");
  if (plugged_.interrupt) plugged_.interrupt->bind(line_);
  SC_METHOD(change);
  dont_initialize();
  sensitive << line_;
}

}  // namespace janus::prototype
