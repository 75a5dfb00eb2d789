# cpack: packages for Debian, of which python3-sinew needs SINEW_PYTHON. There is no package of shared libraries: the libraries are static, so a program that uses them needs
# nothing of Sinew at run time, and the interface need not stay binary compatible before 1.0.
set(SINEW_MAINTAINER "" CACHE STRING "Maintainer of the packages, as \"NAME <ADDRESS>\"; empty: DEBFULLNAME and DEBEMAIL of the environment")
set(maintainer "${SINEW_MAINTAINER}")
if(NOT maintainer AND DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
elseif(NOT maintainer) # third_party/release.sh does not release that
  set(maintainer "Unreleased build <unreleased@sinew.invalid>")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sinew)
set(CPACK_PACKAGE_VENDOR "The Sinew developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # else it comes before that of each package
set(CPACK_PACKAGE_CONTACT "${maintainer}")
if(SINEW_HOMEPAGE)
  set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${SINEW_HOMEPAGE}")
endif()
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_COMPONENTS_ALL program development)
set(packages sinew libsinew-dev)
if(SINEW_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
  list(APPEND packages python3-sinew)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME sinew)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# Loaded at run time, by volk and glfw; the drivers include one for machines without a GPU.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libvulkan1")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS
  "mesa-vulkan-drivers | vulkan-icd, libx11-6, libx11-xcb1, libxcursor1, libxi6, libxinerama1, libxrandr2")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "ffmpeg, vulkan-validationlayers")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "player and checker of rigged, animated 3D models
Sinew plays rigged, animated 3D models with Vulkan. It opens a window to
look at them, and it renders the same frames without a display or a GPU,
for scripts and build servers. It reads Collada, FBX, glTF and the other
formats of assimp, tells what is wrong with a rig, and converts to glTF.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsinew-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libassimp-dev, libdeflate-dev, libdraco-dev, libfmt-dev, libglm-dev, libmeshoptimizer-dev, \
libopenexr-dev, libpng-dev, libpugixml-dev, libseccomp-dev, libvulkan-dev, libvulkan-volk-dev, libwebp-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS ON) # of the importer's program
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS sinew)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "libraries for rigged, animated 3D models (development files)
Static libraries and headers of Sinew: skeletal animation, models as plain
data, a sandboxed importer, checks of rigs, and a renderer with Vulkan.
CMake finds them with find_package(sinew), pkg-config as sinew-animation,
sinew-model, sinew-import, sinew-check and sinew-render.")

if(SINEW_PYTHON)
  find_package(Python 3.9 QUIET COMPONENTS Interpreter) # as src/python has found it
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-sinew)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= 3.${Python_VERSION_MINOR}~), python3 (<< 3.${next}), python3-numpy, libvulkan1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "mesa-vulkan-drivers | vulkan-icd")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "rigged, animated 3D models in Python
The module sinew reads rigged, animated 3D models, poses them as NumPy
arrays, tells what is wrong with a rig, and draws pictures without a
display. It reads Collada, FBX, glTF and the other formats of assimp.")
endif()

# The target package_source. third_party/release.sh makes its tarball from the last commit instead.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME sinew-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES /build/ "/[.]git/" "/[.]git$" "/[.]cache/" "[.]pyc$" /failed-pictures/)

# The changelog of the packages: the releases, newest first, of which the AppStream metadata have the dates.
file(STRINGS ${PROJECT_SOURCE_DIR}/packaging/desktop/sinew.metainfo.xml releases REGEX "<release version=")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS packaging/desktop/sinew.metainfo.xml)
set(changelog "")
foreach(release IN LISTS releases)
  string(REGEX REPLACE ".*version=\"([^\"]*)\" date=\"([^\"]*)\".*" "\\1;\\2" release "${release}")
  list(POP_FRONT release version date)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date --utc --date=${date} "+%a, %d %b %Y %H:%M:%S +0000" OUTPUT_VARIABLE date
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(APPEND changelog "sinew (${version}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- ${maintainer}  ${date}\n\n")
endforeach()
string(REGEX REPLACE "\n\n$" "\n" changelog "${changelog}")
foreach(component package IN ZIP_LISTS CPACK_COMPONENTS_ALL packages)
  set(folder ${PROJECT_BINARY_DIR}/package/${package})
  file(CONFIGURE OUTPUT ${folder}/changelog.Debian CONTENT "${changelog}" @ONLY)
  foreach(source ${folder}/changelog.Debian ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
    string(REGEX REPLACE ".*/|[.]md" "" name ${source})
    string(REPLACE CHANGELOG changelog name ${name})
    execute_process(COMMAND gzip -9nc ${source} OUTPUT_FILE ${folder}/${name}.gz COMMAND_ERROR_IS_FATAL ANY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    install(FILES ${folder}/${name}.gz DESTINATION share/doc/${package} COMPONENT ${component})
  endforeach()
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/copyright DESTINATION share/doc/${package} COMPONENT ${component})
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/docs/library.md DESTINATION share/doc/libsinew-dev COMPONENT development)

include(CPack)
