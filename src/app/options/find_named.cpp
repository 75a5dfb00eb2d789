#include "app/options/find_named.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "error.h"
#include "model/poses.h"
#include "model/text.h"

namespace sinew {
namespace {

constexpr size_t kMostListed = 30;

}  // namespace

std::optional<size_t> findNamed(size_t count, const std::function<const std::string&(size_t)>& nameOf,
                                std::string_view nameOrIndex) {
    for (size_t i = 0; i < count; ++i)
        if (nameOf(i) == nameOrIndex) return i;
    size_t index = 0;
    const auto [end, error] = std::from_chars(nameOrIndex.data(), nameOrIndex.data() + nameOrIndex.size(), index);
    if (error == std::errc() && end == nameOrIndex.data() + nameOrIndex.size() && index < count) return index;

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
    if (nameOrIndex == "all" && option == "--animation")
        throw Error(Exit::usage, "--animation all: requires --sheet COLSxROWS");
    std::string list;
    for (size_t i = 0; i < clips.size(); ++i)
        list += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, clips[i].name);
    throw Error(Exit::usage, clips.empty()
                                 ? fmt::format("{} {}: the model has no clips", option, nameOrIndex)
                                 : fmt::format("{} {}: no such clip; available clips: {}", option, nameOrIndex, list));
}

uint32_t findBone(const Model& model, std::string_view nameOrIndex) {
    const std::vector<std::string>& names = model.hierarchy.names;
    const auto nameOf = [&](size_t i) -> const std::string& { return names[i]; };
    if (const auto found = findNamed(names.size(), nameOf, nameOrIndex)) return static_cast<uint32_t>(*found);
    const std::vector<uint32_t> bones = movingNodes(model);
    std::string list;
    for (size_t i = 0; i < std::min(bones.size(), kMostListed); ++i)
        list += fmt::format("{}{} {}", i == 0 ? "" : ", ", bones[i], names[bones[i]]);
    if (bones.size() > kMostListed) list += fmt::format(" and {} more", bones.size() - kMostListed);
    throw Error(Exit::usage, fmt::format("--bone {}: no such bone; available bones: {}", nameOrIndex, list));
}

}  // namespace sinew
