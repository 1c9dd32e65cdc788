# Each folder is one layer, one CMake target and one namespace.
#
#   janus_layer(<name> [SOURCES <file>...] [USES <target>...] [USES_PRIVATELY <target>...])
#
# Declares the target janus_<name> from the files of the current folder. Headers are included as "<name>/<file>.h", for
# example "isa/decoder.h". Only the layers under USES are on the include path, so an include of a higher layer does not
# compile. A layer may be a part ("room") of a larger layer: <name> is then "<layer>/<room>", and the target is
# janus_<layer>_<room>. A layer without SOURCES is header-only.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(JANUS_CCACHE ccache)
if(JANUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${JANUS_CCACHE}")
endif()

add_library(janus_options INTERFACE)
# -Werror=switch: a switch over instructions, formats or operations lists them all, so a new one is handled everywhere
# or does not compile. -Wrestrict is off, since GCC 12 reports false positives in std::string.
target_compile_options(
  janus_options INTERFACE -Wall -Wextra -Wpedantic -Werror=switch -Wno-unused-parameter
                          $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# The compiler begins to collect its garbage at 512 MiB: a tenth less time, and hardly more memory.
target_compile_options(janus_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>)
# __FILE__ is relative to the repository (in a header, to its layer), so that a build does not contain its directory.
target_compile_options(janus_options INTERFACE "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/="
                                               "-fmacro-prefix-map=${CMAKE_BINARY_DIR}/include/=")
if(JANUS_SANITIZE)
  target_compile_options(janus_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                                -fno-omit-frame-pointer)
  # Null pointers are found by AddressSanitizer, too. These checks are in front of each access or call, and with them the
  # compiler takes half as long again.
  if(NOT JANUS_SANITIZE STREQUAL "ALL")
    target_compile_options(janus_options INTERFACE
                           -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr,nonnull-attribute)
  endif()
  # The tests start a sanitized program some thousand times, and half of each start went into relocations.
  target_link_options(janus_options INTERFACE -fsanitize=address,undefined
                                              $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
if(JANUS_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "JANUS_FUZZ needs clang and its run-time library (Debian: apt-get install clang-14 "
                        "libclang-rt-14-dev); the preset `fuzz` selects it")
  endif()
  target_compile_options(janus_options INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
                                                -fno-omit-frame-pointer)
  target_link_options(janus_options INTERFACE -fsanitize=address,undefined)
endif()

function(janus_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;USES_PRIVATELY" ${ARGN})
  string(REPLACE "/" "_" identifier "${name}")
  set(target janus_${identifier})
  # Each layer has an include root of its own, so that no layer includes another by accident.
  set(root "${CMAKE_BINARY_DIR}/include/${identifier}")
  cmake_path(GET name PARENT_PATH parent)
  file(MAKE_DIRECTORY "${root}/${parent}")
  file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${root}/${name}" SYMBOLIC)
  if(LAYER_SOURCES)
    add_library(${target} STATIC ${LAYER_SOURCES})
    target_link_libraries(${target} PUBLIC janus_options ${LAYER_USES} PRIVATE ${LAYER_USES_PRIVATELY})
    target_include_directories(${target} PUBLIC "${root}")
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE janus_options ${LAYER_USES})
    target_include_directories(${target} INTERFACE "${root}")
  endif()
endfunction()
