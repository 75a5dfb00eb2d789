#include "app/options/names.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <span>
#include <vector>

#include "app/options/values.h"
#include "base/numbered_names.h"
#include "import/build/clip_names.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kMostListed = 30;
constexpr std::string_view kName = "{name}", kNumber = "{number}", kClip = "{clip}";

/// "0 Hips, 2 Spine and 5 more"
std::string listOf(std::span<const uint32_t> indices, const std::function<const std::string&(size_t)>& nameOf) {
    std::string list;
    for (const uint32_t i : indices.first(std::min(indices.size(), kMostListed)))
        list += fmt::format("{}{} {}", list.empty() ? "" : ", ", i, nameOf(i).empty() ? "(unnamed)" : nameOf(i));
    if (indices.size() > kMostListed) list += fmt::format(" and {} more", indices.size() - kMostListed);
    return list;
}

std::string listOfAll(size_t count, const std::function<const std::string&(size_t)>& nameOf) {
    std::vector<uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0u);
    return listOf(all, nameOf);
}

/// `output` with values for its placeholders.
std::string filledIn(std::string_view output, std::span<const Named<std::string>> values, bool doublePercent) {
    std::string result;
    while (!output.empty()) {
        const auto isNext = [&](const Named<std::string>& value) { return output.starts_with(value.name); };
        const auto value = std::ranges::find_if(values, isNext);
        if (value == values.end()) {
            result += output.front();
            output.remove_prefix(1);
            continue;
        }
        for (const char c : value->value)
            result.append(c == '%' && doublePercent ? 2 : 1, c);
        output.remove_prefix(value->name.size());
    }
    return result;
}

}  // namespace

std::optional<size_t> findNamed(size_t count, const std::function<const std::string&(size_t)>& nameOf,
                                std::string_view nameOrIndex) {
    for (size_t i = 0; i < count; ++i)
        if (nameOf(i) == nameOrIndex) return i;
    if (const auto index = parseCount(nameOrIndex); index && *index < count) return *index;

    const std::string wanted = lowerCase(nameOrIndex);
    std::optional<size_t> similar;
    size_t similarCount = 0;
    for (size_t i = 0; i < count; ++i) {
        const std::string name = lowerCase(nameOf(i));
        if (name == wanted) return i;
        if (name.find(wanted) == std::string::npos) continue;
        similar = i;
        ++similarCount;
    }
    return similarCount == 1 ? similar : std::nullopt;
}

std::optional<size_t> findClip(const Model& model, std::string_view nameOrIndex, std::string_view option) {
    if (nameOrIndex == "none") return std::nullopt;
    const auto& clips = model.clips;
    const auto nameOf = [&](size_t i) -> const std::string& { return clips[i].name; };
    if (const auto found = findNamed(clips.size(), nameOf, nameOrIndex)) return found;
    const auto isMeant = [&](const AnimationClip& clip) { return isShortFor(clip.name, nameOrIndex); };
    if (const auto found = std::ranges::find_if(clips, isMeant); found != clips.end()) return found - clips.begin();
    if (nameOrIndex == "all" && option == "--animation")
        refuseUsage("--animation all: requires --sheet COLSxROWS, or {{clip}} in --output");
    if (clips.empty()) refuseUsage("{} {}: the model has no clips", option, nameOrIndex);
    refuseUsage("{} {}: no such clip; available clips: {}", option, nameOrIndex, listOfAll(clips.size(), nameOf));
}

uint32_t findBone(const Model& model, std::string_view nameOrIndex) {
    const std::vector<std::string>& names = model.hierarchy.names;
    const auto nameOf = [&](size_t i) -> const std::string& { return names[i]; };
    if (const auto found = findNamed(names.size(), nameOf, nameOrIndex)) return static_cast<uint32_t>(*found);
    refuseUsage("--bone {}: no such bone; available bones: {}", nameOrIndex, listOf(movingNodes(model), nameOf));
}

uint32_t findMaterial(const Model& model, std::string_view nameOrIndex) {
    const std::vector<Material>& materials = model.materials;
    const auto nameOf = [&](size_t i) -> const std::string& { return materials[i].name; };
    if (const auto found = findNamed(materials.size(), nameOf, nameOrIndex)) return static_cast<uint32_t>(*found);
    refuseUsage("--material {}: no such material; available materials: {}", nameOrIndex,
                listOfAll(materials.size(), nameOf));
}

std::string_view unknownPlaceholder(std::string_view output) {
    for (size_t begin = output.find('{'); begin != std::string_view::npos; begin = output.find('{', begin + 1)) {
        const size_t end = output.find_first_of("{}/", begin + 1);
        if (end == std::string_view::npos || output[end] != '}') continue;
        const std::string_view placeholder = output.substr(begin, end + 1 - begin);
        if (placeholder != kName && placeholder != kNumber) return placeholder;
    }
    return {};
}

bool namesEachModel(std::string_view output) {
    return output.find(kName) != std::string_view::npos || output.find(kNumber) != std::string_view::npos;
}

bool namesEachClip(std::string_view output) {
    return output.find(kClip) != std::string_view::npos;
}

std::string outputFor(std::string_view output, const std::string& path, size_t number, bool doublePercent) {
    const Named<std::string> values[] = {{kName, std::filesystem::path(path).stem().string()},
                                         {kNumber, fmt::format("{:04}", number)}};
    return filledIn(output, values, doublePercent);
}

std::vector<std::string> clipOutputs(std::string_view output, std::vector<std::string> clips, bool doublePercent) {
    NumberedNames taken;  // in lower case: some file systems do not tell the cases apart
    for (std::string& name : clips) {
        const auto isUnsafe = [](unsigned char c) { return c < ' ' || std::string_view("/\\:*?\"<>|").find(c) < 9; };
        std::ranges::replace_if(name, isUnsafe, '_');
        if (name.find_first_not_of('.') == std::string::npos) name = "clip";
        if (!taken.take(lowerCase(name))) name = taken.takeNumbered(lowerCase(name) + " ");
        name = filledIn(output, std::array{Named<std::string>{kClip, name}}, doublePercent);
    }
    return clips;
}

}  // namespace sinew
