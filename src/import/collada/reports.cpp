#include "import/collada/reports.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/shown_text.h"
#include "base/text.h"
#include "import/collada/nodes.h"
#include "import/collada/sampler.h"
#include "import/collada/transform.h"

namespace sinew::collada {
namespace {

constexpr size_t kMatrixNumbers = 16;

bool isNode(Node element) {
    return std::string_view(element.name()) == "node";
}

void reportIds(const Document& document, Findings& findings) {
    struct Holders {
        size_t all = 0, nodes = 0;
    };
    std::map<std::string_view, Holders> holders;
    forEachElement(document.root(), [&](Node element) {
        if (const std::string_view id = element.attribute("id").value(); !id.empty()) {
            ++holders[id].all;
            holders[id].nodes += isNode(element);
        }
        return true;
    });
    for (const auto& [id, count] : holders)
        if (count.all > 1)
            findings.push_back({"id-duplicate", count.nodes > 1 ? Severity::warning : Severity::info, utf8From(id),
                                fmt::format("is the id of {}; what refers to it means the first",
                                            measuredCount(count.all, "element", "elements").text)});
}

/// A unit and an up axis that no reader understands, or not all of them.
void reportSpace(Node asset, Findings& findings) {
    if (const auto meter = asset.child("unit").attribute("meter")) {
        std::string text = meter.value();
        const std::string stated = "states its unit as " + inQuotes(utf8From(text)) + " meters, ";
        const bool isLocal = std::ranges::count(text, ',') == 1;
        std::ranges::replace(text, ',', '.');
        double value = 0.0;
        const char* const last = text.data() + text.size();
        const auto [end, error] = std::from_chars(text.data(), last, value);
        if (error != std::errc() || end != last || !(value > 0.0) || !std::isfinite(value))
            findings.push_back({"space-unknown", Severity::warning, "file",
                                stated + "which cannot be read as a positive number: the size may be wrong"});
        else if (isLocal)
            findings.push_back({"space-unknown", Severity::info, "file",
                                stated + "with a decimal comma, at which other programs may stop reading"});
    }
    const std::string_view up = asset.child("up_axis").text().get();
    if (!up.empty() && up != "X_UP" && up != "Y_UP" && up != "Z_UP")
        findings.push_back({"space-unknown", Severity::warning, "file",
                            fmt::format("states the up axis {}, which Collada does not know: Y is taken for up",
                                        inQuotes(utf8From(up)))});
}

/// The mesh that an instance shows, below its controllers.
Node shownGeometry(const Document& document, Node instance) {
    constexpr int kMostControllers = 8;
    std::string_view reference = instance.attribute("url").value();
    for (int i = 0; i < kMostControllers; ++i) {
        const Node found = document.byId(reference);
        if (std::string_view(found.name()) == "geometry") return found;
        const Node skin = found.child("skin"), controller = skin ? skin : found.child("morph");
        reference = controller.attribute("source").value();
        if (reference.empty()) break;
    }
    return {};
}

void reportUnbound(const Document& document, Node instance, Findings& findings) {
    const Node geometry = shownGeometry(document, instance);
    std::set<std::string_view> bound;
    forEachElement(instance.child("bind_material"), [&](Node element) {
        if (std::string_view(element.name()) == "instance_material") bound.insert(element.attribute("symbol").value());
        return true;
    });
    std::set<std::string_view> reported;
    for (const Node part : geometry.child("mesh").children()) {
        const std::string_view symbol = part.attribute("material").value();
        if (symbol.empty() || bound.contains(symbol) || !reported.insert(symbol).second) continue;
        findings.push_back(
            {"material-unbound", Severity::warning, labelOf(geometry),
             fmt::format("names the material {}, to which the scene binds none", inQuotes(utf8From(symbol)))});
    }
}

/// How matrices are written; all have 16 numbers, row by row.
struct Rows {
    size_t wrong = 0;          ///< matrices whose last row is not 0 0 0 1
    bool areExchanged = true;  ///< all of these have a last column that is, so that rows and columns are exchanged
};

Rows rowsOf(std::span<const double> numbers) {
    constexpr double kRounding = 1e-3;
    const auto isZero = [](double number) { return std::abs(number) < kRounding; };
    Rows rows;
    for (size_t i = 0; i + kMatrixNumbers <= numbers.size(); i += kMatrixNumbers) {
        const std::span<const double> matrix = numbers.subspan(i, kMatrixNumbers);
        if (!std::ranges::all_of(matrix, [](double number) { return std::isfinite(number); })) continue;
        const bool endsInOne = std::abs(matrix[15] - 1.0) < kRounding;
        if (endsInOne && isZero(matrix[12]) && isZero(matrix[13]) && isZero(matrix[14])) continue;
        ++rows.wrong;
        rows.areExchanged =
            rows.areExchanged && endsInOne && isZero(matrix[3]) && isZero(matrix[7]) && isZero(matrix[11]);
    }
    return rows;
}

/// "has 3 keys whose last row is not 0 0 0 1".
std::string wrongRows(const Rows& rows, const char* one, const char* many) {
    return fmt::format("has {} whose last row is not 0 0 0 1{}", measuredCount(rows.wrong, one, many).text,
                       rows.areExchanged ? ": rows and columns exchanged" : "");
}

/// The first and the last matrix of a list tell whether it is worth reading.
bool isSurelyAffine(const char* text) {
    constexpr size_t kEnough = 1000;  // characters
    const std::string_view list(text);
    if (list.size() <= 2 * kEnough) return false;
    std::string_view head = list.substr(0, kEnough), tail = list.substr(list.size() - kEnough);
    tail.remove_prefix(std::min(tail.find_first_of(" \t\r\n"), tail.size()));
    const std::vector<double> first = numbersIn(head.substr(0, head.find_last_of(" \t\r\n"))), last = numbersIn(tail);
    if (first.size() < kMatrixNumbers || last.size() < kMatrixNumbers) return false;
    return rowsOf(std::span(first).first(kMatrixNumbers)).wrong == 0 &&
           rowsOf(std::span(last).last(kMatrixNumbers)).wrong == 0;
}

void reportBindMatrices(const Document& document, Node skin, Findings& findings) {
    std::string_view mesh = skin.attribute("source").value();
    if (mesh.starts_with('#')) mesh.remove_prefix(1);
    const Numbers inverse = readNumbers(document, inputSource(document, skin.child("joints"), "INV_BIND_MATRIX"));
    const std::vector<double> shape = numbersIn(skin.child("bind_shape_matrix").text().get());
    const auto add = [&](const std::string& message) {
        findings.push_back({"bind-not-affine", Severity::error, utf8From(mesh), message});
    };
    if (const Rows rows = rowsOf(inverse.values); inverse.width == kMatrixNumbers && rows.wrong > 0)
        add(wrongRows(rows, "inverse bind matrix", "inverse bind matrices"));
    if (const Rows rows = rowsOf(shape); shape.size() == kMatrixNumbers && rows.wrong > 0)
        add(wrongRows(rows, "bind_shape_matrix", "bind_shape_matrices"));
}

void addMatrices(const Rows& rows, Node node, const char* one, const char* many, Findings& findings) {
    findings.push_back({"matrix-not-affine", Severity::warning, labelOf(node), wrongRows(rows, one, many)});
}

void reportMatrix(Node matrix, Findings& findings) {
    const std::vector<double> numbers = numbersIn(matrix.text().get());
    const Rows rows = rowsOf(numbers);
    if (numbers.size() == kMatrixNumbers && rows.wrong > 0) addMatrices(rows, matrix, "matrix", "matrices", findings);
}

void reportChannelMatrices(const Document& document, Node animation, Node channel, Findings& findings) {
    const auto target = targetOf(document, channel.attribute("target").value());
    if (!target || target->member || std::string_view(target->element.name()) != "matrix") return;
    const Node output = inputSource(document, samplerOf(document, animation, channel), "OUTPUT");
    if (isSurelyAffine(output.child("float_array").text().get())) return;
    const Numbers keys = readNumbers(document, output);
    if (const Rows rows = rowsOf(keys.values); keys.width == kMatrixNumbers && rows.wrong > 0)
        addMatrices(rows, target->node, "key", "keys", findings);
}

/// assimp keeps positive weights only.
void reportNegativeWeights(const Document& document, Node skin, Findings& findings) {
    const Node weights = skin.child("vertex_weights");
    const Numbers values = readNumbers(document, inputSource(document, weights, "WEIGHT"));
    if (values.width != 1 || std::ranges::none_of(values.values, [](double value) { return value < 0.0; })) return;
    size_t stride = 0, place = 0;
    for (const Node input : weights.children("input")) {
        const size_t offset = input.attribute("offset").as_uint();
        stride = std::max(stride, offset + 1);
        if (std::string_view(input.attribute("semantic").value()) == "WEIGHT") place = offset;
    }
    const std::vector<int64_t> indices = integersIn(weights.child("v").text().get());
    size_t negative = 0;
    for (size_t i = place; i < indices.size(); i += stride) {
        const auto index = static_cast<size_t>(indices[i]);  // one below 0 is large
        negative += index < values.count() && values.values[index] < 0.0;
    }
    if (negative == 0) return;
    std::string_view mesh = skin.attribute("source").value();
    if (mesh.starts_with('#')) mesh.remove_prefix(1);
    const Measured count = measuredCount(negative, "weight", "weights");
    findings.push_back({"weight-ignored", Severity::warning, utf8From(mesh),
                        fmt::format("{} of {} ignored: negative", count.text, inQuotes(labelOf(skin))), count.figure});
}

/// Skins and meshes that no node shows and no controller is made of. A file may have a skeleton with clips only, and
/// others may take from its libraries.
void reportUnshown(const Document& document, Findings& findings) {
    std::set<std::string_view> used;  // ids
    bool showsAny = false;
    forEachElement(document.root(), [&](Node element) {
        const std::string_view name = element.name();
        const bool isShown = name == "instance_controller" || name == "instance_geometry";
        showsAny = showsAny || isShown;
        std::string_view reference = element.attribute(isShown ? "url" : "source").value();
        if (reference.starts_with('#')) reference.remove_prefix(1);
        if (isShown || name == "skin" || name == "morph") used.insert(reference);
        if (name == "targets" && std::string_view(element.parent().name()) == "morph") {
            const std::vector<std::string_view> targets = namesIn(inputSource(document, element, "MORPH_TARGET"));
            used.insert(targets.begin(), targets.end());
        }
        return name != "mesh" && name != "source" && name != "library_animations";
    });
    if (!showsAny) return;
    const auto report = [&](const char* library, const char* kind, const char* part, const char* called) {
        for (const Node list : document.root().children(library))
            for (const Node element : list.children(kind))
                if (element.child(part) && !used.contains(element.attribute("id").value()))
                    findings.push_back({"element-unused", Severity::info, labelOf(element),
                                        fmt::format("is a {} that no node shows{}", called, nameBeside(element))});
    };
    report("library_controllers", "controller", "skin", "skin");
    report("library_controllers", "controller", "morph", "morph controller");
    report("library_geometries", "geometry", "mesh", "mesh");
}

}  // namespace

void reportGuesses(const Document& document, Findings& findings) {
    reportIds(document, findings);
    reportUnshown(document, findings);
    reportSpace(document.root().child("asset"), findings);
    forEachElement(document.root(), [&](Node element) {
        const std::string_view name = element.name();
        if (name == "instance_geometry" || name == "instance_controller") reportUnbound(document, element, findings);
        if (name == "skin") reportBindMatrices(document, element, findings);
        if (name == "skin") reportNegativeWeights(document, element, findings);
        if (name == "matrix" && isNode(element.parent())) reportMatrix(element, findings);
        if (name == "channel" && std::string_view(element.parent().name()) == "animation")
            reportChannelMatrices(document, element.parent(), element, findings);
        return name != "mesh" && name != "source";
    });
}

size_t lineOfBareAmpersand(std::string_view xml) {
    if (xml.find('&') == std::string_view::npos) return 0;  // faster than the search below
    constexpr size_t kLongestEntity = 32;
    const auto isOfName = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_-.:").find(c) != std::string_view::npos;
    };
    const auto beginsEntity = [&](size_t at) {
        size_t end = at + (xml.substr(at).starts_with('#') ? 1 : 0);
        const size_t begin = end, last = std::min(xml.size(), at + kLongestEntity);
        while (end < last && isOfName(xml[end]))
            ++end;
        return end > begin && end < xml.size() && xml[end] == ';';
    };
    for (size_t at = xml.find_first_of("<&"); at != std::string_view::npos; at = xml.find_first_of("<&", at + 1)) {
        const std::string_view rest = xml.substr(at, std::strlen("<![CDATA["));
        if (rest.starts_with("<!--"))
            at = xml.find("-->", at);
        else if (rest == "<![CDATA[")
            at = xml.find("]]>", at);
        else if (rest.starts_with("<?"))
            at = xml.find("?>", at);
        else if (rest.starts_with('&') && !beginsEntity(at + 1))
            return 1 +
                   static_cast<size_t>(std::count(xml.begin(), xml.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        if (at == std::string_view::npos) break;
    }
    return 0;
}

std::optional<WordPlace> firstNotUtf8(std::string_view xml) {
    const std::string declaration = lowerCase(xml.substr(0, std::min(xml.find("?>"), size_t{200})));
    if (declaration.find("iso-8859-1") != std::string::npos || declaration.find("latin1") != std::string::npos)
        return std::nullopt;
    const auto isPlain = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    for (auto at = std::find_if_not(xml.begin(), xml.end(), isPlain); at != xml.end();) {
        const auto place = static_cast<size_t>(at - xml.begin());
        const size_t before = xml.rfind('\n', place), from = before == std::string_view::npos ? 0 : before + 1;
        const size_t to = std::min(xml.find('\n', place), xml.size());
        std::string_view rest = xml.substr(from, to - from);
        at = std::find_if_not(xml.begin() + static_cast<std::ptrdiff_t>(to), xml.end(), isPlain);
        if (isUtf8(rest)) continue;
        constexpr std::string_view kAround = " \t\r<>\"'=/";
        while (isUtf8(rest.substr(0, rest.find_first_of(kAround))))
            rest.remove_prefix(rest.find_first_of(kAround) + 1);
        return WordPlace{.line = 1 + static_cast<size_t>(std::count(
                                         xml.begin(), xml.begin() + static_cast<std::ptrdiff_t>(from), '\n')),
                         .word = utf8From(rest.substr(0, rest.find_first_of(kAround)))};
    }
    return std::nullopt;
}

std::string xmlFaultOf(const InputFile& file) {
    const std::string text = file.content(0, file.size());
    const size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string::npos || text[first] != '<') return {};
    pugi::xml_document xml;
    const pugi::xml_parse_result result = xml.load_buffer(text.data(), text.size());
    if (result) return {};
    const size_t at = std::min(text.size(), static_cast<size_t>(std::max<std::ptrdiff_t>(result.offset, 0)));
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    std::string cause = result.description();
    if (!cause.empty()) cause[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(cause[0])));
    return fmt::format("is not well-formed XML: {} in line {}", cause, line);
}

}  // namespace sinew::collada
