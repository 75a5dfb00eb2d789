#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "app/options/task.h"

namespace sinew {

// Keyword arguments are the options of the program without the dashes: `no_textures=True` is --no-textures, `size=(640,
// 360)` is --size 640x360. One parser reads both, so ranges and messages are the same.
// All throw TypeError for keywords that there are not and for values of a wrong type; Error(Exit::usage) as parseTask()
// does. The GIL is held.

/// Whether it has several parts: a tuple, a list, an array; no text and no path.
bool isSequence(pybind11::handle value);

/// The text of a str; none for another type, and for a str that has no UTF-8.
std::optional<std::string> utf8Of(pybind11::handle text);

/// As ascii(value) in Python.
std::string asciiOf(pybind11::handle value);

/// A file name from str, bytes or os.PathLike. `what`: "load: path".
std::string pathFrom(pybind11::handle value, const char* what);

/// A finite number. `what`: "pose: seconds".
double numberFrom(pybind11::handle value, const char* what);

/// How a model is read, by the options that --info has. `keywords` of load().
ModelSource sourceFrom(const std::string& path, const std::vector<std::string>& clipFiles,
                       const pybind11::kwargs& keywords);

/// What is drawn of the model, by the options of pictures and sheets. `keywords` of render().
RenderJob jobFrom(const pybind11::kwargs& keywords);

/// Whether the job makes several pictures, or could.
bool makesSeveral(const RenderJob& job);

/// As --skinning. @throws Error(Exit::usage) for another text.
Skinning skinningFrom(pybind11::handle value);

/// The names of the keywords of load() and of render().
std::pair<std::vector<std::string>, std::vector<std::string>> keywordNames();

}  // namespace sinew
