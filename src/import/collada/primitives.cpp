#include "import/collada/primitives.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/text.h"

namespace sinew::collada {
namespace {

constexpr std::array<std::string_view, 9> kSemantics{"POSITION", "NORMAL",     "TEXCOORD", "COLOR",      "VERTEX",
                                                     "TANGENT",  "TEXTANGENT", "BINORMAL", "TEXBINORMAL"};
constexpr std::array<std::string_view, 7> kPrimitives{"lines",     "linestrips", "polygons", "polylist",
                                                      "triangles", "trifans",    "tristrips"};

constexpr std::string_view kIgnored = "ignored";  ///< semantic of what was taken out

bool isOneOf(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

/// An <input> of vertices or of a primitive that assimp reads.
struct Input {
    Node element;
    std::string_view semantic, source;
    uint64_t offset = 0;  ///< among the indices of a corner
};

std::optional<Input> inputFrom(Node node) {
    Input input{.element = node,
                .semantic = node.attribute("semantic").value(),
                .source = node.attribute("source").value(),
                .offset = node.attribute("offset").as_uint()};
    if (!input.source.starts_with('#'))
        throw Unusable(
            fmt::format("{} refers to '{}', which is not in the file", input.semantic, utf8From(input.source)));
    return isOneOf(kSemantics, input.semantic) ? std::optional(input) : std::nullopt;
}

/// The indices of one list.
struct Indices {
    uint64_t count = 0, sum = 0;   ///< `sum`: of the first `summed` ones
    std::vector<int64_t> largest;  ///< for each offset in a corner
    bool numbersOnly = true;
};

/// assimp reads a negative index as 0.
Indices readIndices(const char* at, uint64_t width, uint64_t summed) {
    constexpr int64_t kHuge = int64_t{1} << 40;
    Indices indices{.largest = std::vector<int64_t>(width, -1)};
    size_t place = 0;
    while (true) {
        while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')
            ++at;
        const bool negative = *at == '-';
        if (negative || *at == '+') ++at;
        const char* const digits = at;
        int64_t number = 0;
        for (; *at >= '0' && *at <= '9'; ++at)
            number = number < kHuge ? number * 10 + (*at - '0') : kHuge;
        if (at == digits) {
            indices.numbersOnly = *at == '\0' && !negative;
            return indices;
        }
        if (negative) number = 0;
        if (indices.count < summed) indices.sum += static_cast<uint64_t>(number);
        ++indices.count;
        indices.largest[place] = std::max(indices.largest[place], number);
        if (++place == width) place = 0;
    }
}

class MeshReader {
  public:
    explicit MeshReader(Sources& sources) : sources_(sources) {}

    CheckedMesh read(Node mesh) {
        forEachElement(mesh, [this](Node node) {
            const std::string_view name = node.name();
            if (name == "source") addSource(node);
            if (name == "vertices") readVertices(node);
            if (!isOneOf(kPrimitives, name)) return name != "float_array";
            fillHoles(node);
            readPrimitive(node);
            return false;
        });
        if (lastVertex_ >= 0) checked_.lastVertex = static_cast<uint64_t>(lastVertex_);
        return checked_;
    }

  private:
    /// assimp keeps what it has found for a primitive, and loses it where another source has the same id.
    void addSource(Node source) {
        const std::string reference = fmt::format("#{}", source.attribute("id").value());
        if (hasPrimitives_ && sources_.find(reference))
            throw Unusable(fmt::format("two sources are named '{}'", utf8From(source.attribute("id").value())));
        sources_.add(source);
    }

    /// assimp fails where normals come before the positions.
    void readVertices(Node vertices) {
        hasVertices_ = true;
        vertexId_ = vertices.attribute("id").value();
        const Node position = vertices.find_child_by_attribute("input", "semantic", "POSITION");
        if (position && position.previous_sibling("input")) checked_.changed = vertices.prepend_move(position);
        for (const Node node : vertices.children("input"))
            if (const auto input = inputFrom(node)) perVertex_.push_back(*input);
    }

    /// assimp skips polygons with holes.
    void fillHoles(Node polygons) {
        for (Node holed = polygons.child("ph"); holed;) {
            const Node next = holed.next_sibling("ph");
            if (polygons.insert_move_before(holed.child("p"), holed)) ++checked_.filledHoles;
            polygons.remove_child(holed);
            checked_.changed = true;
            holed = next;
        }
    }

    void readPrimitive(Node primitive) {
        const std::string_view kind = primitive.name();
        const uint64_t count = primitive.attribute("count").as_uint();
        std::vector<Input> inputs;
        uint64_t width = 1, listedCounts = 0, listedCorners = 0;
        std::vector<Node> empty;
        forEachElement(primitive, [&](Node node) {
            const std::string_view name = node.name();
            if (name == "input") {
                const auto input = inputFrom(node);
                if (!input) return true;
                constexpr uint64_t kMostOffsets = 256;
                if (input->offset >= kMostOffsets)
                    throw Unusable(fmt::format("the offset of {} is {}; at most {} are read", input->semantic,
                                               input->offset, kMostOffsets - 1));
                inputs.push_back(*input);
                width = std::max(width, input->offset + 1);
            }
            if (name == "vcount" && count > 0) {
                const Indices counts = readIndices(node.text().get(), 1, count);
                if (!counts.numbersOnly || counts.count < count)
                    throw Unusable(fmt::format("{} of {} faces have a number of corners", counts.count, count));
                listedCounts += count;
                listedCorners += counts.sum;
            }
            if (name == "p") {
                const Indices indices = readIndices(count > 0 ? node.text().get() : "", width, 0);
                checkLength(kind, indices, width, count, listedCounts, listedCorners);
                if (kind == "lines" && 2 * count * width > indices.count)  // assimp makes room for them first
                    checked_.changed = primitive.attribute("count").set_value(indices.count / width / 2);
                checkRange(inputs, indices);
                const uint64_t corners = indices.count / width;
                if ((kind == "tristrips" && corners < 2) || (kind == "linestrips" && corners < 1))
                    empty.push_back(node);
            }
            return true;
        });
        for (Node list : empty)  // assimp computes a length below 0
            checked_.changed = list.set_name("extra");
        hasPrimitives_ = true;
    }

    static void checkLength(std::string_view kind, const Indices& indices, uint64_t width, uint64_t count,
                            uint64_t listedCounts, uint64_t listedCorners) {
        if (!indices.numbersOnly) throw Unusable(fmt::format("the indices of its {} are not all numbers", kind));
        if (kind == "polylist" && listedCounts < count)
            throw Unusable(fmt::format("{} of {} faces have a number of corners", listedCounts, count));
        constexpr uint64_t kMost = uint64_t{1} << 40;  // their product fits
        const uint64_t corners = kind == "polylist" ? listedCorners : kind == "triangles" ? 3 * count : 0;
        const bool isWhole =
            corners > 0 ? corners < kMost && indices.count == corners * width : indices.count % width == 0;
        if (!isWhole && kind != "lines")
            throw Unusable(corners > 0 ? fmt::format("its {} list {} indices instead of {} for each of {} corners",
                                                     kind, indices.count, width, corners)
                                       : fmt::format("its {} list {} indices, which {} for each corner do not divide",
                                                     kind, indices.count, width));
    }

    void checkRange(std::span<Input> inputs, const Indices& indices) {
        if (indices.count > 0) checkInputs(inputs, [&](const Input& input) { return indices.largest[input.offset]; });
    }

    template <typename LargestOf>
    void checkInputs(std::span<Input> inputs, const LargestOf& largestOf) {
        const auto isVertex = [](const Input& input) { return input.semantic == "VERTEX"; };
        const auto vertex = std::ranges::find_if(inputs, isVertex);
        if (vertex == inputs.end()) throw Unusable("its faces have no vertices");
        for (Input& input : inputs)
            if (isVertex(input) && input.source.substr(1) != vertexId_) useOwnVertices(input);
        const auto positions = std::ranges::count(perVertex_, "POSITION", &Input::semantic) +
                               std::ranges::count(inputs, "POSITION", &Input::semantic);
        if (positions != 1) throw Unusable(fmt::format("its vertices have {} positions", positions));
        for (Input& input : inputs) {
            if (input.semantic == kIgnored) continue;
            const int64_t largest = largestOf(input);
            if (input.semantic != "VERTEX") {
                checkOrIgnore(input, largest, [&] {
                    makeVertex(input.element, vertex->element);
                    input.semantic = kIgnored;
                });
                continue;
            }
            lastVertex_ = std::max(lastVertex_, largest);
            for (const Input& own : std::vector(perVertex_))
                if (own.semantic != "VERTEX")
                    checkOrIgnore(own, largest, [&] {
                        own.element.parent().remove_child(own.element);
                        std::erase_if(perVertex_, [&](const Input& other) { return other.element == own.element; });
                    });
        }
    }

    /// A mesh has only one list of vertices, whatever the faces name.
    void useOwnVertices(Input& input) {
        if (!hasVertices_) throw Unusable("its faces have no vertices");
        checked_.missingVertices = utf8From(input.source.substr(1));
        checked_.changed = true;
        Node(input.element).attribute("source").set_value(fmt::format("#{}", vertexId_).c_str());
        input.source = input.element.attribute("source").value();
    }

    /// assimp reads nothing from an input of vertices before another one, but counts its index.
    static void makeVertex(Node input, Node vertex) {
        input.attribute("semantic").set_value("VERTEX");
        input.attribute("source").set_value(vertex.attribute("source").value());
        input.parent().insert_move_before(input, vertex);
    }

    /// Calls `remove` where an attribute other than positions cannot be read.
    template <typename Remove>
    void checkOrIgnore(const Input& input, int64_t largest, const Remove& remove) {
        try {
            checkInput(input, largest);
        } catch (const Unusable& fault) {
            if (input.semantic == "POSITION") throw;
            checked_.ignored.emplace_back(fault.what());
            checked_.changed = true;
            remove();
        }
    }

    void checkInput(const Input& input, int64_t largest) {
        const auto refuse = [&](std::string_view cause) {
            throw Unusable(
                fmt::format("{} of source '{}' {}", input.semantic, utf8From(input.source.substr(1)), cause));
        };
        const Sources::Accessor* accessor = sources_.find(input.source);
        if (!accessor) return refuse("is not in the file");
        const auto values = sources_.valueCount(*accessor);
        if (!values) return refuse("has no numbers");
        if (accessor->count < 0) refuse("has a negative count");
        const auto count = static_cast<uint64_t>(accessor->count);
        if (count > *values) refuse(fmt::format("has a count beyond its data: {} of {} numbers", count, *values));
        const uint64_t last = accessor->lastPlace();
        if (accessor->stride > 0 && last >= accessor->stride)
            refuse(fmt::format("has parameters beyond its stride of {}", accessor->stride));
        if (input.semantic == "COLOR" && (accessor->size > 4 || last > 3)) refuse("has more than 4 parameters");
        const uint64_t readable = std::min(count, sources_.held(*accessor, last + 1));
        if (largest >= 0 && static_cast<uint64_t>(largest) >= readable)
            refuse(fmt::format("has {} elements, but an index is {}", readable, largest));
        // Newer versions of assimp refuse a file with an accessor that is longer than its array.
        if (readable < count) checked_.changed = Node(accessor->element).attribute("count").set_value(readable);
    }

    Sources& sources_;
    bool hasVertices_ = false;
    std::string_view vertexId_;
    std::vector<Input> perVertex_;
    bool hasPrimitives_ = false;
    int64_t lastVertex_ = -1;
    CheckedMesh checked_;
};

}  // namespace

CheckedMesh checkMesh(Node mesh, Sources& sources) {
    return MeshReader(sources).read(mesh);
}

}  // namespace sinew::collada
