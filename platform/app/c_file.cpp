#include "app/c_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "app/call_inputs.h"
#include "call/expression.h"
#include "program/functions.h"

namespace janus::app {
namespace {

using call::Argument;
using call::Cell;
using call::identifier;
using call::Object;
using call::places_in;
using Bytes = CallInputs::Bytes;
using TypeKind = support::SourceType::Kind;

// Where the compiler has found the file of a function, as far as is recorded.
std::string source_path(const support::SourceFunction& function) {
  const std::filesystem::path file = function.file, directory = function.directory;
  if (file.is_absolute() || !directory.is_absolute()) return file.lexically_normal().string();
  return (directory / file).lexically_normal().string();
}

// In a comment, or in a string of C.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 0x20 || c == '\\' || c == '"' || c == 0x7f; }, '\'');
  return text;
}

std::string list_of(const Bytes& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text += fmt::format("{}0x{:02x}", i == 0 ? "" : i % 16 == 0 ? ",\n      " : ", ", bytes[i]);
  }
  return text;
}

std::string literal(const Bytes& bytes, bool is_signed) {
  const std::int64_t value = number_of(bytes, is_signed);
  if (!is_signed) return fmt::format("{}u{}", static_cast<std::uint64_t>(value), bytes.size() > 4 ? "ll" : "");
  if (value == -0x8000'0000LL) return "(-2147483647 - 1)";
  if (value == INT64_MIN) return "(-9223372036854775807ll - 1)";
  return fmt::format("{}{}", value, bytes.size() > 4 ? "ll" : "");
}

// Without the `const` in front of it or behind its last star.
std::string variable_type(std::string name) {
  if (name.starts_with("const ")) name.erase(0, 6);
  if (name.ends_with("*const ")) name.erase(name.size() - 6);
  return name;
}

// The name of what stands for a function that the same source has.
const std::string kReplaced = "janus_stub_";

bool is_in_source(const call::Stub& stub, const call::Plan& plan, support::SourceTypes& types) {
  const auto function = types.function_at(stub.entry);
  return function && plan.function && function->file == plan.function->file;
}

class Writer {
 public:
  Writer(const engine::TestCase& test_case, const PreparedCall& call, const std::vector<std::string>& sources)
      : call_(call),
        sources_(sources),
        inputs_(test_case, call.plan, *call.types),
        plan_(call.plan),
        types_(*call.types) {}

  std::string program(const std::string& description, const std::string& name) {
    for (const Argument& argument : plan_.arguments) write_argument(argument);
    for (const call::Global& global : plan_.globals) write_global(global);
    for (const Argument& argument : plan_.arguments) {
      if (argument.from == Argument::From::Link) line("{} = {};", argument.name, in_c(argument.link.expression));
    }
    for (const Object& object : plan_.objects) {
      if (object.link) line("{} = (void *){};", object.name, in_c(object.link->expression));
    }
    write_call();
    for (const call::Claim& claim : plan_.request.asserts) {
      line("if (!{}) {{", in_c(claim.expression));
      line("  fprintf(stderr, \"assertion failed: %s\\n\", \"{}\");", one_line(claim.text));
      line("  abort();");
      line("}}");
    }
    line("return 0;");
    return head(description, name) + stubs() + "int main(void) {\n" + text_ + "}\n";
  }

 private:
  template <class... T>
  void line(fmt::format_string<T...> format, T&&... values) {
    text_ += "  " + fmt::format(format, std::forward<T>(values)...) + "\n";
  }

  // The source as the preprocessor finds it, if -I names the directory where the firmware was built.
  std::string source() const { return source_path(*plan_.function); }

  std::string head(const std::string& description, const std::string& name) const {
    const std::string after =
        plan_.request.after.empty()
            ? ""
            : fmt::format("//\n// Janus made the call at {}; here, what the firmware did before has not happened.\n",
                          one_line(plan_.request.after));
    return fmt::format(
        "// {}\n"
        "//\n"
        "// This program makes the call again that janus found. It fails when it is compiled with the firmware's own "
        "source\n"
        "// and run, on any machine with a sanitizer for addresses, from the directory where the firmware was built:\n"
        "//\n"
        "//   {}\n"
        "//\n"
        "// To be added: -I and -D options of the firmware, and files with functions that the function calls. Where "
        "int, long\n"
        "// and pointers matter, -m32 makes them those of RV32.\n"
        "{}"
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
        "#define JANUS_OFF  // for janus.h: there is no simulator here\n"
        "#define main firmware_main\n"
        "#include \"{}\"\n"
        "#undef main\n\n"
        "#ifdef __SANITIZE_ADDRESS__\n#include <sanitizer/asan_interface.h>\n#else\n"
        "#define ASAN_POISON_MEMORY_REGION(address, size) ((void)0)\n#endif\n\n"
        "// So many bytes, with 16 MiB on both sides that nobody may touch. They stay until the program ends.\n"
        "static void *janus_memory(size_t size, const unsigned char *bytes) {{\n"
        "  enum {{ beside = 1 << 24 }};\n"
        "  static unsigned char *blocks[{}];\n"
        "  static unsigned next;\n"
        "  unsigned char *memory = (blocks[next++] = calloc(1, beside + size + beside)) + beside;\n"
        "  if (bytes) memcpy(memory, bytes, size);\n"
        "  ASAN_POISON_MEMORY_REGION(memory - beside, beside);\n"
        "  ASAN_POISON_MEMORY_REGION(memory + size, beside);\n"
        "  return memory;\n"
        "}}\n\n",
        one_line(description), compile_command(name, call_, sources_), after, one_line(source()),
        plan_.objects.size() + 1);
  }

  std::string type_name(std::uint32_t type, std::uint32_t size, bool is_signed) const {
    if (const std::string name = types_.name(type); !name.empty()) return name;
    const char* const unsigned_name = is_signed ? "" : "unsigned ";
    return fmt::format("{}{}", unsigned_name,
                       size == 1   ? "char"
                       : size == 2 ? "short"
                       : size == 8 ? "long long"
                                   : "int");
  }

  void write_argument(const Argument& argument) {
    const std::string name = identifier(argument.name);
    const Cell& cell = argument.cell;
    switch (argument.from) {
      case Argument::From::Number: break;
      case Argument::From::Object: write_object(plan_.objects[argument.object]); break;
      case Argument::From::Link: line("{} {};", type_name(cell.type, cell.size, cell.is_signed), name); break;
      case Argument::From::Bytes: write_bytes(argument); break;
      case Argument::From::Input:
        if (types_.type(cell.type).kind == TypeKind::Floating) {
          write_bytes(argument);
        } else {
          line("{} {} = {};", type_name(cell.type, cell.size, cell.is_signed), name,
               literal(inputs_.first(cell.address, cell.size), cell.is_signed));
        }
        break;
    }
  }

  void write_bytes(const Argument& argument) {
    const std::string name = identifier(argument.name);
    line("{} {};", type_name(argument.cell.type, argument.cell.size, false), name);
    if (!argument.members.empty()) {
      write_members(name + ".", argument.cell.type, inputs_.first(argument.cell.address, argument.cell.size));
      return write_pointees(argument.members,
                            [&](const Object& pointee) { return name + pointee.name.substr(argument.name.size()); });
    }
    line("memcpy(&{}, (const unsigned char[]){{{}}}, sizeof {});", name,
         list_of(inputs_.first(argument.cell.address, argument.cell.size)), name);
  }

  void write_object(const Object& object) {
    const std::string name = identifier(object.name), type = variable_type(types_.name(object.type));
    const std::string target = type.empty() || type.ends_with("void") ? "unsigned char" : type;
    const bool null = inputs_.is_null(object);
    line("unsigned janus_size_of_{} = {};", name, null ? 0 : inputs_.size_of(object));
    line("(void)janus_size_of_{};", name);
    if (null) return line("{} *{} = 0;", target, name);
    const Bytes bytes = inputs_.contents(object);
    const bool has_pointers = !places_in(types_, object.type, object.size.high, TypeKind::Pointer).empty();
    const std::uint32_t size = types_.type(object.type).size;
    if (has_pointers && bytes.size() % size == 0) return write_structures(object, bytes);
    line("{} *{} = janus_memory({}, {});", target, name, bytes.size(),
         bytes.empty() ? "0" : fmt::format("(const unsigned char[]){{{}}}", list_of(bytes)));
  }

  // Where there are pointers in it, the object may look otherwise on the host: member by member.
  void write_structures(const Object& object, const Bytes& bytes) {
    const std::string name = identifier(object.name);
    const support::SourceType& type = types_.type(object.type);
    const std::size_t count = bytes.size() / type.size;
    line("{} *{} = janus_memory({} * sizeof *{}, 0);", variable_type(types_.name(object.type)), name, count, name);
    for (std::size_t i = 0; i < count; ++i) {
      const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(i * type.size);
      write_members(count == 1 ? name + "->" : fmt::format("{}[{}].", name, i), object.type,
                    {first, first + type.size});
    }
    std::vector<std::size_t> inside = object.members;  // of the size that it has here
    std::erase_if(inside,
                  [&](std::size_t index) { return plan_.objects[index].pointer - object.base >= bytes.size(); });
    write_pointees(inside, [&](const Object& pointee) { return place_of(pointee, object); });
  }
  void write_members(const std::string& in, std::uint32_t index, const Bytes& bytes) {
    const support::SourceType& type = types_.type(index);
    for (const auto& member : type.members) {
      const support::SourceType& of = types_.type(member.type);
      if (member.name.empty() || of.kind == TypeKind::Pointer || member.offset + of.size > type.size) continue;
      const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(member.offset);
      line("memcpy(&{0}, (const unsigned char[]){{{1}}}, sizeof {0} < {2} ? sizeof {0} : {2});", in + member.name,
           list_of({first, first + of.size}), of.size);
    }
  }
  template <class Place>
  void write_pointees(const std::vector<std::size_t>& members, const Place& place) {
    for (const std::size_t index : members) {
      const Object& pointee = plan_.objects[index];
      if (pointee.link) continue;
      write_object(pointee);
      line("{} = (void *){};", place(pointee), identifier(pointee.name));
    }
  }

  // Where the pointer to an object is, in another object, which has a variable of its own.
  static std::string place_of(const Object& pointee, const Object& in) {
    const std::string name = identifier(in.name);
    if (pointee.name == "*" + in.name) return "*" + name;
    return name + pointee.name.substr(in.name.size() + (in.name.starts_with('*') ? 2 : 0));  // parentheses
  }

  void write_global(const call::Global& global) {
    const Bytes bytes = inputs_.first(global.cell.address, global.cell.size);
    line("memcpy((void *)&{0}, (const unsigned char[]){{{1}}}, sizeof {0} < {2} ? sizeof {0} : {2});", global.name,
         list_of(bytes), bytes.size());
  }

  void write_call() {
    std::string arguments;
    for (const Argument& argument : plan_.arguments) {
      const bool is_pointer = types_.type(argument.cell.type).kind == TypeKind::Pointer;
      std::string value = identifier(argument.name);
      if (argument.name.starts_with('&'))
        value = "(void *)" + argument.name;
      else if (argument.from == Argument::From::Number)
        value = is_pointer ? fmt::format("(void *)0x{:x}ul", argument.number)
                           : fmt::format("{}", static_cast<std::int32_t>(argument.number));
      arguments += (arguments.empty() ? "" : ", ") + value;
    }
    const bool returns = plan_.result.size > 0;
    line("{}{}({});", returns ? "__auto_type janus_result = " : "", plan_.function->name, arguments);
    if (returns) line("(void)janus_result;");
  }

  // Of one in the same source, the linker has to be told.
  std::string stubs() {
    std::string text;
    for (const call::Stub& stub : plan_.stubs) {
      const auto function = types_.function_at(stub.entry);
      if (!function) {
        text += fmt::format("// Nothing is known of {}: replace it by hand.\n\n", stub.name);
      } else if (is_in_source(stub, plan_, types_)) {
        text += "// The linker calls it, unless the source has a static function, which has to be replaced by hand.\n";
        text += stub_in_c(stub, *function, kReplaced + stub.name);
      } else {
        text += stub_in_c(stub, *function, stub.name);
      }
    }
    return text;
  }

  std::string stub_in_c(const call::Stub& stub, const support::SourceFunction& function,
                        const std::string& name) const {
    const std::string result = types_.name(function.result);
    std::string parameters;
    bool known = !result.empty();
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const std::string type = types_.name(function.parameters[i].type);
      known = known && !type.empty();
      parameters += fmt::format("{}{} a{}", i ? ", " : "", type, i);
    }
    if (!known) return fmt::format("// {} has a type that has no name: replace it by hand.\n\n", stub.name);
    std::string body;
    if (stub.request.kind == call::StubRequest::Kind::Value && stub.result.size > 0)
      body = fmt::format("  return {};\n", static_cast<std::int32_t>(stub.request.value));
    if (stub.request.kind == call::StubRequest::Kind::Symbolic) {
      std::string values;
      for (const Bytes& bytes : inputs_.all(stub.result.address))
        values += literal(bytes, stub.result.is_signed) + ", ";
      body = fmt::format("  static const {} values[] = {{{}0}};\n  static unsigned next;\n  return values[next++];\n",
                         result, values);
    }
    return fmt::format("{} {}({}) {{\n{}}}\n\n", result, name, parameters.empty() ? "void" : parameters, body);
  }

  const PreparedCall& call_;
  const std::vector<std::string>& sources_;
  const CallInputs inputs_;
  const call::Plan& plan_;
  support::SourceTypes& types_;
  std::string text_;
};

}  // namespace

std::vector<std::string> sources_called(const support::FirmwareImage& image, const PreparedCall& call) {
  const call::Plan& plan = call.plan;
  if (!plan.function) return {};
  std::map<std::uint32_t, const program::Function*> known;
  const std::vector<program::Function> functions = program::find_functions(image);
  for (const program::Function& function : functions) known[function.entry] = &function;
  std::set<std::uint32_t> seen{plan.places.function};
  std::set<std::string> files;
  for (std::vector<std::uint32_t> open{plan.places.function}; !open.empty();) {
    const std::uint32_t entry = open.back();
    open.pop_back();
    const auto source = call.types->function_at(entry);
    if (source && source->is_c) files.insert(source_path(*source));
    if (!known.contains(entry)) continue;
    for (const program::BasicBlock& block : known[entry]->blocks) {
      for (const std::uint32_t callee : block.callees)
        if (seen.insert(callee).second) open.push_back(callee);
    }
  }
  // What comes with a start-up file is for the target. The host has a runtime of its own.
  std::erase_if(files, [&](const std::filesystem::path& file) {
    std::error_code error;
    return file == source_path(*plan.function) || !std::filesystem::exists(file, error) ||
           std::filesystem::exists(file.parent_path() / "crt0.S", error);
  });
  return {files.begin(), files.end()};
}

std::string compile_command(const std::string& file, const PreparedCall& call,
                            const std::vector<std::string>& sources) {
  const std::string program = std::filesystem::path(file).replace_extension().string();
  std::string replaced;
  for (const call::Stub& stub : call.plan.stubs) {
    if (is_in_source(stub, call.plan, *call.types))
      replaced += fmt::format(" -Wl,--defsym={}={}{}", stub.name, kReplaced, stub.name);
  }
  // Another file may have the firmware's `main`. That of the first file counts.
  const std::string others = sources.empty() ? "" : fmt::format(" {} -z muldefs", fmt::join(sources, " "));
  return fmt::format(
      "gcc -g -fsanitize=address,bounds -fno-sanitize-recover=bounds -ffunction-sections -Wl,--gc-sections{} -I. {}{} "
      "-o {} && {}{}",
      replaced, file, others, program, program.find('/') == std::string::npos ? "./" : "", program);
}

std::optional<std::string> c_file(const engine::TestCase& test_case, const PreparedCall& call,
                                  const std::vector<std::string>& sources, const std::string& description,
                                  const std::string& name) {
  if (!call.plan.function || !call.plan.function->is_c || call.plan.function->file.empty()) return std::nullopt;
  return Writer(test_case, call, sources).program(description, name);
}

}  // namespace janus::app
