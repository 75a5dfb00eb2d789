#include "import/build/meshes.h"

#include <string>

#include "support/catch.h"
#include "support/import_files.h"
#include "support/models/collada.h"

using import_files::Collada;
using sinew::kMaxNodes;

namespace {

size_t nodeCount(size_t beside) {
    Collada file;
    for (size_t i = 0; i < beside; ++i)
        file.nodes += "<node id=\"n" + std::to_string(i) + "\"/>";
    return import_files::importText("model.dae", file.text()).model.hierarchy.size();
}

/// Checks meshes of that many vertices.
void check(size_t inFirst, size_t inSecond) {
    std::vector<sinew::SourceMesh> meshes(2);
    meshes[0].positions.resize(inFirst), meshes[1].positions.resize(inSecond);
    sinew::checkVertexCount(meshes);
}

}  // namespace

TEST_CASE("The maximum number of nodes is read, and one more is refused") {
    const size_t own = nodeCount(0);
    CHECK(nodeCount(kMaxNodes - own) == kMaxNodes);
    CHECK_THROWS_WITH(nodeCount(kMaxNodes - own + 1), Catch::Matchers::EndsWith("has more than 65536 nodes"));
}

TEST_CASE("The limit on vertices applies to all meshes together") {
    CHECK_NOTHROW(check(sinew::kMaxVertices - 3, 3));
    CHECK_THROWS_WITH(check(sinew::kMaxVertices - 3, 4), "has more than 67108864 vertices");
}

TEST_CASE("The limit on vertices that are shown counts instances, before they are made") {
    const auto importShown = [](size_t instances) {
        Collada file;
        for (size_t i = 0; i + 1 < instances; ++i)
            file.nodes += "<node><instance_geometry url=\"#quad\"/></node>";
        // 2^15 corners of their own
        std::string corners, points;
        for (int i = 0; i < 10922 * 3; ++i) {
            corners += std::to_string(i) + " ";
            points += std::to_string(i % 3) + " " + std::to_string(i % 5) + " " + std::to_string(i) + " ";
        }
        const auto with = [](std::string text, const std::string& from, const std::string& to) {
            return text.replace(text.find(from), from.size(), to);
        };
        std::string text = with(file.text(), "<p>0 1 2 0 2 3", "<p>" + corners);
        text = with(text, "<triangles count=\"2\"", "<triangles count=\"10922\"");
        text = with(text, "count=\"12\">0 0 0 1 0 0 1 1 0 0 1 0", "count=\"98298\">" + points);
        return import_files::importText("model.dae",
                                        with(text, "count=\"4\" stride=\"3\"", "count=\"32766\" stride=\"3\""));
    };
    CHECK(importShown(2).model.instances.size() == 2);
    CHECK_THROWS_WITH(importShown(2050), Catch::Matchers::ContainsSubstring("at most 67108864 are shown"));
}
