#include "import/files/unread_formats.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include <assimp/version.h>
#include <libdeflate.h>

#include "base/text.h"
#include "import/files/formats.h"
#include "import/files/model_folder.h"

namespace sinew {
namespace {

constexpr const char* kBlender =
    "Blender's own files are not read; in Blender, export glTF (.glb): File > Export > glTF 2.0";

struct UnreadFormat {
    std::string_view ending;  ///< or beginning
    const char* advice;
};

constexpr UnreadFormat kUnread[] = {
    {".blend", kBlender},
    {".m3d", "Model 3D files are not read; convert it to glTF (.glb), for example with Blender and the M3D add-on"},
    {".skeleton", "an Ogre skeleton is read with its mesh; open the .mesh or .mesh.xml beside it"},
    {".skeleton.xml", "an Ogre skeleton is read with its mesh; open the .mesh or .mesh.xml beside it"},
    {".max", "3ds Max's own files are not read; export FBX (.fbx) from 3ds Max: File > Export"},
    {".ma", "Maya's own files are not read; export FBX (.fbx) from Maya: File > Export All"},
    {".mb", "Maya's own files are not read; export FBX (.fbx) from Maya: File > Export All"},
    {".c4d", "Cinema 4D's own files are not read; export glTF (.glb) or FBX (.fbx) from Cinema 4D: File > Export"},
    {".wrl", "VRML is not read; import it in Blender and export glTF (.glb)"},
    {".usd", "USD is not read; import it in Blender and export glTF (.glb)"},
    {".usda", "USD is not read; import it in Blender and export glTF (.glb)"},
    {".usdc", "USD is not read; import it in Blender and export glTF (.glb)"},
    {".usdz", "USD is not read; import it in Blender and export glTF (.glb)"},
};

/// By the first bytes of the file.
constexpr UnreadFormat kUnreadContents[] = {
    {"UMDL", "Urho3D's own models are not read; export glTF (.glb) from the model's source"},
    {"UMD2", "Urho3D's own models are not read; export glTF (.glb) from the model's source"},
    {"UMDN", "rbfx's own models are not read; export glTF (.glb) from the model's source"},
    {"RSRC",
     "Godot's own resources are not read; open the model that Godot imported, or export glTF (.glb) from Godot: "
     "Scene > Export As"},
    {"RSCC",
     "Godot's own resources are not read; open the model that Godot imported, or export glTF (.glb) from Godot: "
     "Scene > Export As"},
    {"\x28\xb5\x2f\xfd",
     "zstd archives are not read; if it is a Blender file, open it in Blender and export glTF (.glb): "
     "File > Export > glTF 2.0"},
};

bool isBinaryGltf1(const InputFile& file) {
    constexpr std::string_view kMagic("glTF\1\0\0\0", 8);
    return file.content(0, kMagic.size()) == kMagic;
}

/// gzip, as Blender before 3.0 compresses, of Blender's file.
bool isGzippedBlend(const InputFile& file) {
    constexpr std::string_view kGzip = "\x1f\x8b", kMagic = "BLENDER";
    constexpr size_t kPacked = size_t{1} << 16, kUnpacked = size_t{1} << 18;
    const std::string packed = file.content(0, kPacked);
    if (!packed.starts_with(kGzip)) return false;
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    std::string unpacked(kUnpacked, '\0');
    // It fails, because neither all of the file is there nor room for it, but has written what it read.
    if (decompressor)
        (void)libdeflate_gzip_decompress(decompressor.get(), packed.data(), packed.size(), unpacked.data(),
                                         unpacked.size(), nullptr);
    return unpacked.starts_with(kMagic);
}

/// A symbolic link that was checked out as text: the path of another file with the model's ending, and nothing else.
bool isLinkAsText(const ModelFolder& folder) {
    constexpr size_t kLongest = 512;
    const InputFile& file = folder.model();
    if (file.size() > kLongest) return false;
    const std::string text = file.content(), ending = endingOf(folder.modelPath());
    const bool isLine = std::ranges::all_of(text, [](unsigned char c) { return c > 0x20 && c != 0x7F && c != '"'; });
    return isLine && !ending.empty() && text.size() > ending.size() && lowerCase(text).ends_with(ending);
}

}  // namespace

std::string adviceForUnread(const ModelFolder& folder) {
    if (isLfsPointer(folder.model().content(0, 64))) return kIsLfsPointer;
    if (isLinkAsText(folder))
        return "is a symbolic link that was checked out as text; open " + inQuotes(folder.model().content()) +
               ", or set git config core.symlinks true and check it out again";
    if (folder.model().content(0, 7) == "BLENDER" || isGzippedBlend(folder.model())) return kBlender;
    if (isBinaryGltf1(folder.model()))
        return "binary glTF 1.0 is not read; convert it to glTF 2.0, for example with gltf-pipeline -i old.glb -o "
               "new.glb";
    if (const std::string head = folder.model().content(0, 12); head.starts_with("FORM") && head.ends_with("LWOB"))
        return "LightWave objects of before version 6 (LWOB) are not read; open it in LightWave 6 or later, or in "
               "Modo, and "
               "save it again";
    if (folder.model().content(0, 4) == "3DMO") return kUnread[1].advice;
    const std::string name = folder.modelPath().filename().string(), ending = endingOf(folder.modelPath());
    const std::string beginning = folder.model().content(0, 4);
    for (const UnreadFormat& format : kUnreadContents)
        if (beginning == format.ending && ending != ".blend") return format.advice;
    if (!endingByContent(folder.model()).empty()) return {};
    for (const UnreadFormat& format : kUnread)
        if (ending == format.ending || (format.ending == ".skeleton.xml" && name.ends_with(format.ending)))
            return format.advice;
    return {};
}

std::string adviceForFailure(const ModelFolder& folder, const std::string& cause) {
    const bool isOgre = folder.model().content(0, 64).find("[MeshSerializer_v") != std::string::npos ||
                        cause.find("Skeleton version") != std::string::npos;
    if (isOgre && cause.find("ersion") != std::string::npos)
        return "convert it with OgreMeshUpgrader -V 1.8, or to .mesh.xml with OgreXMLConverter";
    if (cause.find("MDL sequence file") != std::string::npos)
        return "it holds animations of another .mdl file, whose name has no number; open that one";
    constexpr unsigned kReadsIrrlicht = 503;
    const std::string ending = endingOf(folder.modelPath());
    if ((ending == ".irr" || ending == ".irrmesh") && aiGetVersionMajor() * 100 + aiGetVersionMinor() < kReadsIrrlicht)
        return "only assimp 5.3 and later read Irrlicht's files; save the model as .b3d or .x";
    return "another exporter or format may help, for example glTF (.glb)";
}

}  // namespace sinew
