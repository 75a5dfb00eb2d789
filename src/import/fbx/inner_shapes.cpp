#include "import/fbx/inner_shapes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <unordered_set>

#include <fmt/format.h>

#include "import/fbx/builder.h"
#include "import/assimp/convert.h"
#include "model/text.h"

namespace sinew::fbx {
namespace {

constexpr std::string_view kPercent = "DeformPercent";

std::vector<double> numbersIn(const Record& record, std::string_view name) {
    const Record* const child = record.child(name);
    return child ? child->numbers() : std::vector<double>();
}

class ShapeSeparation {
  public:
    ShapeSeparation(Record& objects, Record& connections, Findings& findings)
        : objects_(objects), connections_(connections), findings_(findings) {
        for (const Record& object : objects.children)
            used_.insert(object.integer(0));
    }

    bool run() {
        bool changed = false;
        for (Record& object : objects_.children)
            if (object.name == "Geometry" && object.child("Shape")) {
                separate(object);
                changed = true;
            }
        std::ranges::move(added_, std::back_inserter(objects_.children));
        moveCurves();
        std::ranges::move(links_, std::back_inserter(connections_.children));
        return changed;
    }

  private:
    void separate(Record& geometry) {
        const size_t vertexCount = numbersIn(geometry, "Vertices").size() / 3;
        std::vector<Record> shapes;
        const auto isShape = [](const Record& child) { return child.name == "Shape"; };
        std::ranges::copy_if(geometry.children, std::back_inserter(shapes), isShape);
        std::erase_if(geometry.children, isShape);
        int64_t deformer = 0;
        for (const Record& shape : shapes) {
            const std::string name(shape.text());
            std::vector<Record> parts = partsOfShape(shape, vertexCount);
            if (parts.empty()) {
                findings_.push_back({"morph-misfit", Severity::warning,
                                     utf8From(splitName(geometry.text(1)).name),
                                     fmt::format("the blend shape '{}' does not fit its mesh", utf8From(name))});
                continue;
            }
            if (deformer == 0) {
                deformer = add("Deformer", "", "Deformer", "BlendShape");
                connect(deformer, geometry.integer(0));
            }
            const double percent = percentOf(geometry, name);
            const int64_t channel = add("Deformer", name, "SubDeformer", "BlendShapeChannel");
            Record& own = added_.back();
            own.add(std::string(kPercent), {percent});
            own.add("FullWeights", {Numbers{'d', {100.0}}});
            addProperties(own, {{std::string(kPercent), "Number", {percent}}});
            connect(channel, deformer);
            const int64_t target = add("Geometry", name, "Geometry", "Shape");
            std::ranges::move(parts, std::back_inserter(added_.back().children));
            connect(target, channel);
            channels_.emplace(std::pair(geometry.integer(0), name), channel);
        }
    }

    static double percentOf(const Record& geometry, std::string_view name) {
        constexpr size_t kValue = 4;  // after name, type, label and flags
        const Record* const table = geometry.child("Properties70");
        for (const Record& one : table ? std::span(table->children) : std::span<const Record>())
            if (one.text(0) == name && std::isfinite(one.number(kValue))) return one.number(kValue);
        return 0.0;
    }

    /// Lets the curves that move a property of a geometry move the channel of its shape.
    void moveCurves() {
        std::map<int64_t, std::string> moved;  // curve nodes, and the names of their values
        for (Record& link : connections_.children) {
            const auto found = channels_.find({link.integer(2), std::string(link.text(3))});
            if (link.text(0) != "OP" || found == channels_.end()) continue;
            moved.emplace(link.integer(1), "d|" + found->first.second);
            link.values[2] = found->second;
            link.values[3] = std::string(kPercent);
        }
        for (Record& link : connections_.children)
            if (const auto found = moved.find(link.integer(2));
                link.text(0) == "OP" && found != moved.end() && link.text(3) == found->second)
                link.values[3] = "d|" + std::string(kPercent);
    }

    int64_t add(std::string_view type, const std::string& name, std::string_view named, std::string_view kind) {
        using namespace std::string_literals;
        while (!used_.insert(++lastId_).second) {
        }
        Record& object = added_.emplace_back(
            Record{std::string(type), {lastId_, name + "\0\1"s + std::string(named), std::string(kind)}, {}});
        if (kind != "Shape") object.add("Version", {int32_t{100}});
        return lastId_;
    }

    void connect(int64_t source, int64_t destination) {
        links_.emplace_back(Record{"C", {std::string("OO"), source, destination}, {}});
    }

    Record &objects_, &connections_;
    Findings& findings_;
    std::unordered_set<int64_t> used_;
    int64_t lastId_ = 0;
    std::map<std::pair<int64_t, std::string>, int64_t> channels_;  ///< by geometry and name
    std::vector<Record> added_, links_;
};

}  // namespace

std::vector<Record> partsOfShape(const Record& shape, size_t vertexCount) {
    std::vector<double> indices = numbersIn(shape, "Indexes"), offsets = numbersIn(shape, "Vertices");
    std::vector<double> normals = numbersIn(shape, "Normals");
    if (offsets.size() != 3 * indices.size()) return {};
    for (const double index : indices)
        if (!(index >= 0.0 && index < static_cast<double>(vertexCount))) return {};
    normals.resize(offsets.size(), 0.0);
    Record parts;
    parts.add("Version", {int32_t{100}});
    parts.add("Indexes", {Numbers{'i', std::move(indices)}});
    parts.add("Vertices", {Numbers{'d', std::move(offsets)}});
    parts.add("Normals", {Numbers{'d', std::move(normals)}});
    return std::move(parts.children);
}

bool separateShapes(Document& document, Findings& findings) {
    const auto list = [&](std::string_view name) {
        const auto found = std::ranges::find(document.root.children, name, &Record::name);
        return found == document.root.children.end() ? nullptr : &*found;
    };
    Record *const objects = list("Objects"), *const connections = list("Connections");
    return objects && connections && ShapeSeparation(*objects, *connections, findings).run();
}

}  // namespace sinew::fbx
