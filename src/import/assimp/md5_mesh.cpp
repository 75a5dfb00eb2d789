#include "import/assimp/md5_mesh.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "import/files/input_file.h"

namespace sinew {
namespace {

/// Takes the next word off `line`; brackets separate, too. Empty at the end.
std::string_view nextWord(std::string_view& line) {
    constexpr std::string_view kBetween = " \t\r\f\v()";
    line.remove_prefix(std::min(line.find_first_not_of(kBetween), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(kBetween));
    line.remove_prefix(word.size());
    return word;
}

/// Digits up to the first other character, as assimp reads them; the largest number where there are more.
uint64_t nextNumber(std::string_view& line) {
    uint64_t number = 0;
    for (const char c : nextWord(line)) {
        if (c < '0' || c > '9') break;
        number = std::min<uint64_t>(number * 10 + static_cast<uint64_t>(c - '0'), UINT32_MAX);
    }
    return number;
}

/// Returns what follows the name.
std::string_view requireName(std::string_view line) {
    constexpr size_t kLongest = 1023;  // that an aiString holds
    const size_t begin = line.find('"');
    const size_t end = begin == std::string_view::npos ? begin : line.find('"', begin + 1);
    if (end == std::string_view::npos) throw Error(Exit::input, "a name without quotes, or an unclosed one");
    if (end - begin > kLongest) throw Error(Exit::input, "a name of more than 1,022 bytes");
    return line.substr(end + 1);
}

/// The number of the joint above that of the line; -1 where there is none.
int64_t parentOf(std::string_view line) {
    line = requireName(line);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const bool isNegative = line.starts_with('-');
    if (isNegative) line.remove_prefix(1);
    const auto number = static_cast<int64_t>(nextNumber(line));
    return isNegative ? -number : number;
}

struct Run {
    uint64_t vertex = 0, first = 0, count = 0;
};

/// The numbers of one mesh section.
struct MeshLists {
    uint64_t weightCount = 0;  ///< as many as there are lines, or as it says
    uint64_t mostJoint = 0;    ///< that a weight names
    bool hasWeights = false;
    uint64_t vertexCount = 0;  ///< that it says, or that the numbers of its lines need
    std::vector<Run> runs;
    uint64_t triangleCount = 0;       ///< that it says, or that the numbers of its lines need
    std::vector<uint64_t> triangles;  ///< the numbers of its lines

    void add(std::string_view line) {
        const std::string_view word = nextWord(line);
        if (word == "numweights") {
            weightCount = nextNumber(line);
        } else if (word == "weight") {
            weightCount = std::max(weightCount, nextNumber(line) + 1);
            mostJoint = std::max(mostJoint, nextNumber(line));
            hasWeights = true;
        } else if (word == "numtris") {
            triangleCount = nextNumber(line);
        } else if (word == "tri") {
            triangles.push_back(nextNumber(line));
            triangleCount = std::max(triangleCount, triangles.back() + 1);
        } else if (word == "vert") {
            Run run{.vertex = nextNumber(line)};
            nextWord(line), nextWord(line);  // texture coordinates
            run.first = nextNumber(line);
            run.count = nextNumber(line);
            runs.push_back(run);
            vertexCount = std::max(vertexCount, run.vertex + 1);
        } else if (word == "numverts") {
            vertexCount = nextNumber(line);
        }
    }

    void requireSound(size_t number, uint64_t jointCount) {
        std::ranges::sort(triangles);
        triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
        if (triangleCount > 0 && vertexCount > 3 * triangleCount)
            throw Error(Exit::input, fmt::format("mesh {} has more vertices ({}) than its {} triangles have corners",
                                                 number, vertexCount, triangleCount));
        if (triangles.size() != triangleCount)
            throw Error(Exit::input, fmt::format("mesh {} lacks {} of its {} triangles", number,
                                                 triangleCount - triangles.size(), triangleCount));
        for (const Run& run : runs)
            if (run.first + run.count > weightCount)
                throw Error(Exit::input,
                            fmt::format("vertex {} of mesh {} has the weights {} to {}, and the mesh {}", run.vertex,
                                        number, run.first, run.first + run.count - 1, weightCount));
        if (hasWeights && mostJoint >= jointCount)
            throw Error(Exit::input, fmt::format("a weight of mesh {} is of joint {}, and there are {}", number,
                                                 mostJoint, jointCount));
    }
};

}  // namespace

void requireSoundMd5Mesh(const InputFile& file) {
    constexpr size_t kHead = 4096;
    const std::string head = file.content(0, kHead);
    if (!head.substr(std::min(head.find_first_not_of(" \t"), head.size())).starts_with("MD5Version")) return;
    const std::string text = file.content();
    if (text.substr(0, text.find_last_not_of('\0') + 1).find('\0') != std::string::npos)
        throw Error(Exit::input, "contains a zero byte");
    std::vector<MeshLists> meshes;
    std::vector<int64_t> parents;  // of the joints
    enum class Section { none, joints, mesh, other } section = Section::none;
    for (size_t at = 0; at < text.size();) {
        // A section begins anywhere on a line, and ends only at the beginning of one.
        const std::string_view stops = section == Section::none ? "\r\n\f{" : "\r\n\f";
        const size_t end = std::min(text.find_first_of(stops, at), text.size());
        std::string_view line = std::string_view(text).substr(at, end - at);
        at = end + 1;
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (section == Section::none) {
            if (end == text.size() || text[end] != '{') continue;
            section = line.starts_with("joints") ? Section::joints
                      : line.starts_with("mesh") ? Section::mesh
                                                 : Section::other;
            if (section == Section::mesh) meshes.emplace_back();
            continue;
        }
        if (line.starts_with('}')) {
            section = Section::none;
            at = end - line.size() + 1;
        } else if (section == Section::joints && !line.empty()) {
            parents.push_back(parentOf(line));
        } else if (section == Section::mesh) {
            if (line.starts_with("shader")) requireName(line);
            meshes.back().add(line);
        }
    }
    const auto joints = std::ssize(parents);
    for (size_t i = 0; i < parents.size(); ++i)
        if (parents[i] < -1 || parents[i] >= joints)
            throw Error(Exit::input,
                        fmt::format("joint {} has parent {}, but there are only {} joints", i, parents[i], joints));
    for (size_t i = 0; i < meshes.size(); ++i)
        meshes[i].requireSound(i, parents.size());
}

}  // namespace sinew
