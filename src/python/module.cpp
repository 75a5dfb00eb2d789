// The Python module: sinew._sinew, of which the package shows all but what begins with an underscore.

#include <array>
#include <functional>
#include <future>
#include <ranges>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "app/policy/judge.h"
#include "app/report/messages.h"
#include "base/error.h"
#include "base/shown_text.h"
#include "check/check.h"
#include "python/importers.h"
#include "python/keywords.h"
#include "python/loaded_model.h"

namespace py = pybind11;

namespace sinew {
namespace {

using File = std::shared_ptr<const LoadedFile>;

// What Python sees of a model. Each keeps the file.

struct PyModel {
    File file;
};

struct PyClips : PyModel {};

struct PyClip {
    File file;
    size_t index;

    const AnimationClip& clip() const { return file->model().clips[index]; }
};

struct PyInstance {
    File file;
    size_t index, firstVertex;

    const MeshInstance& instance() const { return file->model().instances[index]; }
    const SkinnedMesh& mesh() const { return file->model().meshes[instance().mesh]; }
};

/// A view of numbers that `owner` keeps. Read-only: other threads may read them, too.
template <typename Number>
py::array viewOf(py::handle owner, const Number* first, std::vector<py::ssize_t> shape,
                 std::vector<py::ssize_t> strides) {
    static const Number nothing{};  // NumPy allocates an array of its own where there is no address
    py::array view(py::dtype::of<Number>(), std::move(shape), std::move(strides), first ? first : &nothing, owner);
    py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return view;
}

template <typename Number, typename Vector>
py::array rowsOf(py::handle owner, const std::vector<Vector>& rows) {
    constexpr py::ssize_t size = sizeof(Vector), number = sizeof(Number);
    return viewOf(owner, reinterpret_cast<const Number*>(rows.data()), {py::ssize_t(rows.size()), size / number},
                  {size, number});
}

template <typename Number>
py::array numbersOf(py::handle owner, const std::vector<Number>& numbers) {
    return viewOf(owner, numbers.data(), {py::ssize_t(numbers.size())}, {sizeof(Number)});
}

/// Matrices by [row, column], which are by columns in memory.
py::array matricesOf(py::handle owner, const glm::mat4* first, size_t count, size_t stride) {
    return viewOf(owner, reinterpret_cast<const float*>(first), {py::ssize_t(count), 4, 4},
                  {py::ssize_t(stride), sizeof(float), sizeof(glm::vec4)});
}

/// What `make` returns for each element.
template <typename Elements, typename Make>
auto listOf(const Elements& elements, const Make& make) {
    std::vector<std::decay_t<std::invoke_result_t<Make, decltype(*elements.begin())>>> all;
    for (const auto& element : elements)
        all.push_back(std::invoke(make, element));
    return all;
}

/// Waits for work of another thread without the GIL, and raises KeyboardInterrupt at once.
template <typename Work>
auto interruptible(const Work& work) {
    std::stop_source stop;
    auto result = std::async(std::launch::async, [&] { return work(stop.get_token()); });
    const auto endsWithin = [&](std::chrono::milliseconds time) {
        const py::gil_scoped_release others;
        return result.wait_for(time) == std::future_status::ready;
    };
    while (!endsWithin(std::chrono::milliseconds(50))) {
        if (PyErr_CheckSignals() == 0) continue;
        stop.request_stop();
        endsWithin(std::chrono::hours(1));
        throw py::error_already_set();
    }
    return result.get();
}

PyModel load(const py::object& path, const py::object& clipFiles, const py::kwargs& keywords) {
    const std::string name = pathFrom(path, "load: path");
    std::vector<std::string> clipNames;
    if (isSequence(clipFiles))
        for (const py::handle file : clipFiles)
            clipNames.push_back(pathFrom(file, "load: each of clip_files"));
    else
        clipNames.push_back(pathFrom(clipFiles, "load: clip_files"));
    const ModelSource source = sourceFrom(name, clipNames, keywords);
    return {interruptible([&](const std::stop_token& stop) { return loadFile(source, stop); })};
}

py::array render(const PyModel& model, const py::object& size, py::kwargs keywords) {
    if (!size.is_none()) keywords["size"] = size;
    if (keywords.contains("clip") && py::isinstance<PyClip>(keywords["clip"]) &&
        py::cast<const PyClip&>(keywords["clip"]).file != model.file)
        throw py::value_error("clip: belongs to another model");
    const RenderJob job = jobFrom(keywords);
    std::vector<Pixels> pictures;
    {
        const py::gil_scoped_release others;
        pictures = drawFile(*model.file, job);
    }
    std::vector<py::ssize_t> shape{pictures.at(0).height, pictures[0].width, 4};
    if (makesSeveral(job)) shape.insert(shape.begin(), py::ssize_t(pictures.size()));
    py::array_t<uint8_t> all(shape);
    uint8_t* to = all.mutable_data();
    for (const Pixels& picture : pictures)
        to = std::ranges::copy(picture.rgba, to).out;
    return all;
}

std::vector<Finding> check(const PyModel& model) {
    const py::gil_scoped_release others;
    const ModelSource& source = model.file->source;
    return judge(model.file->imported, source.path, {.maxBones = source.maxBones, .failOn = {}}).findings;
}

std::vector<PyInstance> instancesOf(const PyModel& model) {
    std::vector<PyInstance> instances;
    size_t first = 0;
    for (size_t index = 0; index < model.file->model().instances.size(); ++index) {
        instances.push_back({model.file, index, first});
        first += instances.back().mesh().vertexCount();
    }
    return instances;
}

py::slice sliceOf(size_t first, size_t count) {
    return {py::ssize_t(first), py::ssize_t(first + count), 1};
}

/// The triangles of all instances, by the vertices of a pose.
py::array trianglesOf(const PyModel& model) {
    std::vector<uint32_t> corners;
    for (const PyInstance& instance : instancesOf(model))
        for (const uint32_t index : instance.mesh().indices)
            corners.push_back(static_cast<uint32_t>(instance.firstVertex) + index);
    return py::array_t<uint32_t>({py::ssize_t(corners.size() / 3), py::ssize_t{3}}, corners.data());
}

[[noreturn]] void refuseClip(const Model& model, const std::string& name) {
    std::string list;
    for (size_t i = 0; i < model.clips.size(); ++i)
        list += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, model.clips[i].name);
    throw py::key_error(fmt::format("{}: no such clip; available clips: {}", name, list.empty() ? "none" : list));
}

PyClip clipAt(const PyClips& clips, const py::object& key) {
    const auto& all = clips.file->model().clips;
    if (py::isinstance<py::str>(key)) {
        const std::optional<std::string> name = utf8Of(key);
        const auto found = name ? std::ranges::find(all, *name, &AnimationClip::name) : all.end();
        if (found == all.end()) refuseClip(clips.file->model(), name.value_or(asciiOf(key)));
        return {clips.file, static_cast<size_t>(found - all.begin())};
    }
    if (!PyIndex_Check(key.ptr()) || PyBool_Check(key.ptr()))
        throw py::type_error(fmt::format("a clip's key must be a str or an int, not {}", Py_TYPE(key.ptr())->tp_name));
    const py::ssize_t count = static_cast<py::ssize_t>(all.size());
    py::ssize_t index = PyNumber_AsSsize_t(key.ptr(), nullptr);
    if (PyErr_Occurred()) throw py::error_already_set();
    if (index < 0) index += count;
    if (index < 0 || index >= count) throw py::index_error(fmt::format("the model has {} clips", count));
    return {clips.file, static_cast<size_t>(index)};
}

std::vector<std::string> namesOf(const PyClips& clips) {
    return listOf(clips.file->model().clips, &AnimationClip::name);
}

std::vector<PyClip> clipsOf(const PyClips& clips) {
    const auto indices = std::views::iota(size_t{0}, clips.file->model().clips.size());
    return listOf(indices, [&](size_t index) { return PyClip{clips.file, index}; });
}

std::unique_ptr<FilePose> poseAt(const PyClip& clip, const py::object& seconds, bool once, const py::object& skinning) {
    const double time = numberFrom(seconds, "pose: seconds");
    const Skinning how = skinningFrom(skinning);
    const py::gil_scoped_release others;
    return std::make_unique<FilePose>(clip.file, clip.index, time, once ? Repeat::once : Repeat::loop, how);
}

template <ShownPose pose>
std::unique_ptr<FilePose> poseOf(const PyModel& model, const py::object& skinning) {
    const Skinning how = skinningFrom(skinning);
    const py::gil_scoped_release others;
    return std::make_unique<FilePose>(model.file, pose, how);
}

// Tables of names and functions.
// clang-format off
void addFindings(py::module_& module) {
    py::class_<Figure>(module, "Figure", "The number that a finding is about.")
        .def_readonly("value", &Figure::value, "The number. Among findings of one id, a larger one is worse.")
        .def_readonly("unit", &Figure::unit, "Its unit, as messages write it: \"vertices\", \"m\".")
        .def("__repr__", [](const Figure& figure) { return fmt::format("<sinew.Figure {:g} {}>", figure.value, figure.unit); });

    py::class_<Finding>(module, "Finding", "A fact about a model that its author should know.")
        .def_readonly("id", &Finding::id, "Stable: \"weights-stray\".")
        .def_property_readonly("severity", [](const Finding& self) { return severityName(self.severity); },
                               "\"error\", \"warning\" or \"info\".")
        .def_readonly("object", &Finding::object, "The name of the mesh, bone, clip or texture.")
        .def_readonly("message", &Finding::message, "What it is; one line, with the figure.")
        .def_readonly("figure", &Finding::figure, "The number that it is about, or None.")
        .def_property_readonly("others", [](const Finding& self) {
            return listOf(self.others, [](const Finding::Other& other) { return std::pair(other.object, other.figure); });
        }, "Further objects with the same finding: pairs of a name and a Figure or None.")
        .def_property_readonly("subjects", [](const Finding& self) {
            constexpr std::array kKinds{"model", "node", "mesh", "clip", "material", "texture", "morph_target"};
            return listOf(self.subjects, [&](const Subject& subject) {
                return std::pair(kKinds[static_cast<size_t>(subject.kind)], subject.index);
            });
        }, "What it is about, and what its message names: pairs of a kind (\"model\", \"node\", \"mesh\", \"clip\", \"material\", \"texture\", \"morph_target\") and an index.")
        .def_readonly("time_s", &Finding::seconds, "The time in its clip, or None.")
        .def_property_readonly("meaning", [](const Finding& self) {
            const CheckRule* rule = ruleFor(self.id);
            return rule ? rule->meaning : std::string_view();
        }, "What findings of this id say.")
        .def_property_readonly("advice", [](const Finding& self) { return adviceFor(self.id); },
                               "What to do about it; may be empty.")
        .def("__repr__", [](const Finding& self) {
            return fmt::format("<sinew.Finding {} {}: {}: {}>", severityLabel(self.severity), self.id, self.object, self.message);
        });
}

void addPose(py::module_& module) {
    const auto skinned = [](const py::object& self, const std::vector<glm::vec3>& (FilePose::*part)() const) {
        const auto& pose = py::cast<const FilePose&>(self);
        const std::vector<glm::vec3>& rows = [&]() -> const auto& {
            const py::gil_scoped_release others;
            return (pose.*part)();
        }();
        return rowsOf<float>(self, rows);
    };
    py::class_<FilePose>(module, "Pose",
                         "A model in one pose, in the space and the unit of its file. Its arrays are read-only views, which keep "
                         "the pose; copy() one to change it. Safe to read from several threads.")
        .def_property_readonly("positions", [skinned](const py::object& self) { return skinned(self, &FilePose::positions); },
                               "Of all vertices, those of the model's instances one after another: (vertices, 3) float32.")
        .def_property_readonly("normals", [skinned](const py::object& self) { return skinned(self, &FilePose::normals); },
                               "Of unit length: (vertices, 3) float32.")
        .def_property_readonly("world_matrices", [](const py::object& self) {
            const auto& matrices = py::cast<const FilePose&>(self).fileFromNode();
            return matricesOf(self, matrices.data(), matrices.size(), sizeof(glm::mat4));
        }, "From each node to the file's space, for columns: (nodes, 4, 4) float32, by [node, row, column].")
        .def_property_readonly("morph_weights", [](const py::object& self) {
            return numbersOf(self, py::cast<const FilePose&>(self).morphWeights());
        }, "Of all instances; 0: no effect, 1: the full target: (weights,) float32.")
        .def_property_readonly("seconds", &FilePose::seconds, "The time of the clip; 0 without a clip.");
}

void addClips(py::module_& module) {
    py::class_<PyClip>(module, "Clip", "An animation clip of a model.")
        .def_property_readonly("name", [](const PyClip& self) { return self.clip().name; })
        .def_property_readonly("index", [](const PyClip& self) { return self.index; }, "Among the clips of its model.")
        .def_property_readonly("duration", [](const PyClip& self) { return self.clip().durationSeconds; }, "Seconds.")
        .def_property_readonly("frame_seconds", [](const PyClip& self) { return frameSeconds(self.clip()); },
                               "Seconds from key to key, as authored.")
        .def_property_readonly("animated_nodes", [](const PyClip& self) { return listOf(self.clip().channels, &Channel::node); },
                               "The indices of the nodes that have keys.")
        .def("pose", &poseAt, py::arg("seconds"), py::kw_only(), py::arg("once") = false, py::arg("skinning") = "linear",
             "The model at a time of the clip. The time wraps, as --time does; with once, the clip holds its first and last pose. "
             "skinning: linear or dual-quaternion.")
        .def("__repr__", [](const PyClip& self) {
            return fmt::format("<sinew.Clip '{}', {:g} s>", self.clip().name, self.clip().durationSeconds);
        });

    py::class_<PyClips>(module, "Clips", "The clips of a model, by name, in the order of the file: a mapping. An int is an index.")
        .def("__len__", [](const PyClips& self) { return self.file->model().clips.size(); })
        .def("__getitem__", &clipAt, py::arg("key"))
        .def("__iter__", [](const PyClips& self) { return py::iter(py::cast(namesOf(self))); })
        .def("__contains__", [](const PyClips& self, const py::object& key) {
            const std::vector<std::string> names = namesOf(self);
            const std::optional<std::string> name = utf8Of(key);
            return name && std::ranges::find(names, *name) != names.end();
        })
        .def("keys", &namesOf, "The names, in the order of the file.")
        .def("values", &clipsOf, "The clips, in the order of the file.")
        .def("items", [](const PyClips& self) { return py::list(py::module_::import("builtins").attr("zip")(namesOf(self), clipsOf(self))); },
             "Pairs of a name and a clip.")
        .def("get", [](const PyClips& self, const py::object& key, const py::object& otherwise) -> py::object {
            try {
                return py::cast(clipAt(self, key));
            } catch (const py::key_error&) {
            } catch (const py::index_error&) {
            }
            return otherwise;
        }, py::arg("key"), py::arg("default") = py::none(), "The clip, or the default.")
        .def("__repr__", [](const PyClips& self) { return "<sinew.Clips " + std::string(py::repr(py::cast(namesOf(self)))) + ">"; });
}

void addInstances(py::module_& module) {
    py::class_<PyInstance> type(module, "Instance",
                                "A mesh at a node, with its bones, in the space in which it was bound. Its arrays are read-only views, which "
                                "keep the model.");
    // A view that `make` returns for the object and its instance.
    const auto view = [&](const char* name, const auto& make, const char* text) {
        type.def_property_readonly(name, [make](const py::object& self) { return make(self, py::cast<const PyInstance&>(self)); }, text);
    };
    const auto rows = [&](const char* name, auto part, const char* text) {
        view(name, [part](const py::object& self, const PyInstance& own) { return rowsOf<float>(self, own.mesh().*part); }, text);
    };
    // The bones or the weights of a set of influences.
    const auto influences = [&](const char* name, auto set, auto part, const char* text) {
        view(name, [set, part](const py::object& self, const PyInstance& own) {
            const std::vector<Influences>& all = own.mesh().*set;
            return viewOf(self, all.empty() ? nullptr : (all[0].*part).data(), {py::ssize_t(all.size()), kInfluencesPerVertex},
                          {sizeof(Influences), sizeof(uint16_t)});
        }, text);
    };
    rows("positions", &SkinnedMesh::positions, "In the bind pose: (vertices, 3) float32.");
    rows("normals", &SkinnedMesh::normals, "In the bind pose, of unit length: (vertices, 3) float32.");
    rows("uvs", &SkinnedMesh::uvs, "v = 0 is the top row of the picture: (vertices, 2) float32.");
    view("triangles", [](const py::object& self, const PyInstance& own) {
        return viewOf(self, own.mesh().indices.data(), {py::ssize_t(own.mesh().triangleCount()), 3}, {12, 4});
    }, "Three vertices each, counter-clockwise seen from outside: (triangles, 3) uint32.");
    view("bones", [](const py::object& self, const PyInstance& own) {
        const std::vector<Bone>& bones = own.instance().bones;
        return viewOf(self, bones.empty() ? nullptr : &bones[0].node, {py::ssize_t(bones.size())}, {sizeof(Bone)});
    }, "The nodes that move its vertices: (bones,) uint32.");
    view("inverse_bind_matrices", [](const py::object& self, const PyInstance& own) {
        const std::vector<Bone>& bones = own.instance().bones;
        return matricesOf(self, bones.empty() ? nullptr : &bones[0].inverseBindMatrix, bones.size(), sizeof(Bone));
    }, "From the mesh to each bone in the bind pose: (bones, 4, 4) float32.");
    influences("joints", &SkinnedMesh::influences, &Influences::bones,
               "The bones of each vertex, as indices into bones: (vertices, 4) uint16.");
    influences("weights", &SkinnedMesh::influences, &Influences::weights,
               "Their weights, of which 65535 is 1; with more_weights they sum to 65535: (vertices, 4) uint16.");
    influences("more_joints", &SkinnedMesh::moreInfluences, &Influences::bones,
               "The fifth to eighth bone of each vertex; of length 0 without influences=8: (vertices, 4) uint16.");
    influences("more_weights", &SkinnedMesh::moreInfluences, &Influences::weights, "Their weights: (vertices, 4) uint16.");
    type.def_property_readonly("name", [](const PyInstance& self) { return self.mesh().name; }, "The name of the mesh.")
        .def_property_readonly("node", [](const PyInstance& self) { return self.instance().node; }, "The index of its node.")
        .def_property_readonly("material", [](const PyInstance& self) { return self.file->model().materials[self.mesh().material].name; },
                               "The name of its material.")
        .def_property_readonly("vertices", [](const PyInstance& self) { return sliceOf(self.firstVertex, self.mesh().vertexCount()); },
                               "Its vertices in the arrays of a pose, as a slice.")
        .def_property_readonly("morph_targets", [](const PyInstance& self) { return listOf(self.mesh().morphTargets, &MorphTarget::name); },
                               "Their names.")
        .def_property_readonly("morph_weights", [](const PyInstance& self) {
            return sliceOf(self.instance().firstMorphWeight, self.mesh().morphTargets.size());
        }, "Its weights among those of a pose, as a slice.")
        .def("__repr__", [](const PyInstance& self) {
            return fmt::format("<sinew.Instance '{}', {} vertices>", self.mesh().name, self.mesh().vertexCount());
        });
}

void addModel(py::module_& module) {
    py::class_<PyModel>(module, "Model", "A model as it was read. It does not change, so threads may share it.")
        .def_property_readonly("file", [](const PyModel& self) { return self.file->imported.report.file; }, "As given.")
        .def_property_readonly("format", [](const PyModel& self) { return self.file->imported.report.format; }, "\"Collada\", ...")
        .def_property_readonly("clips", [](const PyModel& self) { return PyClips{self}; })
        .def_property_readonly("instances", &instancesOf, "The meshes, each at a node, in depth-first order.")
        .def_property_readonly("nodes", [](const PyModel& self) { return self.file->model().hierarchy.names; },
                               "The names of all nodes, parents before their children.")
        .def_property_readonly("parents", [](const py::object& self) {
            return numbersOf(self, py::cast<const PyModel&>(self).file->model().hierarchy.parents);
        }, "The parent of each node, -1 for roots: (nodes,) int32.")
        .def_property_readonly("triangles", &trianglesOf, "Of all instances, by the vertices of a pose: (triangles, 3) uint32. A new array.")
        .def_property_readonly("up", [](const PyModel& self) {
            constexpr const char* kAxes[] = {"x", "y", "z"};
            return kAxes[static_cast<size_t>(self.file->source.up.value_or(self.file->model().up))];
        }, "The axis that is up in the space of the poses: the file's, or load()'s.")
        .def_property_readonly("meters_per_unit", [](const PyModel& self) { return self.file->space().metersPerUnit; },
                               "Of that space; None where the file does not say.")
        .def("rest_pose", &poseOf<ShownPose::rest>, py::kw_only(), py::arg("skinning") = "linear", "The transforms of the file's nodes.")
        .def("bind_pose", &poseOf<ShownPose::bind>, py::kw_only(), py::arg("skinning") = "linear",
             "The pose in which the meshes were skinned.")
        .def("not_judged", [](const PyModel& self) {
            return listOf(notJudged(self.file->model(), self.file->imported.report),
                          [](const NotJudged& left) { return std::pair(left.what, left.why); });
        }, "What check() cannot judge, or only in part: pairs of what and why.")
        .def("check", &check, "Returns the findings of --check: errors first, then warnings, then notes.")
        .def("__repr__", [](const PyModel& self) {
            return fmt::format("<sinew.Model '{}', {} nodes, {} clips>", self.file->imported.report.file,
                               self.file->model().hierarchy.size(), self.file->model().clips.size());
        });
}

}  // namespace
}  // namespace sinew

PYBIND11_MODULE(_sinew, module) {
    using namespace sinew;
    module.attr("__version__") = SINEW_VERSION;
    // The exception of its exit code, with the line that the program prints.
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            std::rethrow_exception(thrown);
        } catch (const Error& error) {
            const py::object kinds = py::module_::import("sinew").attr("_BY_EXIT_CODE");
            const py::object kind = kinds[py::int_(static_cast<int>(error.exit()))];
            PyErr_SetString(kind.ptr(), shownPath(error.what()).c_str());
        }
    });
    addFindings(module);
    addPose(module);
    addClips(module);
    addInstances(module);
    addModel(module);
    module.def("load", &load, py::arg("path"), py::arg("clip_files") = py::tuple(),
               "Reads a model of any format, with the clips of further files. Keywords are the program's options of models: "
               "load('hero.glb', retarget='rig'). Files are read in a sandboxed process; other threads run meanwhile.");
    module.def("render", &render, py::arg("model"), py::arg("size") = py::none(),
               "Draws a model without a window: (height, width, 4) uint8, sRGB, straight alpha. Keywords are the program's options of "
               "pictures: render(m, (640, 360), clip='Walk', time=0.5, bone_names=True). With frames, range, sheet or a turntable of N "
               "frames, (pictures, height, width, 4). Other threads run meanwhile, but only one draws at a time.");
    module.def("_keywords", &keywordNames);
    module.def("_start", [](const std::string& program) { setImporterProgram(program); });
    module.def("_forget_importers", &forgetImporters);
}
