#include "import/fbx/equal_names.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace sinew::fbx {
namespace {

constexpr char kBeforeNumber = '\x1f';

using Counts = std::map<std::string, size_t, std::less<>>;  ///< nodes of a name

bool isModel(const Record& record) {
    const auto [type, name] = splitName(record.text());
    return record.name == "Model" && !name.empty() && (type == "Model" || type.empty());
}

void setName(Record& record, size_t value, std::string_view name, size_t number) {
    if (number > 0) record.values[value] = "Model::" + std::string(name) + kBeforeNumber + std::to_string(number);
}

/// Numbers the models of a list that have a name of `among`, or each name if that is null. Returns how many there are
/// of each.
Counts number(Record& list, const Counts* among) {
    Counts counts;
    for (Record& record : list.children) {
        if (!isModel(record)) continue;
        const std::string name(splitName(record.text()).name);
        if (!among || among->contains(name)) setName(record, 0, name, counts[name]++);
    }
    return counts;
}

/// A connection's end at a node of a name that others have.
struct End {
    Record* connection = nullptr;
    size_t value = 0;
};

void numberEnds(Record& connections, const Counts& counts) {
    std::map<std::tuple<std::string, size_t, std::string>, std::vector<End>>
        groups;  // by name, side and what is at the other one
    for (Record& one : connections.children) {
        if (one.values.size() < 3 || one.text(0) == "PP") continue;
        for (const size_t side : {1, 2}) {
            const auto [type, name] = splitName(one.text(side));
            const std::string_view other = splitName(one.text(3 - side)).type;
            const bool isParent = side == 2 && other == "Model", isBone = side == 1 && other == "SubDeformer";
            if (type == "Model" && !isParent && !isBone && counts.contains(name))
                groups[{std::string(name), side, std::string(other)}].push_back({&one, side});
        }
    }
    for (auto& [key, ends] : groups) {
        const std::string& name = std::get<0>(key);
        const size_t nodes = counts.find(name)->second, ofEach = std::max<size_t>(ends.size() / nodes, 1);
        for (size_t i = 0; i < ends.size(); ++i)
            setName(*ends[i].connection, ends[i].value, name, std::min(i / ofEach, nodes - 1));
    }
}

Record* childOf(Record& record, std::string_view name) {
    const auto found = std::ranges::find(record.children, name, &Record::name);
    return found == record.children.end() ? nullptr : &*found;
}

}  // namespace

void separateEqualNames(Record& root) {
    Record* const objects = childOf(root, "Objects");
    if (!objects) return;
    Counts counts = number(*objects, nullptr);
    std::erase_if(counts, [](const auto& each) { return each.second < 2; });
    if (counts.empty()) return;
    if (Record* connections = childOf(root, "Connections")) numberEnds(*connections, counts);
    if (Record* takes = childOf(root, "Takes"))
        for (Record& take : takes->children)
            number(take, &counts);
}

std::string_view nameInFile(std::string_view separated) {
    return separated.substr(0, separated.find(kBeforeNumber));
}

}  // namespace sinew::fbx
