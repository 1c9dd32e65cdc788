# Builds firmware (RISC-V ELF files) in a CMake project of the host, without a tool chain file. Janus itself uses this
# file, and so does every project that calls find_package(Janus). The project may have any languages, or NONE.
#
#   janus_add_firmware(<name> SOURCES <c, cpp or S files>... [DEFINES <macro>[=<value>]...] [INCLUDES <directory>...]
#                      [OPTIONS <compile options>...] [LINK_OPTIONS <link options>...] [LINKER_SCRIPT <file>]
#                      [NO_RUNTIME])
#
# Builds ${CMAKE_CURRENT_BINARY_DIR}/<name>.elf as part of `all`, by the target firmware_<name>. The property
# FIRMWARE_ELF of this target is the path of the ELF file. NO_RUNTIME leaves out the start-up code and every library.
# OPTIONS come last, so they override the default -O2.
#
# Set two variables before including this file: JANUS_SW_DIR, a directory with the folders include and runtime, and
# JANUS_RUNTIME_DIR, a directory with crt0.o and libjanus_runtime.a (which the target firmware_runtime may create). This
# file sets JANUS_FIRMWARE_PROBLEM: empty, or the reason why no firmware can be built on this machine.
#
# Debian's tool chain has no library for exactly rv32ima_zicsr_zifencei. So firmware is compiled for this instruction
# set, but linked for rv32im: any `_z...` suffix at the link silently selects the 64-bit library, and rv32ima selects a
# library without multiplication. `-ffile-prefix-map` keeps the paths in DWARF relative to the root of the project, so
# that an ELF file does not depend on where it was built.

find_program(JANUS_RISCV_GCC riscv64-unknown-elf-gcc DOC "Cross compiler for firmware")
set(JANUS_FIRMWARE_PROBLEM "")
if(NOT JANUS_RISCV_GCC)
  set(JANUS_FIRMWARE_PROBLEM "Firmware needs riscv64-unknown-elf-gcc, which was not found (Debian: apt-get install \
gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf).")
else()
  execute_process(
    COMMAND "${JANUS_RISCV_GCC}" -march=rv32im -mabi=ilp32 --specs=picolibc.specs -print-file-name=picolibc.specs
    RESULT_VARIABLE picolibc_missing OUTPUT_QUIET ERROR_QUIET)
  if(picolibc_missing)
    set(JANUS_FIRMWARE_PROBLEM "Firmware needs picolibc, which ${JANUS_RISCV_GCC} does not find (Debian: apt-get \
install picolibc-riscv64-unknown-elf).")
  endif()
endif()

set(JANUS_FIRMWARE_ROOT "${CMAKE_SOURCE_DIR}")
set(JANUS_FIRMWARE_SPECS --specs=picolibc.specs)
set(JANUS_FIRMWARE_COMPILE
    -march=rv32ima_zicsr_zifencei -mabi=ilp32 ${JANUS_FIRMWARE_SPECS} -g -O2 -ffunction-sections -fdata-sections
    -Wall -Wextra "-ffile-prefix-map=${JANUS_FIRMWARE_ROOT}=." "-ffile-prefix-map=${JANUS_FIRMWARE_ROOT}/="
    # The compiler does not pass its prefix map to the assembler.
    "-Wa,--debug-prefix-map=${JANUS_FIRMWARE_ROOT}=." "-Wa,--debug-prefix-map=${JANUS_FIRMWARE_ROOT}/=")
set(JANUS_FIRMWARE_CXX -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-use-cxa-atexit)
set(JANUS_FIRMWARE_LINK -march=rv32im -mabi=ilp32 ${JANUS_FIRMWARE_SPECS} -nostartfiles -Wl,--gc-sections
                        -Wl,--no-warn-rwx-segments)

# Compiles SOURCES for the firmware <name>, and sets <out> to the list of object files.
function(janus_compile_firmware out name)
  cmake_parse_arguments(FW "" "" "SOURCES;DEFINES;OPTIONS;INCLUDES" ${ARGN})
  list(TRANSFORM FW_DEFINES PREPEND "-D")
  set(includes)
  foreach(directory IN LISTS FW_INCLUDES)
    cmake_path(ABSOLUTE_PATH directory NORMALIZE)
    list(APPEND includes "-I${directory}")
  endforeach()
  set(objects)
  foreach(source IN LISTS FW_SOURCES)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE file)
    string(REPLACE "../" "__/" file "${file}")  # keeps objects inside of their folder, as CMake does
    cmake_path(GET path EXTENSION LAST_ONLY extension)
    set(language_options)
    if(extension MATCHES "^\\.(cpp|cc|cxx)$")
      set(language_options ${JANUS_FIRMWARE_CXX})
    endif()
    set(object "${CMAKE_CURRENT_BINARY_DIR}/${name}.dir/${file}.o")
    cmake_path(GET object PARENT_PATH folder)
    file(MAKE_DIRECTORY "${folder}")
    # Ninja can have what the compiler writes as it is, which saves a process for each file: a quarter of the time.
    set(target "${object}")
    if(CMAKE_GENERATOR STREQUAL "Ninja" AND CMAKE_VERSION VERSION_LESS 3.31)  # later, to ask for that is a warning
      cmake_policy(SET CMP0116 OLD)
      cmake_path(RELATIVE_PATH object BASE_DIRECTORY "${CMAKE_BINARY_DIR}" OUTPUT_VARIABLE target)
    endif()
    # The compiler runs in the root of the project, because DWARF records its working directory.
    add_custom_command(
      OUTPUT "${object}"
      COMMAND "${JANUS_RISCV_GCC}" ${JANUS_FIRMWARE_COMPILE} ${language_options} ${includes} ${FW_DEFINES}
              ${FW_OPTIONS} -MD -MF "${object}.d" -MT "${target}" -c "${path}" -o "${object}"
      DEPENDS "${path}" "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
      DEPFILE "${object}.d"
      WORKING_DIRECTORY "${JANUS_FIRMWARE_ROOT}"
      COMMENT "Compiling firmware ${name}: ${file}"
      VERBATIM)
    list(APPEND objects "${object}")
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

function(janus_add_firmware name)
  cmake_parse_arguments(FW "NO_RUNTIME" "LINKER_SCRIPT" "SOURCES;DEFINES;INCLUDES;OPTIONS;LINK_OPTIONS" ${ARGN})
  if(NOT FW_SOURCES OR FW_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "janus_add_firmware(${name}): SOURCES missing, or unknown arguments '${FW_UNPARSED_ARGUMENTS}'")
  endif()
  set(includes ${FW_INCLUDES} "${JANUS_SW_DIR}/include")
  set(script "${JANUS_SW_DIR}/runtime/link.ld")
  if(FW_LINKER_SCRIPT)
    cmake_path(ABSOLUTE_PATH FW_LINKER_SCRIPT NORMALIZE OUTPUT_VARIABLE script)
  endif()
  if(FW_NO_RUNTIME)
    set(runtime)
    set(libraries -nostdlib)
  else()
    list(APPEND includes "${JANUS_SW_DIR}/runtime")
    set(runtime "${JANUS_RUNTIME_DIR}/crt0.o" "${JANUS_RUNTIME_DIR}/libjanus_runtime.a")
    # picolibc and the runtime need each other: printf writes to the runtime's stdout, and the runtime calls libc.
    set(libraries -nostdlib "${JANUS_RUNTIME_DIR}/crt0.o" -Wl,--start-group
                  "${JANUS_RUNTIME_DIR}/libjanus_runtime.a" -lc -lgcc -Wl,--end-group)
  endif()
  janus_compile_firmware(objects ${name} SOURCES ${FW_SOURCES} DEFINES ${FW_DEFINES} OPTIONS ${FW_OPTIONS}
                         INCLUDES ${includes})
  set(elf "${CMAKE_CURRENT_BINARY_DIR}/${name}.elf")
  add_custom_command(
    OUTPUT "${elf}"
    COMMAND "${JANUS_RISCV_GCC}" ${JANUS_FIRMWARE_LINK} -T "${script}" ${objects} ${libraries} ${FW_LINK_OPTIONS} -o "${elf}"
    DEPENDS ${objects} ${runtime} "${script}"
    COMMENT "Linking firmware ${name}.elf"
    VERBATIM)
  add_custom_target(firmware_${name} ALL DEPENDS "${elf}")
  set_target_properties(firmware_${name} PROPERTIES FIRMWARE_ELF "${elf}")
  if(NOT FW_NO_RUNTIME AND TARGET firmware_runtime)
    add_dependencies(firmware_${name} firmware_runtime)
  endif()
endfunction()
