# cmake -DFROM=folder -DTO=folder -DHEADERS=files -DPUBLIC=names -P public_headers.cmake
# copies HEADERS, which are below FROM, to the same places below TO, and rewrites each include of ours, from "model/model.h" to
# <sinew/model/model.h>. PUBLIC: the headers that may be included, relative to FROM.
cmake_minimum_required(VERSION 3.25)

foreach(header IN LISTS HEADERS)
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${FROM} OUTPUT_VARIABLE name)
  file(READ ${header} text)
  string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include \"(.+)\"" "\\1" included "${include}")
    if(NOT included IN_LIST PUBLIC)
      message(FATAL_ERROR "the public header src/${name} includes ${included}, which is private (see HEADERS in src/*/CMakeLists.txt)")
    endif()
  endforeach()
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include <sinew/\\1>" text "${text}")
  file(WRITE ${TO}/${name} "${text}")
endforeach()
