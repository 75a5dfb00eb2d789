#include "import/collada_geometry.h"

#include <algorithm>
#include <array>

#include "import/collada_numbers.h"

namespace sinew {
namespace {

using Node = pugi::xml_node;

std::vector<aiVector3D> vectorsOf(const ColladaDocument& document, Node source) {
    const ColladaNumbers numbers = colladaNumbers(document, source);
    std::vector<aiVector3D> vectors;
    if (numbers.width < 3) return vectors;
    vectors.reserve(numbers.count());
    for (size_t i = 0; i < numbers.values.size(); i += numbers.width)
        vectors.emplace_back(static_cast<float>(numbers.values[i]), static_cast<float>(numbers.values[i + 1]),
                             static_cast<float>(numbers.values[i + 2]));
    return vectors;
}

/// The corners of the faces that one <p> lists. assimp takes strips apart into triangles, each second one turned.
std::vector<size_t> cornersOf(std::string_view primitive, size_t listed) {
    std::vector<size_t> corners;
    if (primitive != "tristrips") {
        for (size_t i = 0; i < listed; ++i)
            corners.push_back(i);
        return corners;
    }
    for (size_t i = 0; i + 2 < listed; ++i) {
        const size_t odd = i % 2;
        corners.insert(corners.end(), {i + odd, i + 1 - odd, i + 2});
    }
    return corners;
}

ColladaGeometry::Corners readCorners(const ColladaDocument& document, Node primitive, size_t vertexCount) {
    size_t width = 1, vertexOffset = 0, normalOffset = 0;
    std::vector<aiVector3D> normals;
    for (const Node input : primitive.children("input")) {
        const std::string_view semantic = input.attribute("semantic").value();
        const size_t offset = input.attribute("offset").as_uint(0);
        width = std::max(width, offset + 1);
        if (semantic == "VERTEX") vertexOffset = offset;
        if (semantic != "NORMAL" || !normals.empty()) continue;
        normalOffset = offset;
        normals = vectorsOf(document, document.byId(input.attribute("source").value()));
    }
    ColladaGeometry::Corners result;
    bool inRange = true;
    forEachElement(primitive, [&](Node list) {
        if (std::string_view(list.name()) != "p") return true;
        std::vector<int64_t> indices;
        forEachInteger(list.text().get(), [&](int64_t index) { indices.push_back(index); });
        for (const size_t corner : cornersOf(primitive.name(), indices.size() / width)) {
            const auto vertex = static_cast<uint64_t>(indices[corner * width + vertexOffset]);
            const auto normal = static_cast<uint64_t>(indices[corner * width + normalOffset]);
            inRange = inRange && vertex < vertexCount;
            if (normal >= normals.size()) normals.clear();
            result.vertices.push_back(static_cast<uint32_t>(vertex));
            if (!normals.empty()) result.normals.push_back(normals[normal]);
        }
        return false;
    });
    if (!inRange) return {};
    if (result.normals.size() != result.vertices.size()) result.normals.clear();
    return result;
}

}  // namespace

ColladaGeometry readColladaGeometry(const ColladaDocument& document, Node geometry) {
    constexpr std::array<std::string_view, 5> kFaces{"triangles", "polylist", "polygons", "tristrips", "trifans"};
    ColladaGeometry result;
    const Node mesh = geometry.child("mesh"), vertices = mesh.child("vertices");
    result.positions = vectorsOf(document, colladaInput(document, vertices, "POSITION"));
    result.normals = vectorsOf(document, colladaInput(document, vertices, "NORMAL"));
    if (result.normals.size() != result.positions.size()) result.normals.clear();
    for (const Node child : mesh.children())
        if (std::find(kFaces.begin(), kFaces.end(), child.name()) != kFaces.end())
            result.groups.push_back(readCorners(document, child, result.positions.size()));
    return result;
}

}  // namespace sinew
