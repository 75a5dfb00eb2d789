#include "import/collada_target.h"

#include <array>
#include <charconv>
#include <deque>

#include "import/collada_transform.h"

namespace sinew {
namespace {

std::optional<size_t> memberNamed(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, size_t>, 5> kNames{
        {{"X", 0}, {"Y", 1}, {"Z", 2}, {"W", 3}, {"ANGLE", 3}}};
    for (const auto& [known, index] : kNames)
        if (known == name) return index;
    return std::nullopt;
}

/// "(3)" or "(3)(1)": the column, then the row.
std::optional<size_t> memberAt(std::string_view indices) {
    std::array<size_t, 2> numbers{};
    size_t count = 0;
    while (!indices.empty() && count < 2) {
        if (indices.front() != '(') return std::nullopt;
        const size_t close = indices.find(')');
        if (close == std::string_view::npos) return std::nullopt;
        const auto [end, error] = std::from_chars(indices.data() + 1, indices.data() + close, numbers[count]);
        if (error != std::errc() || end != indices.data() + close) return std::nullopt;
        indices.remove_prefix(close + 1);
        ++count;
    }
    if (count == 0 || !indices.empty()) return std::nullopt;
    if (count == 1) return numbers[0];
    if (numbers[0] > 3 || numbers[1] > 3) return std::nullopt;
    return numbers[0] + 4 * numbers[1];
}

pugi::xml_node transformWithSid(pugi::xml_node node, std::string_view sid) {
    for (const pugi::xml_node child : node.children())
        if (transformKind(child.name()) && child.attribute("sid").value() == sid) return child;
    return {};
}

}  // namespace

pugi::xml_node findSid(pugi::xml_node root, std::string_view sid, const char* onlyElement) {
    std::deque<pugi::xml_node> open{root};
    while (!open.empty()) {
        const pugi::xml_node node = open.front();
        open.pop_front();
        if (node.attribute("sid").value() == sid && (!onlyElement || std::string_view(node.name()) == onlyElement))
            return node;
        for (const pugi::xml_node child : node.children())
            if (onlyElement ? std::string_view(child.name()) == onlyElement : child.type() == pugi::node_element)
                open.push_back(child);
    }
    return {};
}

std::optional<ColladaTarget> colladaTarget(const ColladaDocument& document, std::string_view target) {
    size_t slash = target.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    pugi::xml_node node = document.byId(target.substr(0, slash));
    target.remove_prefix(slash + 1);
    while (node && (slash = target.find('/')) != std::string_view::npos) {
        node = findSid(node, target.substr(0, slash));
        target.remove_prefix(slash + 1);
    }
    if (!node) return std::nullopt;

    ColladaTarget result{.node = node, .element = transformWithSid(node, target), .member = {}};
    if (!result.element) {  // not a sid as it stands: one with a member behind it
        const size_t end = target.find('(') != std::string_view::npos ? target.find('(') : target.rfind('.');
        if (end == std::string_view::npos) return std::nullopt;
        result.element = transformWithSid(node, target.substr(0, end));
        result.member = target[end] == '(' ? memberAt(target.substr(end)) : memberNamed(target.substr(end + 1));
        if (!result.element || !result.member) return std::nullopt;
    }
    if (std::string_view(node.name()) != "node") return std::nullopt;
    if (result.member && *result.member >= numberCount(*transformKind(result.element.name()))) return std::nullopt;
    return result;
}

}  // namespace sinew
