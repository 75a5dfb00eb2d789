// Writes the seed files of the import's fuzzer: import_seeds FOLDER. The first byte is the index of the ending in
// import_endings.h.

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "import_endings.h"
#include "support/import_files.h"
#include "support/models/morphed_fbx.h"
#include "support/models/ogre.h"
#include "support/models/old_fbx.h"
#include "support/models/rigged_files.h"
#include "support/models/zip.h"

namespace {

/// Writes the smallest file of each ending that the fuzzer knows, from assimp's test models if they are installed.
void writeModels(const std::filesystem::path& models, const std::filesystem::path& folder) {
    constexpr uintmax_t kMost = 64 * 1024;
    std::map<size_t, std::pair<uintmax_t, std::filesystem::path>> smallest;
    std::error_code isAbsent;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(models, isAbsent)) {
        if (!entry.is_regular_file() || entry.file_size() > kMost) continue;
        std::string name = entry.path().filename().string();
        for (char& c : name)
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        const auto found =
            std::ranges::find_if(kEndings, [&](std::string_view ending) { return name.ends_with(ending); });
        if (found == kEndings.end()) continue;
        const auto file = std::pair(entry.file_size(), entry.path());
        const auto [at, isNew] = smallest.emplace(found - kEndings.begin(), file);
        if (!isNew) at->second = std::min(at->second, file);
    }
    for (const auto& [ending, file] : smallest) {
        std::ifstream stream(file.second, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        import_files::write(folder / ("model" + std::string(kEndings[ending])), static_cast<char>(ending) + bytes);
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return std::fputs("usage: import_seeds FOLDER\n", stderr), 2;
    const std::filesystem::path folder = arguments[1];
    const std::vector<std::pair<char, std::string>> seeds{
        {0, import_files::riggedCollada()},
        {1, import_files::riggedGltf(true)},
        {2, import_files::riggedGltf(false)},
        {3, import_files::morphedFbx()},
        {3, import_files::oldFbx()},
        {3, import_files::olderFbx()},
        {4,
         "xof 0303txt 0032\nFrame Root { FrameTransformMatrix { 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;; }\n"
         "Mesh m { 3; 0;0;0;,1;0;0;,0;1;0;; 1; 3;0,1,2;; } }\n"},
        {6,
         "version 1\nnodes\n0 \"root\" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\nend\ntriangles\nskin.bmp\n"
         "0 0 0 0 0 0 1 0 0\n0 1 0 0 0 0 1 1 0\n0 0 1 0 0 0 1 0 1\nend\n"},
        {7,
         "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\njoints {\n\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n"
         "mesh {\nshader \"a\"\nnumverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 1 0 ) 1 1\nvert 2 ( 0 1 ) 2 1\nnumtris 1\n"
         "tri 0 0 1 2\nnumweights 3\nweight 0 0 1 ( 0 0 0 )\nweight 1 0 1 ( 1 0 0 )\nweight 2 0 1 ( 0 1 0 )\n}\n"},
        {8, "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n"},
        {29,
         "GeometryNode $n { ObjectRef {ref {$g}} }\nGeometryObject $g { Mesh (primitive = \"triangles\") {\n"
         "VertexArray (attrib = \"position\") { float[3] { {0,0,0}, {1,0,0}, {0,1,0} } }\n"
         "IndexArray { unsigned_int32[3] { {0, 1, 2} } } } }\n"},
        {38, ogre::mesh()},
        {39, zip::archiveOf({{"model.dae", import_files::riggedCollada()}})},
        {2, "version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 12345\n"},
    };
    for (size_t i = 0; i < seeds.size(); ++i)
        import_files::write(folder / ("seed_" + std::to_string(i)), seeds[i].first + seeds[i].second);
    writeModels("/usr/share/assimp/models", folder);
    return 0;
}
