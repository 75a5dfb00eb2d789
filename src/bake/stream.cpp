#include "bake/stream.h"

#include <algorithm>
#include <utility>

#include "bake/soundness.h"
#include "bake/values.h"
#include "base/error.h"

namespace sinew {
namespace {

// The content of a stream, in its order, for reading and writing: `Stream` is a StreamReader, or a StreamWriter with
// const values. Every change here needs a new kStreamVersion.

/// Exchanges fields one by one, each in the form of its type.
template <typename Stream, typename... Fields>
void exchange(Stream& stream, Fields&... fields) {
    const auto exchangeOne = [&]<typename Field>(Field& field) {
        if constexpr (std::same_as<const Field, const bool>)
            stream.flag(field);
        else if constexpr (std::same_as<const Field, const std::string>)
            stream.text(field);
        else if constexpr (Flat<std::remove_const_t<Field>>)
            stream.value(field);
        else if constexpr (requires { field.has_value(); })
            stream.optional(field);
        else
            stream.array(field);
    };
    (exchangeOne(fields), ...);
}

template <typename Stream, typename SomeTrack>
void exchangeTrack(Stream& stream, SomeTrack& track) {
    exchange(stream, track.times, track.values, track.authored.times, track.authored.values);
}

template <typename Stream, typename Clip>
void exchangeClip(Stream& stream, Clip& clip) {
    exchange(stream, clip.name, clip.durationSeconds, clip.authoredFrameSeconds);
    stream.list(clip.channels, [&](auto& channel) {
        stream.value(channel.node);
        exchangeTrack(stream, channel.translation);
        exchangeTrack(stream, channel.rotation);
        exchangeTrack(stream, channel.scale);
    });
    stream.text(clip.extras);
    stream.list(clip.morphs, [&](auto& morph) {
        stream.value(morph.weight);
        exchangeTrack(stream, morph.track);
    });
}

template <typename Stream, typename Mesh>
void exchangeMesh(Stream& stream, Mesh& mesh) {
    exchange(stream, mesh.name, mesh.boneCount, mesh.material, mesh.positions, mesh.normals, mesh.tangents, mesh.uvs,
             mesh.moreUvs, mesh.colors, mesh.influences, mesh.moreInfluences, mesh.indices, mesh.extras);
    stream.list(mesh.levels, [&](auto& level) { exchange(stream, level.indices, level.error); });
    stream.list(mesh.morphTargets, [&](auto& target) { exchange(stream, target.name, target.deltas); });
}

template <typename Stream, typename SomeMaterial>
void exchangeMaterial(Stream& stream, SomeMaterial& material) {
    exchange(stream, material.name, material.baseColor, material.metallic, material.roughness, material.emissive,
             material.normalScale, material.occlusionStrength);
    stream.choice(material.alphaMode, AlphaMode::blend);
    exchange(stream, material.alphaCutoff, material.doubleSided, material.unlit, material.ior, material.specular,
             material.specularColor, material.clearcoat, material.clearcoatRoughness, material.clearcoatNormalScale,
             material.sheenColor, material.sheenRoughness, material.transmission, material.thickness,
             material.attenuationDistance, material.attenuationColor, material.iridescence, material.iridescenceIor,
             material.iridescenceMinimum, material.iridescenceMaximum, material.anisotropy, material.anisotropyRotation,
             material.extras);
    for (auto& slot : material.textures)
        stream.optional(slot, [&](auto& use) {
            exchange(stream, use.texture, use.uvSet, use.offset, use.scale, use.rotation);
            for (auto* wrap : {&use.sampler.wrapU, &use.sampler.wrapV})
                stream.choice(*wrap, Wrap::clamp);
            for (auto* filter : {&use.sampler.magnify, &use.sampler.minify})
                stream.choice(*filter, Filter::linear);
            stream.choice(use.sampler.mip, MipFilter::linear);
        });
}

template <typename Stream, typename SomeModel>
void exchangeModel(Stream& stream, SomeModel& model) {
    stream.list(model.hierarchy.names, [&](auto& name) { stream.text(name); });
    exchange(stream, model.hierarchy.parents, model.hierarchy.rest);
    stream.list(model.meshes, [&](auto& mesh) { exchangeMesh(stream, mesh); });
    stream.list(model.instances, [&](auto& instance) {
        exchange(stream, instance.mesh, instance.node, instance.bones, instance.firstMorphWeight, instance.skinned);
    });
    stream.list(model.materials, [&](auto& material) { exchangeMaterial(stream, material); });
    stream.list(model.textures, [&](auto& texture) {
        exchange(stream, texture.name, texture.source, texture.image.width, texture.image.height);
        stream.choice(texture.image.format, TexelFormat::bc7);
        exchange(stream, texture.image.levelCount, texture.encoded);
    });
    stream.array(model.restMorphWeights);
    stream.list(model.clips, [&](auto& clip) { exchangeClip(stream, clip); });
    stream.choice(model.up, UpAxis::z);
    stream.optional(model.metersPerUnit);
    stream.choice(model.rootUp, UpAxis::z);
    stream.value(model.rootScale);
    exchange(stream, model.fileExtras, model.sceneExtras);
    stream.list(model.nodeExtras, [&](auto& extras) { exchange(stream, extras.node, extras.json); });
}

template <typename Stream, typename Report>
void exchangeReport(Stream& stream, Report& report) {
    exchange(stream, report.file, report.format, report.importer);
    stream.list(report.influences, [&](auto& influences) {
        exchange(stream, influences.largest, influences.cutVertices, influences.largestWeightLost,
                 influences.renormalizedVertices, influences.farthestSum, influences.unweightedVertices);
    });
    stream.list(report.cutMeshes, [&](auto& mesh) {
        exchange(stream, mesh.mesh, mesh.cut.vertices, mesh.cut.ends, mesh.cut.influences, mesh.bones);
    });
    stream.value(report.keptInfluences);
    stream.list(report.clips, [&](auto& clip) {
        exchange(stream, clip.file, clip.unmatchedChannels);
        stream.list(clip.interpolations, [&](auto& name) { stream.text(name); });
    });
    stream.list(report.clipFiles, [&](auto& file) {
        exchange(stream, file.file, file.clips, file.channels, file.matched, file.matchedWithoutPrefix,
                 file.isRetargeted);
    });
    stream.list(report.findings, [&](auto& finding) {
        stream.text(finding.id);
        stream.choice(finding.severity, Severity::error);
        exchange(stream, finding.object, finding.message);
        // Findings of the import are not merged: `others` is empty.
        stream.optional(finding.figure, [&](auto& figure) { exchange(stream, figure.value, figure.unit); });
    });
}

/// At the end of the content, where a file has it.
template <typename Stream, typename Imported>
void exchangeAdded(Stream& stream, Imported& imported) {
    stream.list(imported.model.humanoid, [&](auto& bone) { exchange(stream, bone.name, bone.node); });
    exchange(stream, imported.model.dualQuaternions);
    stream.list(imported.report.variants, [&](auto& name) { stream.text(name); });
}

std::vector<uint64_t> pixelChecksums(const Model& model) {
    std::vector<uint64_t> sums;
    PixelBytes buffer;
    for (const Texture& texture : model.textures)
        sums.push_back(checksumOf(std::as_bytes(bytesOf(texture.image, buffer))));
    return sums;
}

void writeContent(const ImportedModel& imported, const std::vector<uint64_t>& pixelChecksums, const StreamSink& sink) {
    StreamWriter writer(sink);
    exchangeReport(writer, imported.report);
    exchangeModel(writer, imported.model);
    writer.array(pixelChecksums);
    if (!imported.model.humanoid.empty() || imported.model.dualQuaternions || !imported.report.variants.empty())
        exchangeAdded(writer, imported);
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
        if (texture.found()) sink(std::as_bytes(bytesOf(texture.image, buffer)));
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
    if (reader.hasMore()) exchangeAdded(reader, imported);
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
