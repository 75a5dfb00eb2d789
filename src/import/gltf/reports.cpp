#include "import/gltf/reports.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "import/gltf/bounds.h"
#include "import/gltf/names.h"
#include "import/gltf/tables.h"
#include "model/text.h"

namespace sinew::gltf {
namespace {

using Json = nlohmann::json;

bool isPath(std::string_view path) {
    return path == "translation" || path == "rotation" || path == "scale" || path == "weights";
}

void reportAnimation(const File& file, const AnimationRow& row, const std::string& name, Findings& findings) {
    const auto nodeName = [&](size_t node) {
        return inQuotes(nameOf(File::at(file.member("nodes"), node), "node", node));
    };
    std::set<std::pair<size_t, std::string_view>> targets;
    std::set<size_t> odd;  // samplers
    size_t without = 0;
    for (const AnimationRow::Channel& channel : row.channels) {
        const bool isKnown = isPath(channel.path);
        if (channel.node == kNone) {
            without += !channel.isExtended && (isKnown || channel.path.empty());
            continue;
        }
        if (!isKnown && !channel.isExtended)
            findings.push_back({"channel-unusable", Severity::warning, name,
                                fmt::format("a channel of {} is ignored: the format has no path {}",
                                            nodeName(channel.node), inQuotes(utf8From(channel.path)))});
        else if (!targets.emplace(channel.node, channel.path).second && !channel.isExtended)
            findings.push_back({"channel-twice", Severity::warning, name,
                                fmt::format("has two channels for the {} of {}; one of them is played", channel.path,
                                            nodeName(channel.node))});
        if (channel.sampler >= row.samplers.size()) continue;
        const std::string_view mode = row.samplers[channel.sampler].interpolation;
        constexpr std::array<std::string_view, 4> kModes{"", "LINEAR", "STEP", "CUBICSPLINE"};
        if (std::ranges::find(kModes, mode) == kModes.end() && odd.insert(channel.sampler).second)
            findings.push_back({"interpolation-unknown", Severity::warning, name,
                                fmt::format("{} of {} has the interpolation {}; it is played linearly", channel.path,
                                            nodeName(channel.node), inQuotes(utf8From(mode)))});
    }
    if (without > 0) {
        const Measured count = measuredCount(without, "channel", "channels");
        findings.push_back({"channel-unusable", Severity::warning, name,
                            count.text + " ignored: without a node to move", count.figure});
    }
}

/// Splines with keys whose values are finite, but not their tangents. Those with other values are found when they are
/// read. `seen`: the accessors that were looked at, which animations may share.
void reportSplines(File& file, const AnimationRow& row, std::set<size_t>& seen, Findings& findings) {
    size_t dropped = 0;
    size_t first = kNone;  // a node
    for (const AnimationRow::Channel& channel : row.channels) {
        if (channel.sampler >= row.samplers.size() || channel.node == kNone) continue;
        if (!isPath(channel.path) || channel.path == "weights") continue;
        const AnimationRow::Sampler& sampler = row.samplers[channel.sampler];
        if (sampler.interpolation != "CUBICSPLINE" || sampler.output == kNone || !seen.insert(sampler.output).second)
            continue;
        const size_t width = channel.path == "rotation" ? 4 : 3;
        const auto numbers = file.numbers(sampler.output, width);
        if (!numbers) continue;
        for (size_t at = 0; at + 3 * width <= numbers->size(); at += 3 * width) {
            const std::span<const float> key(numbers->data() + at, 3 * width);
            const auto isFinite = [](float number) { return std::isfinite(number); };
            if (std::ranges::all_of(key, isFinite) || !std::ranges::all_of(key.subspan(width, width), isFinite))
                continue;
            ++dropped;
            if (first == kNone) first = channel.node;
        }
    }
    if (dropped == 0) return;
    const Measured count = measuredCount(dropped, "key", "keys");
    findings.push_back({"key-dropped", Severity::warning, std::string(),
                        fmt::format("{} ignored: with tangents that are not finite, beginning with {}", count.text,
                                    inQuotes(nameOf(File::at(file.member("nodes"), first), "node", first))),
                        count.figure});
}

/// POINTS and LINES have no triangles, strips and fans any number of indices.
bool isTriangles(const Json& primitive) {
    constexpr size_t kTriangles = 4;
    return File::index(primitive, "mode").value_or(kTriangles) == kTriangles;
}

/// What does not fit in the targets of one mesh; empty where all do.
std::string misfitOf(const Json& mesh, const File& file) {
    std::optional<size_t> targets;
    for (const Json& primitive : File::list(File::at(mesh, "primitives"))) {
        const Json& own = File::list(File::at(primitive, "targets"));
        if (targets && *targets != own.size())
            return fmt::format("has parts with {} and with {} morph targets", *targets, own.size());
        targets = own.size();
        const auto positions = File::index(File::at(primitive, "attributes"), "POSITION");
        for (size_t t = 0; positions && t < own.size(); ++t)
            for (const auto& [name, number] : own[t].items())
                if (const auto accessor = File::index(number);
                    accessor && file.accessor(*accessor).count != file.accessor(*positions).count)
                    return fmt::format("{} of morph target {} has {} elements for {} vertices; it is ignored",
                                       utf8From(name), t, file.accessor(*accessor).count, file.accessor(*positions).count);
    }
    const Json& weights = File::at(mesh, "weights");
    if (targets && weights.is_array() && weights.size() != *targets)
        return fmt::format("has {} weights for {}", weights.size(),
                           measuredCount(*targets, "morph target", "morph targets").text);
    return {};
}

/// What is wrong with the names of a mesh's targets; empty where nothing is.
std::string misnamingOf(const Json& mesh) {
    const Json& names = File::list(File::at(File::at(mesh, "extras"), "targetNames"));
    const Json& primitives = File::list(File::at(mesh, "primitives"));
    if (names.empty() || primitives.empty()) return {};
    const size_t targets = File::list(File::at(primitives.front(), "targets")).size();
    if (names.size() != targets)
        return fmt::format("has {} for {}", measuredCount(names.size(), "name", "names").text,
                           measuredCount(targets, "morph target", "morph targets").text);
    std::set<std::string> known;
    for (const Json& name : names)
        if (name.is_string() && name != "" && !known.insert(name.get<std::string>()).second)
            return "has two morph targets of the name " + inQuotes(utf8From(name.get_ref<const std::string&>()));
    return {};
}

/// "8-bit integers", for what is no float.
const char* integersOf(size_t componentType) {
    return componentBytes(componentType) == 1   ? "8-bit integers"
           : componentBytes(componentType) == 2 ? "16-bit integers"
                                                : "32-bit integers";
}

/// The attributes that are floats without KHR_mesh_quantization; texture coordinates may be fractions.
bool needsFloats(std::string_view attribute, const AccessorRow& row) {
    const bool isPlace = attribute == "POSITION" || attribute == "NORMAL" || attribute == "TANGENT";
    return row.isObject && row.componentType != kFloat &&
           (isPlace || (attribute.starts_with("TEXCOORD_") && !row.isNormalized));
}

}  // namespace

void reportFormats(const File& file, Findings& findings) {
    const Json& extensions = File::list(file.member("extensionsUsed"));
    if (std::ranges::find(extensions, Json("KHR_mesh_quantization")) != extensions.end()) return;
    const Json& meshes = File::list(file.member("meshes"));
    for (size_t m = 0; m < meshes.size(); ++m) {
        std::set<std::string> reported;
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives")))
            for (const auto& [name, number] : File::at(primitive, "attributes").items()) {
                const auto accessor = File::index(number);
                if (!accessor || !needsFloats(name, file.accessor(*accessor)) || !reported.insert(name).second)
                    continue;
                findings.push_back(
                    {"attribute-format", Severity::warning, nameOf(meshes[m], "mesh", m),
                     fmt::format("has {} of {}, {}", utf8From(name), integersOf(file.accessor(*accessor).componentType),
                                 componentBytes(file.accessor(*accessor).componentType) < 4
                                     ? "which only KHR_mesh_quantization allows"
                                     : "where the format demands floats")});
            }
    }
}

void reportChannels(File& file, Findings& findings) {
    std::set<size_t> splines;
    const std::vector<AnimationRow> rows = file.animations();
    for (size_t a = 0; a < rows.size(); ++a) {
        const size_t known = findings.size();
        reportAnimation(file, rows[a], std::string(), findings);
        reportSplines(file, rows[a], splines, findings);
        std::set<size_t> inputs;
        for (const AnimationRow::Sampler& sampler : rows[a].samplers)
            if (sampler.input != kNone) inputs.insert(sampler.input);
        reportLastTimes(file, inputs, findings);
        for (size_t f = known; f < findings.size(); ++f)
            findings[f].object = nameOf(File::at(file.member("animations"), a), "Animation", a);
    }
}

void reportAnimatedMatrices(const File& file, Findings& findings) {
    if (file.text("nodes").find("\"matrix\"") == std::string_view::npos) return;
    const Json& nodes = File::list(file.member("nodes"));
    std::set<size_t> reported;
    for (const AnimationRow& row : file.animations())
        for (const auto& [sampler, node, path, isExtended] : row.channels) {
            if (isExtended || path == "weights" || !isPath(path) || node >= nodes.size()) continue;
            if (File::at(nodes[node], "matrix").is_null() || !reported.insert(node).second) continue;
            findings.push_back({"matrix-animated", Severity::warning, nameOf(nodes[node], "node", node),
                                "has a matrix, although clips move it: the format demands translation, rotation and "
                                "scale there"});
        }
}

void reportIndices(const File& file, Findings& findings) {
    const Json& meshes = File::list(file.member("meshes"));
    for (size_t m = 0; m < meshes.size(); ++m) {
        size_t spare = 0;
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives"))) {
            const auto indices = File::index(primitive, "indices"),
                       positions = File::index(File::at(primitive, "attributes"), "POSITION");
            if (positions && isTriangles(primitive)) spare += file.accessor(indices ? *indices : *positions).count % 3;
        }
        if (spare == 0) continue;
        const Measured count = measuredCount(spare, "index", "indices");
        findings.push_back({"indices-incomplete", Severity::warning, nameOf(meshes[m], "mesh", m),
                            count.text + " beyond the last whole triangle ignored", count.figure});
    }
}

void reportMorphs(const File& file, Findings& findings) {
    const Json& meshes = File::list(file.member("meshes"));
    for (size_t m = 0; m < meshes.size(); ++m) {
        if (const std::string misfit = misfitOf(meshes[m], file); !misfit.empty())
            findings.push_back({"morph-misfit", Severity::warning, nameOf(meshes[m], "mesh", m), misfit});
        if (const std::string misnaming = misnamingOf(meshes[m]); !misnaming.empty())
            findings.push_back({"morph-misnamed", Severity::info, nameOf(meshes[m], "mesh", m), misnaming});
    }
    const Json& nodes = File::list(file.member("nodes"));
    for (size_t n = 0; n < nodes.size(); ++n) {
        const Json& node = nodes[n];
        const Json& weights = File::at(node, "weights");
        const auto mesh = File::index(node, "mesh");
        if (!weights.is_array() || !mesh || *mesh >= meshes.size()) continue;
        const Json& primitives = File::list(File::at(meshes[*mesh], "primitives"));
        const size_t targets = primitives.empty() ? 0 : File::list(File::at(primitives.front(), "targets")).size();
        if (weights.size() == targets) continue;
        findings.push_back({"morph-misfit", Severity::warning, nameOf(meshes[*mesh], "mesh", *mesh),
                            fmt::format("node {} has {} weights for {}", inQuotes(nameOf(node, "node", n)),
                                        weights.size(), measuredCount(targets, "morph target", "morph targets").text)});
    }
}

void reportBareParts(const File& file, Findings& findings) {
    constexpr double kLeastBare = 0.1;  // of the vertices: fewer may be meant
    struct Bare {
        std::string mesh;
        size_t vertices = 0;
        bool isSkinned = false;
    };
    std::vector<Bare> bare;
    std::set<size_t> used;  // materials
    size_t skinned = 0, without = 0;
    const Json& meshes = File::list(file.member("meshes"));
    for (size_t m = 0; m < meshes.size(); ++m)
        for (const Json& primitive : File::list(File::at(meshes[m], "primitives"))) {
            const Json& attributes = File::at(primitive, "attributes");
            const auto positions = File::index(attributes, "POSITION");
            const bool isSkinned = !File::at(attributes, "JOINTS_0").is_null();
            const size_t vertices = positions ? file.accessor(*positions).count : 0;
            if (isSkinned) skinned += vertices;
            const Json& variants =
                File::list(File::at(File::at(File::at(primitive, "extensions"), "KHR_materials_variants"), "mappings"));
            for (const Json& mapping : variants)
                if (const auto material = File::index(mapping, "material")) used.insert(*material);
            const auto material = File::index(primitive, "material");
            if (material) used.insert(*material);
            if (material || !variants.empty()) continue;
            if (vertices == 0 || !isTriangles(primitive)) continue;
            if (isSkinned) without += vertices;
            bare.push_back({nameOf(meshes[m], "mesh", m), vertices, isSkinned});
        }
    const Json& materials = File::list(file.member("materials"));
    std::vector<std::string> spare;
    for (size_t i = 0; i < materials.size(); ++i)
        if (!used.contains(i)) spare.push_back(nameOf(materials[i], "material", i));
    const bool isUnlikeOthers =
        !used.empty() && without > 0 && static_cast<double>(without) >= kLeastBare * static_cast<double>(skinned);
    for (const auto& [mesh, vertices, isSkinned] : bare) {
        if (spare.empty() && !(isUnlikeOthers && isSkinned)) continue;
        const Measured count = measuredCount(vertices, "vertex", "vertices");
        findings.push_back({"material-none", spare.empty() ? Severity::info : Severity::warning, mesh,
                            "has " + count.text + " without a material" +
                                (used.empty() ? "" : ", unlike the other parts") +
                                (spare.empty() ? "" : "; nothing has " + listed(spare)),
                            count.figure});
    }
}

void reportTangents(File& file, Findings& findings) {
    for (size_t m = 0; m < File::list(file.member("meshes")).size(); ++m) {
        const Json& mesh = file.member("meshes")[m];
        size_t odd = 0, all = 0;
        for (const Json& primitive : File::list(File::at(mesh, "primitives"))) {
            const auto tangents = File::index(File::at(primitive, "attributes"), "TANGENT");
            const auto numbers = tangents ? file.numbers(*tangents, 4) : std::nullopt;
            for (size_t i = 3; numbers && i < numbers->size(); i += 4) {
                ++all;
                odd += std::abs((*numbers)[i]) != 1.0f;
            }
        }
        if (odd == 0) continue;
        const Measured count = measuredPart(odd, all, "tangent", "tangents");
        findings.push_back(
            {"tangents-odd", Severity::info, nameOf(mesh, "mesh", m),
             count.text + (odd == 1 ? " has" : " have") + " neither 1 nor -1 as handedness; the nearest sign is used",
             count.figure});
    }
}

void reportNormals(File& file, Findings& findings) {
    constexpr float kTolerance = 0.1f, kNoLength = 1e-6f;
    constexpr size_t kMostNormals = size_t{1} << 23;  // of all accessors that are looked at: they may share bytes
    size_t left = kMostNormals;
    for (size_t m = 0; m < File::list(file.member("meshes")).size(); ++m) {
        const Json& mesh = file.member("meshes")[m];
        size_t odd = 0, all = 0;
        for (const Json& primitive : File::list(File::at(mesh, "primitives"))) {
            const auto normals = File::index(File::at(primitive, "attributes"), "NORMAL");
            if (!normals || file.accessor(*normals).componentType != kFloat) continue;
            const size_t count = file.accessor(*normals).count;
            if (count > left) continue;
            left -= count;
            const auto numbers = file.numbers(*normals, 3);
            for (size_t i = 0; numbers && i + 2 < numbers->size(); i += 3) {
                const float length = std::hypot((*numbers)[i], (*numbers)[i + 1], (*numbers)[i + 2]);
                ++all;
                odd += length > kNoLength && std::abs(length - 1.0f) > kTolerance;
            }
        }
        if (odd == 0) continue;
        const Measured count = measuredPart(odd, all, "normal", "normals");
        findings.push_back({"normals-not-unit", Severity::info, nameOf(mesh, "mesh", m),
                            count.text + (odd == 1 ? " is" : " are") + " not of unit length; they are normalized",
                            count.figure});
    }
}

void dropBrokenTransforms(File& file, Findings& findings) {
    constexpr std::array<std::pair<const char*, size_t>, 4> kSizes{
        {{"matrix", 16}, {"translation", 3}, {"rotation", 4}, {"scale", 3}}};
    for (size_t n = 0; n < File::list(file.member("nodes")).size(); ++n)
        for (const auto& [key, size] : kSizes) {
            const Json& node = file.member("nodes")[n];
            const Json& numbers = File::at(node, key);
            if (numbers.is_null()) continue;
            const bool areNumbers = numbers.is_array() &&
                                    std::ranges::all_of(numbers, [](const Json& number) { return number.is_number(); });
            if (areNumbers && numbers.size() == size) continue;
            findings.push_back({"transform-invalid", Severity::error, nameOf(node, "node", n),
                                areNumbers ? fmt::format("has a {} of {} instead of {} numbers; it is ignored", key,
                                                         numbers.size(), size)
                                           : fmt::format("has a {} that is no list of numbers; it is ignored", key)});
            file.change("nodes")[n].erase(key);
        }
}

void reportMatrices(const File& file, Findings& findings) {
    constexpr double kOff = 1e-3;
    const Json& nodes = File::list(file.member("nodes"));
    for (size_t n = 0; n < nodes.size(); ++n) {
        const Json& matrix = File::at(nodes[n], "matrix");
        if (matrix.is_null()) continue;
        const auto row = [&](size_t i) { return matrix[4 * i + 3].get<double>(); };  // columns follow one another
        if (std::abs(row(0)) < kOff && std::abs(row(1)) < kOff && std::abs(row(2)) < kOff &&
            std::abs(row(3) - 1.0) < kOff)
            continue;
        findings.push_back(
            {"matrix-not-affine", Severity::warning, nameOf(nodes[n], "node", n),
             fmt::format("has a matrix whose last row is {:.4g} {:.4g} {:.4g} {:.4g} instead of 0 0 0 1: "
                         "were rows and columns exchanged?",
                         row(0), row(1), row(2), row(3))});
    }
}

void reportImageTypes(File& file, Findings& findings) {
    constexpr size_t kHead = 12;
    for (size_t i = 0; i < File::list(file.member("images")).size(); ++i) {
        const Json& image = file.member("images")[i];
        const Json& stated = File::at(image, "mimeType");
        const auto index = File::index(image, "bufferView");
        if (!stated.is_string() || !index) continue;
        const ViewRow& view = file.view(*index);
        if (!view.isObject || view.size < kHead) continue;
        const std::string head = file.bytes(view.buffer, view.offset, kHead);
        const std::string type = head.starts_with("\x89PNG")        ? "image/png"
                                 : head.starts_with("\xFF\xD8\xFF") ? "image/jpeg"
                                                                    : "";
        const auto& text = stated.get_ref<const std::string&>();
        if (type.empty() || text == type || (text != "image/png" && text != "image/jpeg")) continue;
        findings.push_back({"texture-type-wrong", Severity::warning, nameOf(image, "image", i),
                            fmt::format("says that it is {}, but is {}", text, type)});
    }
}

void repairRotations(File& file, Findings& findings) {
    constexpr double kTolerance = 0.01, kNoLength = 1e-6;
    for (size_t n = 0; n < File::list(file.member("nodes")).size(); ++n) {
        const Json& node = file.member("nodes")[n];
        const Json& rotation = File::at(node, "rotation");
        if (!rotation.is_array() || rotation.size() != 4) continue;
        double squared = 0.0;
        for (const Json& number : rotation)
            squared += number.is_number() ? number.get<double>() * number.get<double>() : 0.0;
        const double length = std::sqrt(squared);
        if (std::abs(length - 1.0) < kTolerance) continue;
        const bool isZero = length < kNoLength;
        findings.push_back({"rotation-not-unit", Severity::warning, nameOf(node, "node", n),
                            isZero ? "rests with a rotation of all zeros, which was ignored"
                                   : fmt::format("rests with a quaternion of length {:.3g}", length)});
        if (isZero) file.change("nodes")[n].erase("rotation");
    }
}

}  // namespace sinew::gltf
