// C++ without exceptions: static constructors and destructors, virtual calls, guards, new and delete, and type
// information. Prints a line for each claim.
#include <assert.h>
#include <janus.h>
#include <stdint.h>
#include <stdio.h>
#include <new>
#include <typeinfo>

namespace {

struct Global {
  Global() { puts("global constructed"); }
  ~Global() { puts("global destroyed"); }
} global;

struct Shape {
  virtual ~Shape() { ++destroyed; }
  virtual int area() const = 0;
  static int destroyed;
};
int Shape::destroyed = 0;

struct Named {
  virtual const char* name() const { return "named"; }
};
struct Square : Shape, Named {
  explicit Square(int side) : side(side) {}
  int area() const override { return side * side; }
  const char* name() const override { return "square"; }
  int side;
};
struct Circle : Shape {
  int area() const override { return 3; }
};

struct Root {
  virtual ~Root() {}
  int root = 1;
};
struct Left : virtual Root {
  int left = 2;
};
struct Right : virtual Root {
  int right = 3;
};
struct Diamond : Left, Right {
  int diamond = 4;
};
struct Hidden : private Root {
  Root* root_of() { return this; }
};

int& counter() {
  static int calls = (puts("guarded"), 40);
  return ++calls;
}

int total(Shape* const* shapes, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += shapes[i]->area();
  return sum;
}

}  // namespace

int main() {
  uint8_t which = 0;
  JANUS_SYMBOLIC(which);
  Shape* const shapes[] = {new Square(5), new Circle};
  Shape* const shape = shapes[which & 1];
  printf("area %d\n", total(shapes, 2));
  assert(shape->area() == 25 || shape->area() == 3);
  const int first = counter();
  printf("counter %d %d\n", first, counter());

  Named* const named = dynamic_cast<Named*>(shapes[0]);
  printf("cross %s %d\n", named->name(), dynamic_cast<Named*>(shapes[1]) == nullptr);
  printf("down %d %d\n", dynamic_cast<Square*>(named)->side, dynamic_cast<Circle*>(named) == nullptr);
  printf("whole %d\n", dynamic_cast<void*>(named) == shapes[0]);
  printf("typeid %d %d %s\n", typeid(*shape) == typeid(Square), typeid(int) == typeid(long), typeid(int).name());
  Diamond diamond;
  Root* const root = &diamond;
  printf("virtual base %d %d\n", dynamic_cast<Diamond*>(root)->diamond, dynamic_cast<Right*>(root)->right);
  printf("sibling %d\n", dynamic_cast<Left*>(dynamic_cast<Right*>(root))->left);
  Hidden hidden;
  printf("private %d\n", dynamic_cast<Hidden*>(hidden.root_of()) == nullptr);

  for (Shape* each : shapes) delete each;
  printf("destroyed %d\n", Shape::destroyed);
  alignas(Square) char place[sizeof(Square)];
  printf("placement %d\n", (new (place) Square(2))->area());
  struct alignas(64) Wide {
    char bytes[64];
  };
  Wide* const wide = new Wide;
  printf("aligned %d\n", reinterpret_cast<uintptr_t>(wide) % 64 == 0);
  delete wide;
  delete[] new int[10];
  printf("no memory %d\n", new (std::nothrow) char[1u << 30] == nullptr);
  return 0;
}
