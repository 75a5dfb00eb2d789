# What cmake --install makes of the libraries: targets for find_package(sinew), public headers below include/sinew, pkg-config files.
#
# A public header is installed with its includes rewritten, from "model/model.h" to <sinew/model/model.h>: folders of the user with the same
# names cannot get in between. packaging/cmake/public_headers.cmake refuses one that includes a
# private one.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(sinew_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
set(sinew_components animation model check import render)
set(sinew_dependencies_of_animation glm)
set(sinew_dependencies_of_import fmt pugixml png deflate webp meshoptimizer draco openexr sandbox assimp)
set(sinew_dependencies_of_render fmt vulkan)
set_property(GLOBAL PROPERTY sinew_public_headers "")

# sinew_install_library(name component HEADERS...), with the headers relative to the current folder.
function(sinew_install_library name component)
  set(sources "")
  set(headers "")
  foreach(header IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH header NORMALIZE OUTPUT_VARIABLE source)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src OUTPUT_VARIABLE installed)
    list(APPEND sources ${source})
    list(APPEND headers ${PROJECT_BINARY_DIR}/include/sinew/${installed})
    set_property(GLOBAL APPEND PROPERTY sinew_public_headers ${installed})
  endforeach()
  target_compile_features(sinew_${name} PUBLIC cxx_std_20)
  set_target_properties(sinew_${name} PROPERTIES EXPORT_NAME ${name})
  set(file_set "")
  if(headers)
    get_property(public GLOBAL PROPERTY sinew_public_headers)
    set(script ${PROJECT_SOURCE_DIR}/packaging/cmake/public_headers.cmake)
    add_custom_command(OUTPUT ${headers}
      COMMAND ${CMAKE_COMMAND} -DFROM=${PROJECT_SOURCE_DIR}/src -DTO=${PROJECT_BINARY_DIR}/include/sinew
        "-DHEADERS=${sources}" "-DPUBLIC=${public}" -P ${script}
      DEPENDS ${sources} ${script}
      COMMENT "Public headers of ${name}"
      VERBATIM)
    target_sources(sinew_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_BINARY_DIR}/include FILES ${headers})
    set(file_set FILE_SET HEADERS DESTINATION include COMPONENT development)
  endif()
  install(TARGETS sinew_${name} EXPORT sinew-${component} ARCHIVE COMPONENT development ${file_set})
endfunction()

# Call it when all libraries are known.
function(sinew_install_package)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE sinew_prefix_from_pc)
  install(TARGETS sinew_volk EXPORT sinew-render ARCHIVE COMPONENT development)
  foreach(component IN LISTS sinew_components)
    install(EXPORT sinew-${component} NAMESPACE sinew:: DESTINATION ${sinew_package_dir} COMPONENT development)
    configure_file(${PROJECT_SOURCE_DIR}/packaging/pkgconfig/sinew-${component}.pc.in ${PROJECT_BINARY_DIR}/package/sinew-${component}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/package/sinew-${component}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
  endforeach()
  configure_package_config_file(${PROJECT_SOURCE_DIR}/packaging/cmake/sinew-config.cmake.in ${PROJECT_BINARY_DIR}/package/sinew-config.cmake
    INSTALL_DESTINATION ${sinew_package_dir} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  # Semantic versioning: before 1.0, the interface may change with each minor version.
  set(compatible SameMajorVersion)
  if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatible SameMinorVersion)
  endif()
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/sinew-config-version.cmake COMPATIBILITY ${compatible})
  install(FILES ${PROJECT_BINARY_DIR}/package/sinew-config.cmake ${PROJECT_BINARY_DIR}/package/sinew-config-version.cmake
      ${PROJECT_SOURCE_DIR}/third_party/dependencies.cmake
    DESTINATION ${sinew_package_dir} COMPONENT development)
  configure_file(${PROJECT_SOURCE_DIR}/packaging/cmake/version.h.in ${PROJECT_BINARY_DIR}/include/sinew/version.h @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/include/sinew/version.h DESTINATION include/sinew COMPONENT development)
endfunction()
