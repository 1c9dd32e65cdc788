# Firmware: RISC-V ELF files, built in the CMake project of a host, without a tool chain file. Serves the tree of Janus
# itself, and every project that says find_package(Janus); the project may have any languages, or NONE.
#
#   janus_add_firmware(<name> SOURCES <c, cpp or S files>... [DEFINES <macro>[=<value>]...] [INCLUDES <directory>...]
#                      [OPTIONS <compile options>...] [LINK_OPTIONS <link options>...] [LINKER_SCRIPT <file>]
#                      [NO_RUNTIME])
#
# Builds ${CMAKE_CURRENT_BINARY_DIR}/<name>.elf as part of `all`, through the target firmware_<name>, whose
# property FIRMWARE_ELF is that path. NO_RUNTIME leaves out our start-up code and every library. OPTIONS come
# last, so they override the default -O2.
#
# Who includes this file has set JANUS_SW_DIR, which has the folders include and runtime, and JANUS_RUNTIME_DIR, where
# crt0.o and libjanus_runtime.a are, or are made by the target firmware_runtime. This file sets JANUS_FIRMWARE_PROBLEM:
# empty, or why no firmware can be built on this machine.
#
# Two facts of Debian's tool chain shape the options. It has no library for exactly rv32ima_zicsr_zifencei: the
# code is compiled for that, but linked for rv32im, since any `_z...` suffix at the link silently selects the
# 64-bit library, and rv32ima one without multiplication. And `-ffile-prefix-map` keeps DWARF's paths relative
# to the root of the project, so that an ELF does not depend on where it was built.

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
    # of which the compiler does not tell the assembler
    "-Wa,--debug-prefix-map=${JANUS_FIRMWARE_ROOT}=." "-Wa,--debug-prefix-map=${JANUS_FIRMWARE_ROOT}/=")
set(JANUS_FIRMWARE_CXX -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-use-cxa-atexit)
set(JANUS_FIRMWARE_LINK -march=rv32im -mabi=ilp32 ${JANUS_FIRMWARE_SPECS} -nostartfiles -Wl,--gc-sections
                        -Wl,--no-warn-rwx-segments)

# Compiles each of SOURCES for the firmware <name>; the list of objects goes to <out>.
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
    string(REPLACE "../" "__/" file "${file}")  # as CMake does, below the folder of the objects
    cmake_path(GET path EXTENSION LAST_ONLY extension)
    set(language_options)
    if(extension MATCHES "^\\.(cpp|cc|cxx)$")
      set(language_options ${JANUS_FIRMWARE_CXX})
    endif()
    set(object "${CMAKE_CURRENT_BINARY_DIR}/${name}.dir/${file}.o")
    cmake_path(GET object PARENT_PATH folder)
    # The compiler runs in the root of the project, because DWARF records its working directory.
    add_custom_command(
      OUTPUT "${object}"
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
      COMMAND "${JANUS_RISCV_GCC}" ${JANUS_FIRMWARE_COMPILE} ${language_options} ${includes} ${FW_DEFINES}
              ${FW_OPTIONS} -MD -MF "${object}.d" -MT "${object}" -c "${path}" -o "${object}"
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
    message(FATAL_ERROR "janus_add_firmware(${name}): needs SOURCES, and knows nothing of '${FW_UNPARSED_ARGUMENTS}'")
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
    # picolibc and the runtime need each other: printf writes to our stdout, our drivers call libc.
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
