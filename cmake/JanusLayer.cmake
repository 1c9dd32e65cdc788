# A folder is a layer is a CMake target is a namespace.
#
#   janus_layer(<name> [SOURCES <file>...] [USES <target>...] [USES_PRIVATELY <target>...])
#
# Declares the target janus_<name> from the files of the current folder. Headers are included as "<name>/<file>.h" (say
# "isa/decoder.h"). Only the layers named under USES are on the include path, so an include that points upwards does not
# compile. A layer may be a room of a larger one: <name> is then "<layer>/<room>", and the target janus_<layer>_<room>.
# A layer without SOURCES is header-only.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(JANUS_CCACHE ccache)
if(JANUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${JANUS_CCACHE}")
endif()

add_library(janus_options INTERFACE)
# A switch over instructions, formats or operations lists them all: what is new is answered everywhere, or does not
# compile. Of warnings that only GCC has: GCC 12 reports false restrictions in std::string.
target_compile_options(
  janus_options INTERFACE -Wall -Wextra -Wpedantic -Werror=switch -Wno-unused-parameter
                          $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# __FILE__ in a message is relative to the repository (a header's to its layer), so that no build says where it was made.
target_compile_options(janus_options INTERFACE "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/="
                                               "-fmacro-prefix-map=${CMAKE_BINARY_DIR}/include/=")
if(JANUS_SANITIZE)
  target_compile_options(janus_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                                -fno-omit-frame-pointer)
  target_link_options(janus_options INTERFACE -fsanitize=address,undefined)
endif()
if(JANUS_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "JANUS_FUZZ needs clang and its run-time library (Debian: apt-get install clang-14 "
                        "libclang-rt-14-dev), as the preset `fuzz` has it")
  endif()
  target_compile_options(janus_options INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
                                                -fno-omit-frame-pointer)
  target_link_options(janus_options INTERFACE -fsanitize=address,undefined)
endif()

function(janus_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;USES_PRIVATELY" ${ARGN})
  string(REPLACE "/" "_" identifier "${name}")
  set(target janus_${identifier})
  # Every layer's folder is its own include root, so that no layer sees its neighbours by accident.
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
