#include "import/collada/transform.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <deque>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

namespace sinew::collada {
namespace {

using glm::dmat4;
using glm::dvec3;
using glm::dvec4;

struct TransformElement {
    std::string_view name;
    size_t numberCount;
};

/// By TransformKind.
constexpr std::array<TransformElement, 6> kElements{
    {{"lookat", 9}, {"matrix", 16}, {"rotate", 4}, {"scale", 3}, {"skew", 7}, {"translate", 3}}};

dvec3 directionOf(const dvec3& v) {
    const double length = glm::length(v);
    return length > 0.0 ? v / length : v;
}

dmat4 lookAt(const dvec3& eye, const dvec3& point, const dvec3& up) {
    const dvec3 back = directionOf(eye - point), right = directionOf(glm::cross(up, back));
    return {dvec4(right, 0.0), dvec4(glm::cross(back, right), 0.0), dvec4(back, 0.0), dvec4(eye, 1.0)};
}

/// RenderMan's skew: shears along `along` so that directions along `about` tilt toward it by the angle.
dmat4 skew(double degrees, const dvec3& about, const dvec3& along) {
    const dvec3 n = directionOf(along);
    const dvec3 across = about - glm::dot(about, n) * n;
    const dvec3 a = directionOf(across);
    const double lengthAlong = glm::dot(directionOf(about), n), lengthAcross = glm::dot(directionOf(about), a);
    const double radians = glm::radians(degrees), sine = std::sin(radians), cosine = std::cos(radians);
    const double turnedAcross = lengthAcross * cosine - lengthAlong * sine;
    const double turnedAlong = lengthAcross * sine + lengthAlong * cosine;
    const double lean =
        turnedAcross > 0.0 && lengthAcross > 0.0 ? turnedAlong / turnedAcross - lengthAlong / lengthAcross : 0.0;
    dmat4 matrix(1.0);
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row)
            matrix[column][row] += lean * n[row] * a[column];
    return matrix;
}

std::optional<size_t> memberNamed(std::string_view name) {
    constexpr std::array<std::string_view, 4> kNames{"X", "Y", "Z", "W"};
    if (name == "ANGLE") return 3;
    const auto found = std::ranges::find(kNames, name);
    return found == kNames.end() ? std::nullopt : std::optional(static_cast<size_t>(found - kNames.begin()));
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

Node transformWithSid(Node node, std::string_view sid) {
    for (const Node child : node.children())
        if (transformKind(child.name()) && child.attribute("sid").value() == sid) return child;
    return {};
}

}  // namespace

std::optional<TransformKind> transformKind(std::string_view elementName) {
    const auto found = std::ranges::find(kElements, elementName, &TransformElement::name);
    return found == kElements.end() ? std::nullopt
                                    : std::optional(static_cast<TransformKind>(found - kElements.begin()));
}

size_t numberCount(TransformKind kind) {
    return kElements[static_cast<size_t>(kind)].numberCount;
}

glm::dquat rotationOf(std::span<const double> axisAndDegrees) {
    const dvec3 axis(axisAndDegrees[0], axisAndDegrees[1], axisAndDegrees[2]);
    if (!(glm::length(axis) > 0.0)) return {1.0, 0.0, 0.0, 0.0};
    return glm::angleAxis(glm::radians(axisAndDegrees[3]), directionOf(axis));
}

glm::dmat4 matrixOf(TransformKind kind, std::span<const double> numbers) {
    std::array<double, 16> n{};
    std::copy_n(numbers.begin(), std::min(numbers.size(), n.size()), n.begin());
    const dvec3 first(n[0], n[1], n[2]);
    dmat4 matrix(1.0);
    switch (kind) {
        case TransformKind::lookat:
            return lookAt(first, {n[3], n[4], n[5]}, {n[6], n[7], n[8]});
        case TransformKind::matrix:
            for (int row = 0; row < 4; ++row)
                for (int column = 0; column < 4; ++column)
                    matrix[column][row] = n[static_cast<size_t>(4 * row + column)];
            return matrix;
        case TransformKind::rotate:
            return glm::mat4_cast(rotationOf(n));
        case TransformKind::scale:
            for (int i = 0; i < 3; ++i)
                matrix[i][i] = first[i];
            return matrix;
        case TransformKind::skew:
            return skew(n[0], {n[1], n[2], n[3]}, {n[4], n[5], n[6]});
        case TransformKind::translate:
            matrix[3] = dvec4(first, 1.0);
            return matrix;
    }
    return matrix;
}

Node findSid(Node root, std::string_view sid, const char* onlyElement) {
    std::deque<Node> open{root};
    while (!open.empty()) {
        const Node node = open.front();
        open.pop_front();
        if (node.attribute("sid").value() == sid && (!onlyElement || std::string_view(node.name()) == onlyElement))
            return node;
        for (const Node child : node.children())
            if (onlyElement ? std::string_view(child.name()) == onlyElement : child.type() == pugi::node_element)
                open.push_back(child);
    }
    return {};
}

std::optional<Target> targetOf(const Document& document, std::string_view address) {
    size_t slash = address.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    Node node = document.byId(address.substr(0, slash));
    address.remove_prefix(slash + 1);
    while (node && (slash = address.find('/')) != std::string_view::npos) {
        node = findSid(node, address.substr(0, slash));
        address.remove_prefix(slash + 1);
    }
    if (!node) return std::nullopt;

    Target result{.node = node, .element = transformWithSid(node, address), .member = {}};
    if (!result.element) {  // the last part is a sid and a member
        const size_t end = address.find('(') != std::string_view::npos ? address.find('(') : address.rfind('.');
        if (end == std::string_view::npos) return std::nullopt;
        result.element = transformWithSid(node, address.substr(0, end));
        result.member = address[end] == '(' ? memberAt(address.substr(end)) : memberNamed(address.substr(end + 1));
        if (!result.element || !result.member) return std::nullopt;
    }
    if (std::string_view(node.name()) != "node") return std::nullopt;
    if (result.member && *result.member >= numberCount(*transformKind(result.element.name()))) return std::nullopt;
    return result;
}

}  // namespace sinew::collada
