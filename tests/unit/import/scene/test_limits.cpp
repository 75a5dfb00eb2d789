#include "import/scene/meshes.h"

#include <memory>
#include <string>

#include <assimp/mesh.h>
#include <assimp/scene.h>

#include "error.h"
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

/// Checks a scene that claims that many vertices.
void check(uint64_t inFirst, uint64_t inSecond) {
    aiScene scene;
    scene.mNumMeshes = 2;
    scene.mMeshes = new aiMesh* [2] { new aiMesh, new aiMesh };
    scene.mMeshes[0]->mNumVertices = static_cast<unsigned>(inFirst);
    scene.mMeshes[1]->mNumVertices = static_cast<unsigned>(inSecond);
    sinew::checkVertexCount(scene);
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
