#include "python/keywords.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "app/options/table.h"

namespace py = pybind11;

namespace sinew {
namespace {

/// Options of pictures that make no sense for arrays: they name files and reports, or belong to the process.
const std::set<std::string_view>& refused() {
    static const std::set<std::string_view> names{
        "--output",  "--format",      "--headless", "--batch",         "--reference",
        "--diff",    "--threshold",   "--report",   "--json",          "--help",
        "--version", "--no-settings", "--help-man", "--help-markdown", "--frames-in-flight"};
    return names;
}

/// Options of the model, which is read before it is drawn, and of its space.
bool isOfLoad(const OptionRow& row) {
    constexpr uint16_t both = exportTask | pictureTask;
    return (row.serves & both) == both && !(row.serves & devicesTask) && !refused().contains(row.current());
}

/// Pictures may have a space of their own.
bool isOfRender(const OptionRow& row) {
    const bool isOfModel = isOfLoad(row) && (row.serves & infoTask);
    return (row.serves & (pictureTask | sheetTask)) != 0 && !isOfModel && !refused().contains(row.current());
}

std::string keywordOf(const OptionRow& row) {
    if (row.name == "--animation") return "clip";
    std::string name(row.name.substr(2));
    std::ranges::replace(name, '-', '_');
    return name;
}

/// Takes over what Python made, or its error.
py::object owned(PyObject* made) {
    if (!made) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(made);
}

[[noreturn]] void refuseType(const std::string& what, const std::string& wanted, py::handle value) {
    throw py::type_error(fmt::format("{} must be {}, not {}", what, wanted, Py_TYPE(value.ptr())->tp_name));
}

bool isText(py::handle value) {
    return py::isinstance<py::str>(value) || py::isinstance<py::bytes>(value);
}

/// Also those of NumPy. No bool; no array, which has the methods of a number.
bool isNumber(py::handle value) {
    const PyTypeObject* const type = Py_TYPE(value.ptr());
    const std::string_view name = type->tp_name;
    if (PyBool_Check(value.ptr()) || name == "numpy.bool_" || name == "numpy.bool") return false;
    if (PySequence_Check(value.ptr())) return false;
    return PyFloat_Check(value.ptr()) || PyIndex_Check(value.ptr()) ||
           (type->tp_as_number && type->tp_as_number->nb_float);
}

/// A number as the parser reads it.
std::string numberText(py::handle value) {
    if (PyIndex_Check(value.ptr())) return py::cast<std::string>(owned(PyNumber_ToBase(value.ptr(), 10)));
    return py::repr(owned(PyNumber_Float(value.ptr())));
}

/// A text, which may also be a path: bytes that are no UTF-8 are those of os.fsencode().
std::string textFrom(py::handle value, const std::string& keyword) {
    const std::optional<std::string> text = utf8Of(value);
    if (!text) return pathFrom(value, keyword.c_str());
    if (text->find('\0') != std::string::npos) throw py::value_error(keyword + " contains a zero byte");
    return *text;
}

/// The value of an option as text: a text, a path, a number, or several numbers.
std::string valueText(const OptionRow& row, const std::string& keyword, py::handle value) {
    if (isText(value) || py::hasattr(value, "__fspath__")) return textFrom(value, keyword);
    if (isNumber(value)) return numberText(value);
    if (keyword == "clip" && py::hasattr(value, "index") && py::hasattr(value, "pose"))
        return numberText(value.attr("index"));
    if (isSequence(value)) {
        const char* const between = row.value.find('x') != std::string_view::npos   ? "x"
                                    : row.value.find(':') != std::string_view::npos ? ":"
                                                                                    : ",";
        std::string text;
        for (const py::handle part : value) {
            if (!isNumber(part)) refuseType(keyword + ": each part", "a number", part);
            text += (text.empty() ? "" : between) + numberText(part);
        }
        return text;
    }
    refuseType(keyword, "a text, a number, a path or a tuple of numbers", value);
}

void append(std::vector<std::string>& arguments, const OptionRow& row, const std::string& keyword, py::handle value) {
    if (value.is_none()) return;
    const std::string name(row.name);
    const bool isFlag = row.value.empty(), isOptional = row.value.starts_with('[');
    if (PyBool_Check(value.ptr())) {
        if (!isFlag && !isOptional) refuseType(keyword, "a value", value);
        if (row.value == "[on|off]" && value.ptr() == Py_False) arguments.push_back(name + "=off");
        if (value.ptr() == Py_True) arguments.push_back(name);
        return;
    }
    if (isFlag) refuseType(keyword, "True or False", value);
    if (row.isRepeatable && isSequence(value)) {
        for (const py::handle part : value)
            arguments.push_back(name + "=" + valueText(row, keyword, part));
        return;
    }
    arguments.push_back(name + "=" + valueText(row, keyword, value));
}

/// The options that keywords stand for; `accepts` those that `function` has.
void append(std::vector<std::string>& arguments, const char* function, const py::kwargs& keywords,
            bool (*accepts)(const OptionRow&)) {
    for (const auto& [key, value] : keywords) {
        const std::string keyword = utf8Of(key).value_or("");
        const auto table = optionTable();
        const auto row = std::ranges::find_if(
            table, [&](const OptionRow& option) { return accepts(option) && keywordOf(option) == keyword; });
        if (row == table.end())
            throw py::type_error(fmt::format("{}() got an unexpected keyword argument {}", function, asciiOf(key)));
        append(arguments, *row, keyword, value);
    }
}

Task parse(const std::vector<std::string>& arguments) {
    std::vector<const char*> texts;
    for (const std::string& argument : arguments)
        texts.push_back(argument.c_str());
    return parseTask(texts);
}

}  // namespace

bool isSequence(py::handle value) {
    return PySequence_Check(value.ptr()) && !isText(value) && !py::hasattr(value, "__fspath__");
}

std::optional<std::string> utf8Of(py::handle text) {
    if (!py::isinstance<py::str>(text)) return std::nullopt;
    Py_ssize_t size = 0;
    if (const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size))
        return std::string(bytes, static_cast<size_t>(size));
    PyErr_Clear();
    return std::nullopt;
}

std::string asciiOf(py::handle value) {
    return py::cast<std::string>(owned(PyObject_ASCII(value.ptr())));
}

std::string pathFrom(py::handle value, const char* what) {
    PyObject* bytes = nullptr;
    if (PyUnicode_FSConverter(value.ptr(), &bytes))
        return py::cast<std::string>(py::reinterpret_steal<py::bytes>(bytes));
    const char* const fault = PyErr_ExceptionMatches(PyExc_UnicodeError) ? "cannot be encoded" : "contains a zero byte";
    if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_ValueError))
        throw py::error_already_set();
    PyErr_Clear();
    if (!isText(value) && !py::hasattr(value, "__fspath__")) refuseType(what, "a str or a path", value);
    throw py::value_error(fmt::format("{} is not a file name: it {}", what, fault));
}

double numberFrom(py::handle value, const char* what) {
    if (!isNumber(value)) refuseType(what, "a number", value);
    const double number = PyFloat_AsDouble(value.ptr());
    const bool isTooLarge = PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_OverflowError);
    if (PyErr_Occurred() && !isTooLarge) throw py::error_already_set();
    PyErr_Clear();
    if (isTooLarge || !std::isfinite(number)) throw py::value_error(fmt::format("{} is not a finite number", what));
    return number;
}

ModelSource sourceFrom(const std::string& path, const std::vector<std::string>& clipFiles, const py::kwargs& keywords) {
    std::vector<std::string> arguments{"--export=/dev/null/a.glb"};  // no file has such a name
    append(arguments, "load", keywords, isOfLoad);
    arguments.insert(arguments.end(), {"--", path});
    arguments.insert(arguments.end(), clipFiles.begin(), clipFiles.end());
    const Task task = parse(arguments);
    return std::get<task::Export>(task).model;
}

RenderJob jobFrom(const py::kwargs& keywords) {
    const bool isSheet = keywords.contains("sheet") && !keywords["sheet"].is_none();
    // No file has such a name.
    std::vector<std::string> arguments{isSheet ? "--output=/dev/null/a.png" : "--output=/dev/null/%d.png"};
    append(arguments, "render", keywords, isOfRender);
    return std::get<task::Draw>(parse(arguments)).job;
}

bool makesSeveral(const RenderJob& job) {
    const auto* const frames = std::get_if<Frames>(&job.shots);
    return !frames || frames->count != 1u;
}

Skinning skinningFrom(py::handle value) {
    if (!py::isinstance<py::str>(value)) refuseType("skinning", "a str", value);
    return std::get<task::Draw>(parse({"--output=/dev/null/a.png", "--skinning=" + textFrom(value, "skinning")}))
        .job.view.look.skinning;
}

std::pair<std::vector<std::string>, std::vector<std::string>> keywordNames() {
    std::pair<std::vector<std::string>, std::vector<std::string>> names;
    for (const OptionRow& row : optionTable()) {
        if (isOfLoad(row)) names.first.push_back(keywordOf(row));
        if (isOfRender(row)) names.second.push_back(keywordOf(row));
    }
    return names;
}

}  // namespace sinew
