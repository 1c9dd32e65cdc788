# The CMake package of an installed Janus. find_package(Janus) defines
#
#   janus_add_firmware()   builds firmware; Firmware.cmake, beside this file, describes the function
#   janus_add_module()     builds SystemC modules for `janus run --module`; see Module.cmake
#   Janus::janus           the program, for add_custom_command() and add_test()
#
# All paths are relative to this file, so an installation can be moved.
cmake_minimum_required(VERSION 3.22)
cmake_path(SET janus_prefix NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../..")
set(JANUS_SW_DIR "${janus_prefix}share/janus")
set(JANUS_RUNTIME_DIR "${janus_prefix}lib/janus")
include("${CMAKE_CURRENT_LIST_DIR}/Firmware.cmake")
set(JANUS_MODULE_INCLUDE "${janus_prefix}include")
include("${CMAKE_CURRENT_LIST_DIR}/Module.cmake")
if(NOT TARGET Janus::janus)
  add_executable(Janus::janus IMPORTED)
  set_target_properties(Janus::janus PROPERTIES IMPORTED_LOCATION "${janus_prefix}bin/janus")
endif()
if(JANUS_FIRMWARE_PROBLEM)
  set(Janus_FOUND FALSE)
  set(Janus_NOT_FOUND_MESSAGE "${JANUS_FIRMWARE_PROBLEM}")
endif()
