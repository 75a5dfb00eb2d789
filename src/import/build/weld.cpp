#include "import/build/weld.h"

namespace sinew {
namespace {

/// Compares vertices bit for bit, except for influences.
struct VertexIdentity {
    const SourceMesh& source;
    std::span<const int8_t> uvSides;

    bool same(uint32_t a, uint32_t b) const {
        return sameAt(source.positions, a, b) && sameAt(source.normals, a, b) && sameAt(source.uvs[0], a, b) &&
               sameAt(source.uvs[1], a, b) && sameAt(source.colors, a, b) && sameAt(source.tangents, a, b) &&
               (uvSides.empty() || uvSides[a] == uvSides[b]) && sameMorphs(a, b);
    }

    template <typename Value>
    static bool sameAt(const std::vector<Value>& array, uint32_t a, uint32_t b) {
        return array.empty() || std::memcmp(&array[a], &array[b], sizeof(Value)) == 0;
    }

    /// With equal positions, equal shapes are equal deltas.
    bool sameMorphs(uint32_t a, uint32_t b) const {
        return std::ranges::all_of(source.morphs, [&](const SourceMorph& morph) {
            return sameAt(morph.positions, a, b) && sameAt(morph.normals, a, b);
        });
    }
};

/// One for each of the file's vertices.
std::vector<uint64_t> hashesOf(const SourceMesh& source) {
    std::vector<uint64_t> hashes(source.positions.size());
    for (size_t i = 0; i < hashes.size(); ++i) {
        uint64_t hash = hashWords(&source.positions[i], sizeof(glm::vec3));
        hash = hashWords(&source.normals[i], sizeof(glm::vec3), hash);
        for (const auto& uvs : source.uvs)
            if (!uvs.empty()) hash = hashWords(&uvs[i], sizeof(glm::vec2), hash);
        if (!source.colors.empty()) hash = hashWords(&source.colors[i], sizeof(glm::vec4), hash);
        hashes[i] = hash;
    }
    return hashes;
}

}  // namespace

void Welder::grow() {
    const std::vector<Entry> old = std::exchange(table_, std::vector<Entry>(table_.size() * 4));
    for (const Entry& entry : old) {
        if (entry.number == kEmpty) continue;
        size_t place = placeOf(entry.tag);
        while (table_[place].number != kEmpty)
            place = placeOf(place + 1);
        table_[place] = entry;
    }
}

PlaceWeld weldPlaces(std::span<const glm::vec3> positions) {
    Welder welder(positions.size() / 6);
    PlaceWeld weld{std::vector<uint32_t>(positions.size())};
    std::vector<glm::vec3> places;
    for (size_t i = 0; i < positions.size(); ++i) {
        const glm::vec3 position = positions[i] + 0.0f;  // turns -0 into 0
        weld.placeOf[i] =
            welder.add(hashWords(&position, sizeof(position)), [&](uint32_t p) { return places[p] == position; });
        if (weld.placeOf[i] == places.size()) places.push_back(position);
    }
    weld.count = places.size();
    return weld;
}

VertexWeld weldVertices(const SourceMesh& source, std::span<const int8_t> uvSides) {
    const VertexIdentity identity{source, uvSides};
    const std::vector<uint64_t> hashes = hashesOf(source);
    const std::vector<uint32_t>& indices = source.indices;
    constexpr uint32_t kWaiting = VertexWeld::kUnused - 1;
    const size_t expected = indices.size() / 6;  // a closed surface has half as many vertices as triangles
    Welder welder(expected);
    VertexWeld weld{.sources = {}, .vertexOf = std::vector<uint32_t>(hashes.size(), VertexWeld::kUnused)};
    weld.sources.reserve(expected);
    // In batches, so that the cache misses of the hashes overlap.
    std::array<uint32_t, 32> waiting;
    size_t waitingCount = 0;
    const auto addWaiting = [&] {
        for (const uint32_t i : std::span(waiting).first(waitingCount)) {
            const auto isSame = [&](uint32_t known) { return identity.same(weld.sources[known], i); };
            weld.vertexOf[i] = welder.add(hashes[i], isSame);
            if (weld.vertexOf[i] == weld.sources.size()) weld.sources.push_back(i);
        }
        waitingCount = 0;
    };
    for (const uint32_t i : indices) {
        if (weld.vertexOf[i] != VertexWeld::kUnused) continue;
        weld.vertexOf[i] = kWaiting;
        welder.prefetch(hashes[i]);
        waiting[waitingCount++] = i;
        if (waitingCount == waiting.size()) addWaiting();
    }
    addWaiting();
    return weld;
}

void splitByInfluences(const InfluenceLists& lists, VertexWeld& weld) {
    const auto isSame = [&](uint32_t a, uint32_t b) {
        const auto left = lists.of(a), right = lists.of(b);
        if (left.size() != right.size()) return false;
        for (size_t k = 0; k < left.size(); ++k)
            if (std::bit_cast<uint64_t>(left[k]) != std::bit_cast<uint64_t>(right[k])) return false;
        return true;
    };
    const size_t weldedCount = weld.sources.size();
    Welder others;
    std::vector<uint32_t> weldedAs;  // for each new vertex
    for (uint32_t i = 0; i < weld.vertexOf.size(); ++i) {
        uint32_t& vertex = weld.vertexOf[i];
        if (vertex == VertexWeld::kUnused || isSame(i, weld.sources[vertex])) continue;
        const uint64_t hash = hashWords(lists.of(i).data(), lists.of(i).size_bytes(), vertex);
        const uint32_t other = others.add(hash, [&](uint32_t known) {
            return weldedAs[known] == vertex && isSame(i, weld.sources[weldedCount + known]);
        });
        if (other == weldedAs.size()) {
            weldedAs.push_back(vertex);
            weld.sources.push_back(i);
        }
        vertex = static_cast<uint32_t>(weldedCount) + other;
    }
}

}  // namespace sinew
