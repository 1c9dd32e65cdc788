# The files of `cmake --install` and of the Debian package. No file contains the prefix, so the prefix can be chosen at
# installation, and an installation can be moved.
#
#   bin/janus
#   lib/janus             start-up code and archive of the firmware runtime, built for rv32im and ilp32
#   share/janus           for firmware: include/, runtime/ (linker script, headers, sources), host/, examples/, labs/,
#                         module_example/, timing/, platforms/
#   share/cmake/Janus     find_package(Janus), janus_add_firmware()
#   include               janus_module.h, for SystemC modules of one's own
#   share/man, share/doc, share/bash-completion, share/zsh, share/fish
#
# This package is not called `janus`, since Debian has another package `janus`, a WebRTC server with a program `janus`.

set(JANUS_PACKAGE janus-riscv)
set(JANUS_PACKAGE_CONTACT "The Janus authors <janus@maintainers.invalid>" CACHE STRING "Maintainer in the Debian package")

install(TARGETS janus RUNTIME DESTINATION bin)
install(FILES "${PROJECT_BINARY_DIR}/janus.1.gz" DESTINATION share/man/man1)
install(FILES "${PROJECT_BINARY_DIR}/janus.bash" DESTINATION share/bash-completion/completions RENAME janus)
install(FILES "${PROJECT_BINARY_DIR}/_janus" DESTINATION share/zsh/vendor-completions)
install(FILES "${PROJECT_BINARY_DIR}/janus.fish" DESTINATION share/fish/vendor_completions.d)
install(FILES LICENSE DESTINATION share/doc/${JANUS_PACKAGE} RENAME copyright)
install(DIRECTORY docs/labs DESTINATION share/doc/${JANUS_PACKAGE})
install(FILES docs/guide.md docs/hooks.md docs/c-library.md docs/detectors.md docs/devices.md docs/statistics.schema.json DESTINATION share/doc/${JANUS_PACKAGE})
install(FILES platform/tlm/include/janus_module.h DESTINATION include)
install(DIRECTORY iss/hart/profiles/ DESTINATION share/janus/timing)
install(DIRECTORY platform/app/platforms/ DESTINATION share/janus/platforms)

if(JANUS_FIRMWARE)
  install(DIRECTORY sw/host sw/include sw/runtime sw/examples sw/labs sw/module_example DESTINATION share/janus PATTERN runtime/CMakeLists.txt EXCLUDE)
  install(FILES "${JANUS_RUNTIME_DIR}/crt0.o" "${JANUS_RUNTIME_DIR}/libjanus_runtime.a" DESTINATION lib/janus)
  include(CMakePackageConfigHelpers)
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/JanusConfigVersion.cmake" COMPATIBILITY SameMinorVersion
                                   ARCH_INDEPENDENT)
  install(FILES cmake/JanusConfig.cmake cmake/Firmware.cmake cmake/Module.cmake cmake/SystemC.cmake "${PROJECT_BINARY_DIR}/JanusConfigVersion.cmake"
          DESTINATION share/cmake/Janus)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ${JANUS_PACKAGE})
set(CPACK_PACKAGE_VENDOR "The Janus authors")
set(CPACK_PACKAGE_CONTACT "${JANUS_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION [[
Runs RV32IMA firmware on a cycle-approximate SystemC platform, and explores
the firmware symbolically, along every path: Janus proves the assertions of
the firmware, or prints the input that breaks them, and plays that input back.
.
The package has the program janus, and what firmware needs: a header, start-up
code, a linker script, examples, and a CMake package.]])
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc-riscv64-unknown-elf, picolibc-riscv64-unknown-elf, gdb-multiarch")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, lcov, gtkwave, kcachegrind, libsystemc-dev")
set(CPACK_DEBIAN_PACKAGE_CONFLICTS janus)
include(CPack)
