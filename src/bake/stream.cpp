#include "bake/stream.h"

#include <algorithm>
#include <utility>

#include "bake/soundness.h"
#include "bake/values.h"
#include "error.h"

namespace sinew {
namespace {

// The content of a stream, in its order, for reading and writing: `Stream` is a StreamReader, or a StreamWriter with
// const values. Every change here needs a new kStreamVersion.

template <typename Stream, typename SomeTrack>
void exchangeTrack(Stream& stream, SomeTrack& track) {
    stream.array(track.times);
    stream.array(track.values);
}

template <typename Stream, typename Clip>
void exchangeClip(Stream& stream, Clip& clip) {
    stream.text(clip.name);
    stream.value(clip.durationSeconds);
    stream.value(clip.authoredFrameSeconds);
    stream.list(clip.channels, [&](auto& channel) {
        stream.value(channel.node);
        exchangeTrack(stream, channel.translation);
        exchangeTrack(stream, channel.rotation);
        exchangeTrack(stream, channel.scale);
    });
    stream.list(clip.morphs, [&](auto& morph) {
        stream.value(morph.weight);
        exchangeTrack(stream, morph.track);
    });
}

template <typename Stream, typename Mesh>
void exchangeMesh(Stream& stream, Mesh& mesh) {
    stream.text(mesh.name);
    stream.value(mesh.boneCount);
    stream.value(mesh.material);
    stream.array(mesh.positions);
    stream.array(mesh.normals);
    stream.array(mesh.tangents);
    stream.array(mesh.uvs);
    stream.array(mesh.colors);
    stream.array(mesh.influences);
    stream.array(mesh.moreInfluences);
    stream.array(mesh.indices);
    stream.list(mesh.morphTargets, [&](auto& target) {
        stream.text(target.name);
        stream.array(target.deltas);
    });
}

template <typename Stream, typename SomeMaterial>
void exchangeMaterial(Stream& stream, SomeMaterial& material) {
    stream.text(material.name);
    stream.value(material.baseColor);
    stream.value(material.emissive);
    stream.value(material.specular);
    stream.value(material.roughness);
    stream.optional(material.baseColorTexture);
    stream.optional(material.normalTexture);
    stream.choice(material.alphaMode, AlphaMode::blend);
    stream.value(material.alphaCutoff);
    stream.flag(material.doubleSided);
}

template <typename Stream, typename SomeModel>
void exchangeModel(Stream& stream, SomeModel& model) {
    stream.list(model.hierarchy.names, [&](auto& name) { stream.text(name); });
    stream.array(model.hierarchy.parents);
    stream.array(model.hierarchy.rest);
    stream.list(model.meshes, [&](auto& mesh) { exchangeMesh(stream, mesh); });
    stream.list(model.instances, [&](auto& instance) {
        stream.value(instance.mesh);
        stream.value(instance.node);
        stream.array(instance.bones);
        stream.value(instance.firstMorphWeight);
        stream.flag(instance.skinned);
    });
    stream.list(model.materials, [&](auto& material) { exchangeMaterial(stream, material); });
    stream.list(model.textures, [&](auto& texture) {
        stream.text(texture.name);
        stream.text(texture.source);
        stream.value(texture.image.width);
        stream.value(texture.image.height);
    });
    stream.array(model.restMorphWeights);
    stream.list(model.clips, [&](auto& clip) { exchangeClip(stream, clip); });
    stream.choice(model.up, UpAxis::z);
    stream.optional(model.metersPerUnit);
    stream.choice(model.rootUp, UpAxis::z);
    stream.value(model.rootScale);
}

template <typename Stream, typename Cut>
void exchangeCutMesh(Stream& stream, Cut& mesh) {
    stream.value(mesh.mesh);
    stream.array(mesh.cut.vertices);
    stream.array(mesh.cut.ends);
    stream.array(mesh.cut.influences);
    stream.array(mesh.bones);
}

template <typename Stream, typename Report>
void exchangeReport(Stream& stream, Report& report) {
    stream.text(report.file);
    stream.text(report.format);
    stream.text(report.importer);
    stream.list(report.influences, [&](auto& influences) {
        stream.value(influences.largest);
        stream.value(influences.cutVertices);
        stream.value(influences.largestWeightLost);
        stream.value(influences.renormalizedVertices);
        stream.value(influences.unweightedVertices);
    });
    stream.list(report.cutMeshes, [&](auto& mesh) { exchangeCutMesh(stream, mesh); });
    stream.value(report.keptInfluences);
    stream.list(report.clips, [&](auto& clip) {
        stream.text(clip.file);
        stream.value(clip.unmatchedChannels);
        stream.list(clip.interpolations, [&](auto& name) { stream.text(name); });
    });
    stream.list(report.clipFiles, [&](auto& file) {
        stream.text(file.file);
        for (auto* count : {&file.clips, &file.channels, &file.matched, &file.matchedWithoutPrefix})
            stream.value(*count);
    });
    stream.list(report.findings, [&](auto& finding) {
        stream.text(finding.id);
        stream.choice(finding.severity, Severity::error);
        stream.text(finding.object);
        stream.text(finding.message);
        // Findings of the import are not merged: `others` is empty.
        stream.optional(finding.figure, [&](auto& figure) {
            stream.value(figure.value);
            stream.text(figure.unit);
        });
    });
}

std::vector<uint64_t> pixelChecksums(const Model& model) {
    std::vector<uint64_t> sums;
    PixelBytes buffer;
    for (const Texture& texture : model.textures)
        sums.push_back(checksumOf(std::as_bytes(pixelsOf(texture.image, buffer))));
    return sums;
}

void writeContent(const ImportedModel& imported, const std::vector<uint64_t>& pixelChecksums, const StreamSink& sink) {
    StreamWriter writer(sink);
    exchangeReport(writer, imported.report);
    exchangeModel(writer, imported.model);
    writer.array(pixelChecksums);
    writer.end();
}

}  // namespace

StreamSource sourceOf(std::span<const std::byte> stream) {
    return {.byteCount = stream.size(), .read = [rest = stream](std::span<std::byte> out) mutable {
                const std::span<const std::byte> taken = rest.first(std::min(rest.size(), out.size()));
                std::ranges::copy(taken, out.begin());
                rest = rest.subspan(taken.size());
                return taken.size();
            }};
}

void serialize(const ImportedModel& imported, const StreamSink& sink) {
    // Written twice, because keeping a copy to get the length and the checksum takes longer.
    Checksum checksum;
    uint64_t contentBytes = kStreamHeaderBytes, pixelBytes = 0;
    const std::vector<uint64_t> sums = pixelChecksums(imported.model);
    writeContent(imported, sums, [&](std::span<const std::byte> bytes) {
        checksum.add(bytes);
        contentBytes += bytes.size();
    });
    for (const Texture& texture : imported.model.textures)
        pixelBytes += texture.image.byteCount();
    const StreamHeader header = makeStreamHeader(contentBytes + pixelBytes, contentBytes, checksum.sum());
    sink(std::as_bytes(std::span(&header, 1)));
    writeContent(imported, sums, sink);
    PixelBytes buffer;
    for (const Texture& texture : imported.model.textures)
        if (texture.found()) sink(std::as_bytes(pixelsOf(texture.image, buffer)));
}

std::vector<std::byte> serialize(const ImportedModel& imported) {
    std::vector<std::byte> stream;
    serialize(imported, [&](std::span<const std::byte> bytes) {
        if (stream.empty()) stream.reserve(readStreamHeader(bytes).byteCount);
        stream.insert(stream.end(), bytes.begin(), bytes.end());
    });
    return stream;
}

ImportedModel deserialize(std::span<const std::byte> stream) {
    return deserialize(sourceOf(stream));
}

ImportedModel deserialize(StreamSource source) {
    StreamReader reader(std::move(source));
    ImportedModel imported;
    exchangeReport(reader, imported.report);
    exchangeModel(reader, imported.model);
    std::vector<uint64_t> sums;
    reader.array(sums);
    reader.endContent();
    std::vector<Texture>& textures = imported.model.textures;
    if (sums.size() != textures.size()) throw Error(Exit::input, "is damaged: textures without a checksum");
    for (size_t i = 0; i < textures.size(); ++i)
        reader.pixels(textures[i].image, sums[i]);
    reader.end();
    requireSound(imported);
    return imported;
}

}  // namespace sinew
