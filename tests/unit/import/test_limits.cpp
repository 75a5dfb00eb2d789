#include "import/limits.h"

#include <memory>
#include <string>

#include <assimp/mesh.h>
#include <assimp/scene.h>

#include "error.h"
#include "import_files.h"
#include "support/catch.h"
#include "support/temporary_folder.h"

using import_files::Collada;
using sinew::kMaxNodes;

namespace {

size_t nodeCount(size_t beside) {
    Collada file;
    for (size_t i = 0; i < beside; ++i)
        file.nodes += "<node id=\"n" + std::to_string(i) + "\"/>";
    const TemporaryFolder folder;
    import_files::write(folder / "model.dae", file.text());
    return sinew::importModel(folder / "model.dae").model.hierarchy.size();
}

/// That many vertices, said and not held.
void check(uint64_t inFirst, uint64_t inSecond) {
    aiScene scene;
    scene.mNumMeshes = 2;
    scene.mMeshes = new aiMesh* [2] { new aiMesh, new aiMesh };
    scene.mMeshes[0]->mNumVertices = static_cast<unsigned>(inFirst);
    scene.mMeshes[1]->mNumVertices = static_cast<unsigned>(inSecond);
    sinew::checkVertexCount(scene);
}

}  // namespace

TEST_CASE("As many nodes as the limit are read, and one more is refused by its name") {
    const size_t own = nodeCount(0);
    CHECK(nodeCount(kMaxNodes - own) == kMaxNodes);
    CHECK_THROWS_WITH(nodeCount(kMaxNodes - own + 1), Catch::Matchers::ContainsSubstring("more than 65536 nodes"));
}

TEST_CASE("The vertices of all meshes count together, and more than the limit are refused by its name") {
    CHECK_NOTHROW(check(sinew::kMaxVertices - 3, 3));
    CHECK_THROWS_WITH(check(sinew::kMaxVertices - 3, 4), "has more than 67108864 vertices");
}
