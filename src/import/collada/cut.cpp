#include <unordered_set>

#include "import/collada/repair.h"
#include "import/collada/sampler.h"
#include "import/collada/transform.h"

namespace sinew::collada {
namespace {

constexpr size_t kMatrixWidth = 16;
constexpr size_t kShownKeys = 2;  // the first and the last

/// A <source> of keys.
struct KeySource {
    Node array, accessor;
    size_t width = 0;  ///< numbers per key
    size_t count = 0;  ///< of keys
};

/// Nothing where the array, the accessor, and the expected layout disagree.
std::optional<KeySource> keySource(Node source, const char* arrayName, size_t width) {
    KeySource keys{.array = source.child(arrayName),
                   .accessor = source.child("technique_common").child("accessor"),
                   .width = width};
    const std::string_view id = keys.array.attribute("id").value(), named = keys.accessor.attribute("source").value();
    keys.count = keys.accessor.attribute("count").as_uint();
    const bool agree = !id.empty() && named.starts_with('#') && named.substr(1) == id &&
                       keys.accessor.attribute("stride").as_uint(1) == width &&
                       keys.accessor.attribute("offset").as_uint() == 0 &&
                       keys.array.attribute("count").as_ullong() == keys.count * width;
    return agree && keys.count > 0 ? std::optional(keys) : std::nullopt;
}

bool isTimeline(const KeySource& keys) {
    const std::vector<double> times = numbersIn(keys.array.text().get());
    return times.size() == keys.count && std::ranges::all_of(times, [](double t) { return std::isfinite(t); }) &&
           std::ranges::adjacent_find(times, std::greater_equal<>()) == times.end();
}

bool isLinear(const KeySource& keys) {
    const std::vector<std::string_view> words = wordsIn(keys.array.text().get());
    return words.size() == keys.count && std::ranges::all_of(words, [](auto word) { return word == "LINEAR"; });
}

bool isOnlyTransform(Node element) {
    return std::ranges::count_if(element.parent().children(),
                                 [](Node child) { return transformKind(child.name()).has_value(); }) == 1;
}

/// The first and the last `width` words of a longer list.
std::string endsOf(std::string_view text, size_t width) {
    constexpr std::string_view kBlanks = " \t\r\n";
    size_t head = 0, tail = text.size();
    for (size_t i = 0; i < width; ++i)
        head = std::min(text.find_first_of(kBlanks, text.find_first_not_of(kBlanks, head)), text.size());
    for (size_t i = 0; i < width && tail > 0; ++i) {
        const size_t last = text.find_last_not_of(kBlanks, tail - 1);
        const size_t blank = last == std::string_view::npos ? last : text.find_last_of(kBlanks, last);
        tail = blank == std::string_view::npos ? 0 : blank;
    }
    return std::string(text.substr(0, head)).append(text.substr(tail));
}

class Cutter {
  public:
    explicit Cutter(const Document& document) : document_(document) {}

    std::vector<Substitution> cut(Node parent) {
        const auto libraries = document_.root().children("library_animations");
        for (const Node library : libraries)
            if (!acceptLibrary(library)) return {};
        if (std::ranges::none_of(sources_, [](const auto& source) { return source.second.count > kShownKeys; }))
            return {};
        std::vector<Substitution> result;
        for (const Node library : libraries)
            result.push_back({.child = library, .shown = {}});
        for (Substitution& cut : result)
            cut.shown = shown(parent.append_copy(cut.child));
        return result;
    }

  private:
    bool acceptLibrary(Node library) {
        bool fits = true;
        forEachElement(library, [&](Node node) {
            const std::string_view name = node.name();
            if (name == "source" || name.ends_with("_array"))  // assimp uses the last of a repeated id
                fits = fits && ids_.insert(node.attribute("id").value()).second;
            if (name == "animation")
                for (const Node channel : node.children("channel"))
                    fits = fits && acceptChannel(node, channel);
            return fits;
        });
        return fits;
    }

    bool acceptChannel(Node animation, Node channel) {
        const auto target = targetOf(document_, channel.attribute("target").value());
        if (!target || target->member || std::string_view(target->element.name()) != "matrix") return false;
        return isOnlyTransform(target->element) && acceptSampler(samplerOf(document_, animation, channel));
    }

    bool acceptSampler(Node sampler) {
        if (samplers_.contains(sampler.hash_value())) return true;
        const KeySource *times = nullptr, *matrices = nullptr;
        bool linear = true;  // also the default
        for (const Node input : sampler.children("input")) {
            const std::string_view semantic = input.attribute("semantic").value();
            const Node source = document_.byId(input.attribute("source").value());
            if (semantic == "INPUT")
                times = take(source, "float_array", 1, isTimeline);
            else if (semantic == "OUTPUT")
                matrices = take(source, "float_array", kMatrixWidth, nullptr);
            else if (semantic == "INTERPOLATION")
                linear = take(source, "Name_array", 1, isLinear) != nullptr;
            else
                return false;
        }
        samplers_.insert(sampler.hash_value());
        return times && matrices && linear && times->count == matrices->count;
    }

    /// Null where the source is not of that kind.
    const KeySource* take(Node source, const char* arrayName, size_t width, bool (*isUsable)(const KeySource&)) {
        const std::string_view id = source.attribute("id").value();
        if (const auto known = sources_.find(id); known != sources_.end()) {
            const KeySource& keys = known->second;
            return keys.width == width && std::string_view(keys.array.name()) == arrayName ? &keys : nullptr;
        }
        const auto keys = keySource(source, arrayName, width);
        if (!keys || (isUsable && !isUsable(*keys))) return nullptr;
        return &sources_.emplace(id, *keys).first->second;
    }

    Node shown(Node copy) const {
        forEachElement(copy, [this](Node node) {
            if (std::string_view(node.name()) != "source") return true;
            const auto found = sources_.find(node.attribute("id").value());
            if (found == sources_.end() || found->second.count <= kShownKeys) return false;
            const KeySource& keys = found->second;
            Node array = node.child(keys.array.name());
            array.attribute("count").set_value(kShownKeys * keys.width);
            array.text().set(endsOf(keys.array.text().get(), keys.width).c_str());
            node.child("technique_common").child("accessor").attribute("count").set_value(kShownKeys);
            return false;
        });
        return copy;
    }

    const Document& document_;
    std::unordered_map<std::string_view, KeySource> sources_;  ///< by id
    std::unordered_set<std::string_view> ids_;
    std::unordered_set<size_t> samplers_;  ///< hash_value() of those accepted
};

}  // namespace

std::vector<Substitution> cutAnimations(const Document& document, Node parent) {
    return Cutter(document).cut(parent);
}

}  // namespace sinew::collada
