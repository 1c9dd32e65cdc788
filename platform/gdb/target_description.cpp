#include "gdb/target_description.h"

#include <fmt/format.h>

#include <string_view>

#include "isa/registers.h"

namespace janus::gdb {
namespace {

// Where a CSR holds an address of code, so that `x/i $mepc` works above 0x7fff'ffff, too.
std::string_view type_of_csr(std::string_view name) {
  return name == "mepc" || name == "mtvec" ? " type=\"code_ptr\"" : "";
}

std::string make_target_xml() {
  std::string xml =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n<target version=\"1.0\">\n"
      "<architecture>riscv:rv32</architecture>\n<feature name=\"org.gnu.gdb.riscv.cpu\">\n";
  for (unsigned i = 0; i < 32; ++i) {
    const char* type = "int";
    if (i == isa::kRa) type = "code_ptr";
    if (i >= isa::kSp && i <= 4) type = "data_ptr";  // sp, gp, tp
    xml +=
        fmt::format("<reg name=\"{}\" bitsize=\"32\" type=\"{}\" regnum=\"{}\"/>\n", isa::kRegisterNames[i], type, i);
  }
  xml += fmt::format("<reg name=\"pc\" bitsize=\"32\" type=\"code_ptr\" regnum=\"{}\"/>\n</feature>\n", kPc);
  xml += "<feature name=\"org.gnu.gdb.riscv.csr\">\n";
#define CSR(name, number)                                                                              \
  xml += fmt::format("<reg name=\"{}\" bitsize=\"32\"{} regnum=\"{}\"/>\n", #name, type_of_csr(#name), \
                     kFirstCsr + (number));
#include "isa/csr.def"
#undef CSR
  xml += "</feature>\n<feature name=\"org.gnu.gdb.riscv.virtual\">\n";
  xml += fmt::format("<reg name=\"priv\" bitsize=\"32\" regnum=\"{}\"/>\n</feature>\n</target>\n", kPrivilege);
  return xml;
}

}  // namespace

const std::string& target_xml() {
  static const std::string xml = make_target_xml();
  return xml;
}

std::string memory_map_xml(const std::vector<MemoryRegion>& regions) {
  std::string xml =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB Memory Map V1.0//EN\" "
      "\"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n<memory-map>\n";
  for (const MemoryRegion& region : regions) {
    xml += fmt::format("<memory type=\"{}\" start=\"0x{:x}\" length=\"0x{:x}\"/>\n", region.writable ? "ram" : "rom",
                       region.base, region.size);
  }
  return xml + "</memory-map>\n";
}

}  // namespace janus::gdb
