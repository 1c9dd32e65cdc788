# The target janus_systemc: SystemC, found by the CMake package that SystemC 3 installs, or by pkg-config.
#
# SystemC checks at link time that its users were compiled for the same C++ standard as the library. Debian's 2.3.4 was
# built as C++17. SC_CPLUSPLUS makes C++20 code claim C++17; the headers work with both.

find_package(SystemCLanguage CONFIG QUIET)
if(TARGET SystemC::systemc)
  set(JANUS_SYSTEMC_TARGET SystemC::systemc)
  set(JANUS_SYSTEMC_VERSION "${SystemCLanguage_VERSION}")
else()
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(systemc QUIET IMPORTED_TARGET GLOBAL systemc)
  endif()
  if(NOT TARGET PkgConfig::systemc)
    set(otherwise "")
    if(PROJECT_NAME STREQUAL janus)
      set(otherwise " Configure with -DJANUS_SYSTEMC=OFF to build without the platform.")
    endif()
    message(FATAL_ERROR "This needs SystemC 2.3.4 or later (Debian: apt-get install libsystemc-dev pkg-config).${otherwise}")
  endif()
  set(JANUS_SYSTEMC_TARGET PkgConfig::systemc)
  set(JANUS_SYSTEMC_VERSION "${systemc_VERSION}")
endif()

add_library(janus_systemc INTERFACE)
target_link_libraries(janus_systemc INTERFACE ${JANUS_SYSTEMC_TARGET})
if(JANUS_SYSTEMC_VERSION VERSION_GREATER_EQUAL 2.3 AND JANUS_SYSTEMC_VERSION VERSION_LESS 3)
  target_compile_definitions(janus_systemc INTERFACE SC_CPLUSPLUS=201703L)
endif()
# TLM-2.0's convenience sockets spawn processes, which needs this macro.
target_compile_definitions(janus_systemc INTERFACE SC_INCLUDE_DYNAMIC_PROCESSES)
