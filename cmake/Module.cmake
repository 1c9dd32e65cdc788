# Builds SystemC modules of your own for `janus run --module`. find_package(Janus) brings this file.
#
#   janus_add_module(<name> SOURCES <cpp files>...)
#
# Builds ${CMAKE_CURRENT_BINARY_DIR}/<name>.so from a class with JANUS_MODULE (janus_module.h), as part of `all`, by the
# target <name>. The project needs the language CXX, and SystemC of the version that Janus was built with.
#
# JANUS_MODULE_INCLUDE is the directory of janus_module.h; set it before including this file.

function(janus_add_module name)
  cmake_parse_arguments(MODULE "" "" "SOURCES" ${ARGN})
  if(NOT MODULE_SOURCES OR MODULE_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "janus_add_module(${name}): SOURCES missing, or unknown arguments '${MODULE_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT TARGET janus_systemc)
    include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/SystemC.cmake")
  endif()
  add_library(${name} MODULE ${MODULE_SOURCES})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_include_directories(${name} PRIVATE "${JANUS_MODULE_INCLUDE}")
  target_link_libraries(${name} PRIVATE janus_systemc)
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so" LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
endfunction()
