#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <meshoptimizer.h>
#include <glm/geometric.hpp>

#include "import/gltf/meshopt_codec.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/gltf.h"
#include "support/replaced.h"

using Catch::Matchers::ContainsSubstring;
using import_files::importText;
using sinew::Finding;
using sinew::ImportedModel;
using sinew::Severity;

namespace {

std::string fromHex(std::string_view digits) {
    std::string bytes;
    for (size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
    return bytes;
}

std::optional<std::string> decoded(const std::string& stream, size_t count, size_t stride) {
    return sinew::gltf::decodeVertices({reinterpret_cast<const unsigned char*>(stream.data()), stream.size()}, count,
                                       stride);
}

std::string n(size_t number) {
    return std::to_string(number);
}

template <typename Value>
std::string bytesOf(const std::vector<Value>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)};
}

/// A file whose views are compressed with EXT_meshopt_compression.
class Compressed {
  public:
    /// A view of `count` elements of `stride` bytes; its accessor has the index of the view.
    int add(const std::string& encoded, size_t count, size_t stride, const std::string& mode, const std::string& filter,
            const std::string& accessor) {
        const std::string comma = views_.empty() ? "" : ",";
        views_ += comma + R"({"buffer":1,"byteOffset":)" + n(plain_) + R"(,"byteLength":)" + n(count * stride) +
                  (mode == "ATTRIBUTES" ? R"(,"byteStride":)" + n(stride) : "") +
                  R"(,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteOffset":)" + n(bytes_.size()) +
                  R"(,"byteLength":)" + n(encoded.size()) + R"(,"byteStride":)" + n(stride) + R"(,"count":)" +
                  n(count) + R"(,"mode":")" + mode + "\"" + (filter.empty() ? "" : R"(,"filter":")" + filter + "\"") +
                  "}}}";
        accessors_ += comma + R"({"bufferView":)" + n(static_cast<size_t>(count_)) + R"(,"count":)" + n(count) + "," +
                      accessor + "}";
        bytes_ += encoded;
        plain_ += (count * stride + 3) / 4 * 4;
        return count_++;
    }

    int vertices(const std::string& bytes, size_t count, const std::string& filter, const std::string& accessor) {
        const size_t stride = bytes.size() / count;
        std::string encoded(meshopt_encodeVertexBufferBound(count, stride), '\0');
        encoded.resize(meshopt_encodeVertexBuffer(reinterpret_cast<unsigned char*>(encoded.data()), encoded.size(),
                                                  bytes.data(), count, stride));
        return add(encoded, count, stride, "ATTRIBUTES", filter, accessor);
    }

    int triangles(const std::vector<unsigned>& indices, size_t vertexCount) {
        std::string encoded(meshopt_encodeIndexBufferBound(indices.size(), vertexCount), '\0');
        encoded.resize(meshopt_encodeIndexBuffer(reinterpret_cast<unsigned char*>(encoded.data()), encoded.size(),
                                                 indices.data(), indices.size()));
        return add(encoded, indices.size(), 2, "TRIANGLES", "", R"("componentType":5123,"type":"SCALAR")");
    }

    int sequence(const std::vector<unsigned>& indices, size_t vertexCount) {
        std::string encoded(meshopt_encodeIndexSequenceBound(indices.size(), vertexCount), '\0');
        encoded.resize(meshopt_encodeIndexSequence(reinterpret_cast<unsigned char*>(encoded.data()), encoded.size(),
                                                   indices.data(), indices.size()));
        return add(encoded, indices.size(), 4, "INDICES", "", R"("componentType":5125,"type":"SCALAR")");
    }

    std::string text(const std::string& json) const {
        return R"({"asset":{"version":"2.0"},"extensionsUsed":["EXT_meshopt_compression"],)"
               R"("extensionsRequired":["EXT_meshopt_compression"],)" +
               json + R"(,"accessors":[)" + accessors_ + R"(],"bufferViews":[)" + views_ +
               R"(],"buffers":[{"byteLength":)" + n(bytes_.size()) +
               R"(,"uri":"data:application/octet-stream;base64,)" + import_files::base64(bytes_) +
               R"("},{"byteLength":)" + n(plain_) + R"(,"extensions":{"EXT_meshopt_compression":{"fallback":true}}}]})";
    }

  private:
    std::string bytes_, views_, accessors_;
    size_t plain_ = 0;
    int count_ = 0;
};

const std::string kFloat3 = R"("componentType":5126,"type":"VEC3")";

/// Vectors with a mantissa of 15 bits, whose components share an exponent.
void encodeExponential(std::string& bytes, size_t count, const std::vector<float>& numbers) {
    const size_t stride = bytes.size() / count;
#if MESHOPTIMIZER_VERSION < 200
    meshopt_encodeFilterExp(bytes.data(), count, stride, 15, numbers.data());
#else
    meshopt_encodeFilterExp(bytes.data(), count, stride, 15, numbers.data(), meshopt_EncodeExpSharedVector);
#endif
}

/// A quad with normals (OCTAHEDRAL), texture coordinates (EXPONENTIAL), and a rotation of its node (QUATERNION).
struct Quad {
    Compressed file;

    explicit Quad(bool asSequence) {
        file.vertices(bytesOf<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}), 4, "", kFloat3);
        std::string normals(4 * 4, '\0'), turns(2 * 8, '\0'), uvs(4 * 8, '\0');
        meshopt_encodeFilterOct(normals.data(), 4, 4, 8,
                                std::vector<float>{0, 0, 1, 0, 0, 0.6f, 0.8f, 0, 1, 0, 0, 0, 0, -1, 0, 0}.data());
        meshopt_encodeFilterQuat(turns.data(), 2, 8, 16,
                                 std::vector<float>{0, 0, 0, 1, 0, std::sqrt(0.5f), 0, std::sqrt(0.5f)}.data());
        encodeExponential(uvs, 4, {0, 0, 0.5f, 0, 0, 0.25f, 0.5f, 0.25f});
        file.vertices(normals, 4, "OCTAHEDRAL", R"("componentType":5120,"normalized":true,"type":"VEC3")");
        file.vertices(uvs, 4, "EXPONENTIAL", R"("componentType":5126,"type":"VEC2")");
        file.vertices(turns, 2, "QUATERNION", R"("componentType":5122,"normalized":true,"type":"VEC4")");
        file.vertices(bytesOf<float>({0, 1}), 2, "NONE", R"("componentType":5126,"type":"SCALAR")");
        const std::vector<unsigned> corners{0, 1, 2, 2, 1, 3};
        asSequence ? file.sequence(corners, 4) : file.triangles(corners, 4);
    }

    std::string text() const {
        return file.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"name":"quad","primitives":[)"
                         R"({"indices":5,"attributes":{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2}}]}],"animations":[)"
                         R"({"samplers":[{"input":4,"output":3}],"channels":[{"sampler":0,"target":{"node":0,)"
                         R"("path":"rotation"}}]}])");
    }
};

/// A triangle fan around the origin with a skin, encoded with Draco; Draco's ids of the attributes are 0 to 3.
std::string dracoBytes() {
    constexpr int kFaces = 4;
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(kFaces);
    const int positions = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32),
              uvs = builder.AddAttribute(draco::GeometryAttribute::TEX_COORD, 2, draco::DT_FLOAT32),
              joints = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT8),
              weights = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT8);
    const auto corner = [](int i) {
        const float angle = static_cast<float>(i) * 1.5707963f;
        return std::array{std::cos(angle), std::sin(angle), 0.0f};
    };
    for (int f = 0; f < kFaces; ++f) {
        const draco::FaceIndex face(static_cast<uint32_t>(f));
        const std::array<float, 3> center{}, a = corner(f), b = corner(f + 1);
        const std::array<float, 2> uv0{0.5f, 0.5f}, uvA{a[0], a[1]}, uvB{b[0], b[1]};
        const std::array<uint8_t, 4> joint{0, 1, 0, 0}, weight{51, 204, 0, 0};
        builder.SetAttributeValuesForFace(positions, face, center.data(), a.data(), b.data());
        builder.SetAttributeValuesForFace(uvs, face, uv0.data(), uvA.data(), uvB.data());
        builder.SetAttributeValuesForFace(joints, face, joint.data(), joint.data(), joint.data());
        builder.SetAttributeValuesForFace(weights, face, weight.data(), weight.data(), weight.data());
    }
    const auto mesh = builder.Finalize();
    draco::Encoder encoder;
    draco::EncoderBuffer buffer;
    REQUIRE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
    return {buffer.data(), buffer.size()};
}

std::string dracoFile(const std::string& bytes) {
    return R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"],)"
           R"("extensionsUsed":["KHR_draco_mesh_compression"],"scenes":[{"nodes":[0,1,2]}],"nodes":[{"mesh":0,"skin":0},)"
           R"({"name":"hip"},{"name":"knee"}],"skins":[{"joints":[1,2]}],"meshes":[{"name":"fan","primitives":[{)"
           R"("attributes":{"POSITION":0,"TEXCOORD_0":1,"JOINTS_0":2,"WEIGHTS_0":3},"indices":4,"extensions":)"
           R"({"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0,"TEXCOORD_0":1,"JOINTS_0":2,)"
           R"("WEIGHTS_0":3}}}}]}],"accessors":[{"componentType":5126,"count":5,"type":"VEC3"},{"componentType":5126,)"
           R"("count":5,"type":"VEC2"},{"componentType":5121,"count":5,"type":"VEC4"},{"componentType":5121,)"
           R"("normalized":true,"count":5,"type":"VEC4"},{"componentType":5123,"count":12,"type":"SCALAR"}],)"
           R"("bufferViews":[{"buffer":0,"byteLength":)" +
           n(bytes.size()) + R"(}],"buffers":[{"byteLength":)" + n(bytes.size()) +
           R"(,"uri":"data:application/octet-stream;base64,)" + import_files::base64(bytes) + "\"}]}";
}

}  // namespace

TEST_CASE("EXT_meshopt_compression is decoded in all modes and with all filters") {
    for (const bool asSequence : {false, true}) {
        const ImportedModel imported = importText("m.gltf", Quad(asSequence).text());
        const sinew::SkinnedMesh& mesh = imported.model.meshes.at(0);
        REQUIRE(mesh.vertexCount() == 4);
        REQUIRE(mesh.indices.size() == 6);
        for (size_t v = 0; v < 4; ++v) {
            const glm::vec3& position = mesh.positions[v];
            CHECK(mesh.uvs[v] == glm::vec2(position.x * 0.5f, position.y * 0.25f));
            const glm::vec3 normal = position.x + position.y == 0.0f ? glm::vec3(0, 0, 1)
                                     : position.y == 0.0f            ? glm::vec3(0, 0.6f, 0.8f)
                                     : position.x == 0.0f            ? glm::vec3(1, 0, 0)
                                                                     : glm::vec3(0, -1, 0);
            CHECK(glm::distance(mesh.normals[v], normal) < 0.02f);
        }
        const auto& rotation = imported.model.clips.at(0).channels.at(0).rotation;
        REQUIRE(rotation.values.size() == 2);
        CHECK(std::abs(rotation.values[1].y - std::sqrt(0.5f)) < 1e-4f);
    }
}

TEST_CASE("A mesh whose meshopt compression is damaged is refused by name") {
    const std::string text = Quad(false).text();
    for (const auto& [from, to] : {std::pair<std::string, std::string>{R"("mode":"ATTRIBUTES")", R"("mode":"OTHER")"},
                                   {R"("mode":"ATTRIBUTES")", R"("mode":"ATTRIBUTES","filter":"OTHER")"},
                                   {R"("mode":"ATTRIBUTES")", R"("mode":"ATTRIBUTES","filter":"QUATERNION")"},
                                   {R"("byteStride":12,"count":4)", R"("byteStride":13,"count":4)"},
                                   {R"("byteStride":12,"count":4)", R"("byteStride":0,"count":4)"},
                                   {R"("byteStride":12,"count":4)", R"("byteStride":12,"count":400)"}}) {
        INFO(to);
        CHECK_THROWS_WITH(importText("m.gltf", replaced(text, from, to)), ContainsSubstring("quad: POSITION: "));
    }
    CHECK_THROWS_WITH(
        importText("m.gltf", replaced(text, R"("byteStride":12,"count":4)", R"("byteStride":12,"count":200000000)")),
        ContainsSubstring("more than 512 MiB"));
}

TEST_CASE("KHR_draco_mesh_compression is decoded with all attributes") {
    const ImportedModel imported = importText("m.gltf", dracoFile(dracoBytes()));
    const sinew::SkinnedMesh& mesh = imported.model.meshes.at(0);
    CHECK(mesh.triangleCount() == 4);
    for (size_t v = 0; v < mesh.vertexCount(); ++v) {
        const bool isCenter = glm::length(mesh.positions[v]) < 0.1f;
        CHECK(glm::distance(mesh.uvs[v], isCenter ? glm::vec2(0.5f) : glm::vec2(mesh.positions[v])) < 0.01f);
        CHECK(mesh.influences[v].bones[0] == 1);
        CHECK(mesh.influences[v].weights[0] == 52428);
    }
}

TEST_CASE("A mesh whose Draco data is damaged is refused by name, or read uncompressed where the file has that too") {
    std::string bytes = dracoBytes();
    for (size_t cut : {size_t{0}, size_t{5}, bytes.size() / 2})
        CHECK_THROWS_WITH(importText("m.gltf", dracoFile(bytes.substr(0, cut))),
                          ContainsSubstring("fan: KHR_draco_mesh_compression: "));
    CHECK_THROWS_WITH(importText("m.gltf", replaced(dracoFile(bytes),
                                                    R"("attributes":{"POSITION":0,"TEXCOORD_0":1,"JOINTS_0":2,)"
                                                    R"("WEIGHTS_0":3}}})",
                                                    R"("attributes":{"POSITION":9}}})")),
                      ContainsSubstring("POSITION is missing"));

    import_files::Gltf gltf;
    gltf.floats({0, 0, 0, 7, 0, 0, 0, 7, 0}, "VEC3", 3);
    const ImportedModel imported =
        importText("m.gltf", gltf.text(R"("extensionsUsed":["KHR_draco_mesh_compression"],"scenes":[{"nodes":[0]}],)"
                                       R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},)"
                                       R"("extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":)"
                                       R"({"POSITION":0}}}}]}])"));
    CHECK(imported.model.meshes.at(0).vertexCount() == 3);
    checkOnly(imported.report.findings, "compression-invalid", "mesh 0",
              "has a part with Draco data that cannot be read (", Severity::info);
}

TEST_CASE("Version 1 of meshoptimizer's vertex codec is decoded") {
    // By meshoptimizer 1.3's encoder, at its highest level.
    const std::string mixed = fromHex(
        "a159779afb2a0666666666666666666666666666666666666666000000001526666666666666666666000015155555555555"
        "555555550000001212121212121212121212121212121212121212121212121212121212121212121212121212122a066666"
        "6666666666666666666666666666666666000000000058585858585858585858585858585858585858585858585858585858"
        "5858585858585858585858152aaaaaaaaaaaaaaaaaaa00002a08888888888888888888888888888888844444440000000000"
        "02060a0e12161a1e22262a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a0002060a0e12161a1e2226"
        "2a2e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a0002060a0e12161a1e22262a2e32363a3e42464a4e"
        "52565a5e62666a6e72767a7e82868a8e92969a00000000000700c80000e8fd0000803f0000000000010101");
    std::string expected;
    for (uint32_t i = 0; i < 40; ++i) {
        const std::array<uint8_t, 4> bytes{static_cast<uint8_t>(i * 3), 7, static_cast<uint8_t>(i & 1),
                                           static_cast<uint8_t>(200 - i)};
        const std::array<uint16_t, 2> shorts{static_cast<uint16_t>(i * 777), static_cast<uint16_t>(65000 + i * 300)};
        const float number = 1.0f + static_cast<float>(i) * 0.03125f;
        const uint32_t square = i * i * 0x01010001;
        for (const void* part : {static_cast<const void*>(bytes.data()), static_cast<const void*>(shorts.data()),
                                 static_cast<const void*>(&number), static_cast<const void*>(&square)})
            expected.append(static_cast<const char*>(part), 4);
    }
    CHECK(decoded(mixed, 40, 16) == expected);
    for (size_t size = 0; size < mixed.size(); ++size)
        CHECK(decoded(mixed.substr(0, size), 40, 16) != expected);
    CHECK(!decoded(mixed, 40, 15));
    CHECK(!decoded(mixed, 41 + 16, 16));
    const std::string rotated = "a1a60206ed993d383c0e4d000000000000000000000000000000000000002000000052";
    CHECK(decoded(fromHex(rotated), 16, 4) ==
          fromHex(
              "20000000100000006000000008000000400000000800000010000000780000006000000020000000380000005800000058000000"
              "280000000800000060000000"));
    CHECK(!decoded(fromHex(rotated.substr(0, rotated.size() - 2) + "53"), 16, 4));
}

TEST_CASE("The color filter of KHR_meshopt_compression is decoded") {
    const auto colors = [](std::string elements, size_t stride) {
        sinew::gltf::decodeColors(elements, stride);
        return elements;
    };
    CHECK(colors(fromHex("407fc1ff7f007fc073b4f380ff0000ff"), 4) == fromHex("fe0100ff00fe00803466cc00ffffffff"));
    CHECK(colors(fromHex("0004ff0701fcff0fff070000ff07000c330734fb33ff0008ff0f00000000ff0f"), 8) ==
          fromHex("efff10000000ffff0000efff0000088043336666cccc0000ffffffffffffffff"));
}

TEST_CASE("KHR_meshopt_compression is read as EXT_meshopt_compression is, with its newer codec") {
    // 3 positions as floats, version 1.
    Compressed file;
    file.add(fromHex("a1faeaaa0000ff007f7e000080000000000000000000000000000000000000000000010000"), 3, 12, "ATTRIBUTES",
             "", kFloat3);
    std::string text = file.text(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[)"
                                 R"({"attributes":{"POSITION":0}}]}])");
    for (size_t at; (at = text.find("EXT_meshopt")) != std::string::npos;)
        text.replace(at, 3, "KHR");
    const ImportedModel imported = importText("m.gltf", text);
    CHECK(imported.model.meshes.at(0).positions == std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}});
    CHECK(countOf(imported.report.findings, "extension-ignored") == 0);
    CHECK(countOf(imported.report.findings, "compression-invalid") == 0);
}
