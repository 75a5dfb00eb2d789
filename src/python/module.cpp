// The Python module: sinew._sinew, of which the package shows all but what begins with an underscore.

#include <array>
#include <future>

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

struct PyClips {
    File file;
};

struct PyClip {
    File file;
    size_t index;

    const AnimationClip& clip() const { return file->model().clips[index]; }
};

struct PyInstance {
    File file;
    size_t index;
    size_t firstVertex;

    const MeshInstance& instance() const { return file->model().instances[index]; }
    const SkinnedMesh& mesh() const { return file->model().meshes[instance().mesh]; }
};

struct PyFigure {
    double value;
    std::string unit;
};

struct PyFinding {
    Finding finding;
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

/// Bones or weights of one set of influences.
py::array influencesOf(py::handle owner, const std::vector<Influences>& set, bool weights) {
    const Influences* first = set.data();
    const uint16_t* numbers = !first ? nullptr : weights ? first->weights.data() : first->bones.data();
    return viewOf(owner, numbers, {py::ssize_t(set.size()), kInfluencesPerVertex},
                  {sizeof(Influences), sizeof(uint16_t)});
}

/// Waits for work of another thread without the GIL, and raises KeyboardInterrupt at once.
template <typename Work>
auto interruptible(const Work& work) {
    std::stop_source stop;
    auto result = std::async(std::launch::async, [&] { return work(stop.get_token()); });
    for (;;) {
        {
            const py::gil_scoped_release others;
            if (result.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready) break;
        }
        if (PyErr_CheckSignals() == 0) continue;
        stop.request_stop();
        {
            const py::gil_scoped_release others;
            result.wait();
        }
        throw py::error_already_set();
    }
    return result.get();
}

PyModel load(const py::object& path, const py::object& clipFiles, const py::kwargs& keywords) {
    const std::string name = pathFrom(path, "load: path");
    std::vector<std::string> clipNames;
    if (isSequence(clipFiles))
        for (const py::handle file : listFrom(clipFiles))
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
    const auto height = py::ssize_t(pictures.at(0).height), width = py::ssize_t(pictures[0].width);
    if (!makesSeveral(job)) {
        auto kept = std::make_unique<Pixels>(std::move(pictures[0]));
        const uint8_t* const first = kept->rgba.data();
        const py::capsule owner(kept.release(), [](void* pixels) { delete static_cast<Pixels*>(pixels); });
        const std::vector<py::ssize_t> shape{height, width, 4}, strides{4 * width, 4, 1};
        return py::array(py::dtype::of<uint8_t>(), shape, strides, first, owner);
    }
    py::array_t<uint8_t> all({py::ssize_t(pictures.size()), height, width, py::ssize_t{4}});
    uint8_t* to = all.mutable_data();
    for (const Pixels& picture : pictures)
        to = std::ranges::copy(picture.rgba, to).out;
    return all;
}

std::vector<PyFinding> check(const PyModel& model) {
    std::vector<PyFinding> findings;
    const py::gil_scoped_release others;
    Verdict verdict =
        judge(model.file->imported, model.file->source.path, {.maxBones = model.file->source.maxBones, .failOn = {}});
    for (Finding& finding : verdict.findings)
        findings.push_back({std::move(finding)});
    return findings;
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

/// The triangles of all instances, by the vertices of a pose.
py::array trianglesOf(const PyModel& model) {
    size_t count = 0;
    const std::vector<PyInstance> instances = instancesOf(model);
    for (const PyInstance& instance : instances)
        count += instance.mesh().triangleCount();
    py::array_t<uint32_t> triangles({py::ssize_t(count), py::ssize_t{3}});
    uint32_t* to = triangles.mutable_data();
    for (const PyInstance& instance : instances)
        for (const uint32_t index : instance.mesh().indices)
            *to++ = static_cast<uint32_t>(instance.firstVertex) + index;
    return triangles;
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
    std::vector<std::string> names;
    for (const AnimationClip& clip : clips.file->model().clips)
        names.push_back(clip.name);
    return names;
}

std::unique_ptr<FilePose> poseAt(const PyClip& clip, const py::object& seconds, bool once, const py::object& skinning) {
    const double time = numberFrom(seconds, "pose: seconds");
    const Skinning how = skinningFrom(skinning);
    const py::gil_scoped_release others;
    return std::make_unique<FilePose>(clip.file, clip.index, time, once ? Repeat::once : Repeat::loop, how);
}

std::unique_ptr<FilePose> poseOf(const PyModel& model, ShownPose pose, const py::object& skinning) {
    const Skinning how = skinningFrom(skinning);
    const py::gil_scoped_release others;
    return std::make_unique<FilePose>(model.file, pose, how);
}

/// Raises what a C++ error is in Python: the exception of its exit code, with the line that the program prints.
void raise(const Error& error) {
    const py::object exceptions = py::module_::import("sinew").attr("_BY_EXIT_CODE");
    const py::object kind = exceptions[py::int_(static_cast<int>(error.exit()))];
    PyErr_SetString(kind.ptr(), shownPath(error.what()).c_str());
}

// Tables of names and functions.
// clang-format off
void addFindings(py::module_& module) {
    py::class_<PyFigure>(module, "Figure", "The number that a finding is about.")
        .def_readonly("value", &PyFigure::value, "The number. Among findings of one id, a larger one is worse.")
        .def_readonly("unit", &PyFigure::unit, "Its unit, as messages write it: \"vertices\", \"m\".")
        .def("__repr__", [](const PyFigure& figure) { return fmt::format("<sinew.Figure {:g} {}>", figure.value, figure.unit); });

    const auto figureOf = [](const std::optional<Figure>& figure) -> std::optional<PyFigure> {
        if (!figure) return std::nullopt;
        return PyFigure{figure->value, figure->unit};
    };
    py::class_<PyFinding>(module, "Finding", "A fact about a model that its author should know.")
        .def_property_readonly("id", [](const PyFinding& self) { return self.finding.id; }, "Stable: \"weights-stray\".")
        .def_property_readonly("severity", [](const PyFinding& self) { return severityName(self.finding.severity); },
                               "\"error\", \"warning\" or \"info\".")
        .def_property_readonly("object", [](const PyFinding& self) { return self.finding.object; },
                               "The name of the mesh, bone, clip or texture.")
        .def_property_readonly("message", [](const PyFinding& self) { return self.finding.message; },
                               "What it is; one line, with the figure.")
        .def_property_readonly("figure", [figureOf](const PyFinding& self) { return figureOf(self.finding.figure); },
                               "The number that it is about, or None.")
        .def_property_readonly("others", [figureOf](const PyFinding& self) {
            std::vector<std::pair<std::string, std::optional<PyFigure>>> others;
            for (const Finding::Other& other : self.finding.others)
                others.emplace_back(other.object, figureOf(other.figure));
            return others;
        }, "Further objects with the same finding: pairs of a name and a Figure or None.")
        .def_property_readonly("subjects", [](const PyFinding& self) {
            constexpr std::array kKinds{"model", "node", "mesh", "clip", "material", "texture", "morph_target"};
            std::vector<std::pair<std::string, uint32_t>> subjects;
            for (const Subject& subject : self.finding.subjects)
                subjects.emplace_back(kKinds[static_cast<size_t>(subject.kind)], subject.index);
            return subjects;
        }, "What it is about, and what its message names: pairs of a kind (\"model\", \"node\", \"mesh\", \"clip\", \"material\", \"texture\", \"morph_target\") and an index.")
        .def_property_readonly("time_s", [](const PyFinding& self) { return self.finding.seconds; },
                               "The time in its clip, or None.")
        .def_property_readonly("meaning", [](const PyFinding& self) {
            const CheckRule* rule = ruleFor(self.finding.id);
            return std::string(rule ? rule->meaning : "");
        }, "What findings of this id say.")
        .def_property_readonly("advice", [](const PyFinding& self) { return std::string(adviceFor(self.finding.id)); },
                               "What to do about it; may be empty.")
        .def("__repr__", [](const PyFinding& self) {
            return fmt::format("<sinew.Finding {} {}: {}: {}>", severityLabel(self.finding.severity), self.finding.id,
                               self.finding.object, self.finding.message);
        });
}

void addPose(py::module_& module) {
    const auto skinned = [](const py::object& self, const std::vector<glm::vec3>& (FilePose::*part)() const) {
        const auto& pose = py::cast<const FilePose&>(self);
        const std::vector<glm::vec3>* rows = nullptr;
        {
            const py::gil_scoped_release others;
            rows = &(pose.*part)();
        }
        return rowsOf<float>(self, *rows);
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
        .def_property_readonly("animated_nodes", [](const PyClip& self) {
            std::vector<uint32_t> nodes;
            for (const Channel& channel : self.clip().channels)
                nodes.push_back(channel.node);
            return nodes;
        }, "The indices of the nodes that have keys.")
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
        .def("values", [](const PyClips& self) {
            std::vector<PyClip> clips;
            for (size_t index = 0; index < self.file->model().clips.size(); ++index)
                clips.push_back({self.file, index});
            return clips;
        }, "The clips, in the order of the file.")
        .def("items", [](const PyClips& self) {
            std::vector<std::pair<std::string, PyClip>> items;
            for (size_t index = 0; index < self.file->model().clips.size(); ++index)
                items.push_back({self.file->model().clips[index].name, {self.file, index}});
            return items;
        }, "Pairs of a name and a clip.")
        .def("get", [](const PyClips& self, const py::object& key, const py::object& otherwise) -> py::object {
            try {
                return py::cast(clipAt(self, key));
            } catch (const py::key_error&) {
                return otherwise;
            } catch (const py::index_error&) {
                return otherwise;
            }
        }, py::arg("key"), py::arg("default") = py::none(), "The clip, or the default.")
        .def("__repr__", [](const PyClips& self) { return "<sinew.Clips " + std::string(py::repr(py::cast(namesOf(self)))) + ">"; });
}

void addInstances(py::module_& module) {
    py::class_<PyInstance>(module, "Instance",
                           "A mesh at a node, with its bones, in the space in which it was bound. Its arrays are read-only views, which "
                           "keep the model.")
        .def_property_readonly("name", [](const PyInstance& self) { return self.mesh().name; }, "The name of the mesh.")
        .def_property_readonly("node", [](const PyInstance& self) { return self.instance().node; }, "The index of its node.")
        .def_property_readonly("material", [](const PyInstance& self) {
            return self.file->model().materials[self.mesh().material].name;
        }, "The name of its material.")
        .def_property_readonly("vertices", [](const PyInstance& self) {
            const auto first = py::ssize_t(self.firstVertex);
            return py::slice(first, first + py::ssize_t(self.mesh().vertexCount()), 1);
        }, "Its vertices in the arrays of a pose, as a slice.")
        .def_property_readonly("positions", [](const py::object& self) {
            return rowsOf<float>(self, py::cast<const PyInstance&>(self).mesh().positions);
        }, "In the bind pose: (vertices, 3) float32.")
        .def_property_readonly("normals", [](const py::object& self) {
            return rowsOf<float>(self, py::cast<const PyInstance&>(self).mesh().normals);
        }, "In the bind pose, of unit length: (vertices, 3) float32.")
        .def_property_readonly("uvs", [](const py::object& self) {
            return rowsOf<float>(self, py::cast<const PyInstance&>(self).mesh().uvs);
        }, "v = 0 is the top row of the picture: (vertices, 2) float32.")
        .def_property_readonly("triangles", [](const py::object& self) {
            const std::vector<uint32_t>& indices = py::cast<const PyInstance&>(self).mesh().indices;
            return viewOf(self, indices.data(), {py::ssize_t(indices.size() / 3), 3}, {12, 4});
        }, "Three vertices each, counter-clockwise seen from outside: (triangles, 3) uint32.")
        .def_property_readonly("bones", [](const py::object& self) {
            const std::vector<Bone>& bones = py::cast<const PyInstance&>(self).instance().bones;
            return viewOf(self, bones.empty() ? nullptr : &bones[0].node, {py::ssize_t(bones.size())}, {sizeof(Bone)});
        }, "The nodes that move its vertices: (bones,) uint32.")
        .def_property_readonly("inverse_bind_matrices", [](const py::object& self) {
            const std::vector<Bone>& bones = py::cast<const PyInstance&>(self).instance().bones;
            return matricesOf(self, bones.empty() ? nullptr : &bones[0].inverseBindMatrix, bones.size(), sizeof(Bone));
        }, "From the mesh to each bone in the bind pose: (bones, 4, 4) float32.")
        .def_property_readonly("joints", [](const py::object& self) {
            return influencesOf(self, py::cast<const PyInstance&>(self).mesh().influences, false);
        }, "The bones of each vertex, as indices into bones: (vertices, 4) uint16.")
        .def_property_readonly("weights", [](const py::object& self) {
            return influencesOf(self, py::cast<const PyInstance&>(self).mesh().influences, true);
        }, "Their weights, of which 65535 is 1; with more_weights they sum to 65535: (vertices, 4) uint16.")
        .def_property_readonly("more_joints", [](const py::object& self) {
            return influencesOf(self, py::cast<const PyInstance&>(self).mesh().moreInfluences, false);
        }, "The fifth to eighth bone of each vertex; of length 0 without influences=8: (vertices, 4) uint16.")
        .def_property_readonly("more_weights", [](const py::object& self) {
            return influencesOf(self, py::cast<const PyInstance&>(self).mesh().moreInfluences, true);
        }, "Their weights: (vertices, 4) uint16.")
        .def_property_readonly("morph_targets", [](const PyInstance& self) {
            std::vector<std::string> names;
            for (const MorphTarget& target : self.mesh().morphTargets)
                names.push_back(target.name);
            return names;
        }, "Their names.")
        .def_property_readonly("morph_weights", [](const PyInstance& self) {
            const auto first = py::ssize_t(self.instance().firstMorphWeight);
            return py::slice(first, first + py::ssize_t(self.mesh().morphTargets.size()), 1);
        }, "Its weights among those of a pose, as a slice.")
        .def("__repr__", [](const PyInstance& self) {
            return fmt::format("<sinew.Instance '{}', {} vertices>", self.mesh().name, self.mesh().vertexCount());
        });
}

void addModel(py::module_& module) {
    py::class_<PyModel>(module, "Model", "A model as it was read. It does not change, so threads may share it.")
        .def_property_readonly("file", [](const PyModel& self) { return self.file->imported.report.file; }, "As given.")
        .def_property_readonly("format", [](const PyModel& self) { return self.file->imported.report.format; }, "\"Collada\", ...")
        .def_property_readonly("clips", [](const PyModel& self) { return PyClips{self.file}; })
        .def_property_readonly("instances", &instancesOf, "The meshes, each at a node, in depth-first order.")
        .def_property_readonly("nodes", [](const PyModel& self) { return self.file->model().hierarchy.names; },
                               "The names of all nodes, parents before their children.")
        .def_property_readonly("parents", [](const py::object& self) {
            return numbersOf(self, py::cast<const PyModel&>(self).file->model().hierarchy.parents);
        }, "The parent of each node, -1 for roots: (nodes,) int32.")
        .def_property_readonly("triangles", &trianglesOf, "Of all instances, by the vertices of a pose: (triangles, 3) uint32. A new array.")
        .def_property_readonly("up", [](const PyModel& self) {
            constexpr const char* kAxes[] = {"x", "y", "z"};
            return kAxes[static_cast<size_t>(self.file->model().up)];
        }, "The axis that is up in the file's space.")
        .def_property_readonly("meters_per_unit", [](const PyModel& self) { return self.file->model().metersPerUnit; },
                               "Of the file's space; None where the file does not say.")
        .def("rest_pose", [](const PyModel& self, const py::object& skinning) { return poseOf(self, ShownPose::rest, skinning); },
             py::kw_only(), py::arg("skinning") = "linear", "The transforms of the file's nodes.")
        .def("bind_pose", [](const PyModel& self, const py::object& skinning) { return poseOf(self, ShownPose::bind, skinning); },
             py::kw_only(), py::arg("skinning") = "linear", "The pose in which the meshes were skinned.")
        .def("not_judged", [](const PyModel& self) {
            std::vector<std::pair<std::string, std::string>> left;
            for (const auto& [what, why] : notJudged(self.file->model(), self.file->imported.report))
                left.emplace_back(what, why);
            return left;
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
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            std::rethrow_exception(thrown);
        } catch (const Error& error) {
            raise(error);
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
    module.def("_keywords", [] { return std::pair(keywordsOfLoad(), keywordsOfRender()); });
    module.def("_start", [](const std::string& program) { setImporterProgram(program); });
    module.def("_forget_importers", &forgetImporters);
}
