# The dependencies of the program, beside those of the core.

sinew_find_dependencies(fmt pugixml png deflate webp meshoptimizer draco openexr sandbox assimp vulkan)

# Debian 12 packages volk's source only, as newer releases do beside the library.
find_path(VOLK_SOURCE_DIR volk.c)
if(VOLK_SOURCE_DIR AND TARGET third_party::vulkan)
  add_library(sinew_volk STATIC ${VOLK_SOURCE_DIR}/volk.c)
  target_link_libraries(sinew_volk PUBLIC third_party::vulkan)
  set_target_properties(sinew_volk PROPERTIES EXPORT_NAME volk)
  add_library(third_party::volk ALIAS sinew_volk)
elseif(NOT VOLK_SOURCE_DIR)
  list(APPEND sinew_missing libvulkan-volk-dev)
endif()

find_package(CLI11 QUIET)
sinew_provide(cli11 libcli11-dev FOUND CLI11_FOUND LINK CLI11::CLI11)

find_package(nlohmann_json QUIET)
sinew_provide(json nlohmann-json3-dev FOUND nlohmann_json_FOUND LINK nlohmann_json::nlohmann_json)

# Its header alone: the package's library has the same code.
find_path(TOML_INCLUDE_DIR toml++/toml.h)
sinew_provide(toml libtomlplusplus-dev FOUND TOML_INCLUDE_DIR INCLUDE ${TOML_INCLUDE_DIR} DEFINE TOML_HEADER_ONLY=1)

find_path(GIF_INCLUDE_DIR gif_lib.h)
find_library(GIF_LIBRARY gif)
if(GIF_INCLUDE_DIR AND GIF_LIBRARY)
  set(gif_found TRUE)
endif()
sinew_provide(gif libgif-dev FOUND gif_found LINK ${GIF_LIBRARY} INCLUDE ${GIF_INCLUDE_DIR})

find_path(STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb)
sinew_provide(stb libstb-dev FOUND STB_INCLUDE_DIR INCLUDE ${STB_INCLUDE_DIR})

# The built-in font, as bytes that C++ includes in an array.
find_file(SINEW_FONT Roboto-Regular.ttf PATHS /usr/share/fonts PATH_SUFFIXES truetype/roboto/unhinted/RobotoTTF truetype/roboto NO_DEFAULT_PATH)
if(SINEW_FONT)
  file(READ ${SINEW_FONT} font_bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," font_bytes ${font_bytes})
  file(CONFIGURE OUTPUT font/built_in_font.inc CONTENT "${font_bytes}\n" @ONLY)
endif()
sinew_provide(font fonts-roboto-unhinted FOUND SINEW_FONT INCLUDE ${CMAKE_CURRENT_BINARY_DIR}/font)

# Fonts of the system, for the characters that the built-in one lacks, and the order of Arabic and Hebrew.
find_package(Fontconfig QUIET)
find_path(FRIBIDI_INCLUDE_DIR fribidi.h PATH_SUFFIXES fribidi)
find_library(FRIBIDI_LIBRARY fribidi)
if(Fontconfig_FOUND AND FRIBIDI_INCLUDE_DIR AND FRIBIDI_LIBRARY)
  sinew_provide(system_fonts "libfontconfig-dev libfribidi-dev" FOUND Fontconfig_FOUND LINK Fontconfig::Fontconfig ${FRIBIDI_LIBRARY}
    INCLUDE ${FRIBIDI_INCLUDE_DIR} DEFINE SINEW_SYSTEM_FONTS)
else()
  message(STATUS "sinew: text in the scripts of Europe only without libfontconfig-dev and libfribidi-dev")
endif()

find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui)
find_library(IMGUI_LIBRARY imgui)
find_library(STB_LIBRARY stb) # Debian's imgui links its fonts from it
if(IMGUI_INCLUDE_DIR AND IMGUI_LIBRARY)
  set(imgui_found TRUE)
endif()
sinew_provide(imgui libimgui-dev FOUND imgui_found LINK ${IMGUI_LIBRARY} $<$<BOOL:${STB_LIBRARY}>:${STB_LIBRARY}> INCLUDE ${IMGUI_INCLUDE_DIR})

find_package(glfw3 QUIET)
sinew_provide(glfw libglfw3-dev FOUND glfw3_FOUND LINK glfw DEFINE GLFW_INCLUDE_NONE)

# For the file dialog of the desktop, which other systems do without.
find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(GIO QUIET gio-2.0)
endif()
if(GIO_FOUND)
  sinew_provide(gio libglib2.0-dev FOUND GIO_FOUND LINK ${GIO_LIBRARIES} INCLUDE ${GIO_INCLUDE_DIRS} DEFINE SINEW_PORTAL)
else()
  message(STATUS "sinew: no file dialog without libglib2.0-dev")
endif()

# Debian 12's libshaderc.so.1 lacks symbols and crashes when used; then the static libraries are linked, of which newer
# glslangs have fewer. A small program that compiles a shader decides.
find_path(SHADERC_INCLUDE_DIR shaderc/shaderc.h)
find_library(SHADERC_SHARED shaderc)
set(shaderc_static "")
foreach(piece shaderc_combined glslang SPIRV MachineIndependent GenericCodeGen OSDependent OGLCompiler SPIRV-Tools-opt SPIRV-Tools)
  find_library(SHADERC_PIECE_${piece} lib${piece}.a)
  mark_as_advanced(SHADERC_PIECE_${piece})
  if(SHADERC_PIECE_${piece})
    list(APPEND shaderc_static ${SHADERC_PIECE_${piece}})
  endif()
endforeach()
foreach(kind shared static)
  if(kind STREQUAL shared)
    set(libraries ${SHADERC_SHARED})
  else()
    set(libraries ${shaderc_static})
  endif()
  if(SHADERC_INCLUDE_DIR AND libraries AND NOT shaderc_libraries)
    try_run(SHADERC_${kind}_EXIT SHADERC_${kind}_LINKS
      ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/shaderc_probe.cpp
      CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${SHADERC_INCLUDE_DIR}
      LINK_LIBRARIES ${libraries} ${CMAKE_DL_LIBS} -pthread)
    if(SHADERC_${kind}_LINKS AND SHADERC_${kind}_EXIT STREQUAL 0)
      set(shaderc_libraries ${libraries})
    endif()
  endif()
endforeach()
sinew_provide(shaderc libshaderc-dev FOUND shaderc_libraries LINK ${shaderc_libraries} INCLUDE ${SHADERC_INCLUDE_DIR})

find_program(GLSLC glslc)
if(NOT GLSLC)
  list(APPEND sinew_missing glslc)
endif()
