// The description of the machine for GDB, as XML (GDB manual, appendices G and E.15).
#pragma once

#include <string>
#include <vector>

#include "gdb/target.h"

namespace janus::gdb {

// The registers: the features org.gnu.gdb.riscv.cpu, .csr (every named CSR of isa/csr.def) and .virtual (priv).
const std::string& target_xml();

// The memory map. Devices appear as read-only memory.
std::string memory_map_xml(const std::vector<MemoryRegion>& regions);

}  // namespace janus::gdb
