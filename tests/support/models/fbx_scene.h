#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace import_files {

/// An FBX 7.4 text file, put together from objects. Ids are the caller's; 0 is the root.
class FbxScene {
  public:
    /// `properties`: lines such as `P: "InheritType", "enum", "", "",2`.
    void model(int id, const std::string& name, const std::string& kind, int parent,
               const std::string& properties = {}) {
        objects_ += fmt::format("Model: {}, \"Model::{}\", \"{}\" {{\nVersion: 232\nProperties70: {{\n{}\n}}\n}}\n", id,
                                name, kind, properties);
        connect(id, parent);
    }

    /// A scene of one node "node", 10, that shows a square, 20.
    static FbxScene ofSquare(const std::string& properties = {}) {
        FbxScene scene;
        scene.model(10, "node", "Mesh", 0, properties);
        scene.square(20, 10);
        return scene;
    }

    /// A square of 1 x 1 at the origin, in x and y. `records`: more of its geometry.
    void square(int id, int model, const std::string& records = {}) {
        objects_ += fmt::format(
            "Geometry: {}, \"Geometry::square\", \"Mesh\" {{\nVertices: *12 {{ a: 0,0,0,1,0,0,1,1,0,0,1,0 }}\n"
            "PolygonVertexIndex: *4 {{ a: 0,1,2,-4 }}\nGeometryVersion: 124\n"
            "LayerElementNormal: 0 {{\nVersion: 101\nName: \"\"\nMappingInformationType: \"ByPolygonVertex\"\n"
            "ReferenceInformationType: \"Direct\"\nNormals: *12 {{ a: 0,0,1,0,0,1,0,0,1,0,0,1 }}\n}}\n"
            "Layer: 0 {{\nVersion: 100\nLayerElement: {{\nType: \"LayerElementNormal\"\nTypedIndex: 0\n}}\n}}\n{}}}\n",
            id, records);
        connect(id, model);
    }

    void blendShape(int id, int geometry) {
        objects_ += fmt::format("Deformer: {}, \"Deformer::d\", \"BlendShape\" {{\nVersion: 100\n}}\n", id);
        connect(id, geometry);
    }

    void channel(int id, int blendShape, const std::string& name, double percent,
                 const std::vector<double>& fullWeights) {
        objects_ += fmt::format(
            "Deformer: {}, \"SubDeformer::{}\", \"BlendShapeChannel\" {{\nVersion: 100\nProperties70: {{\n"
            "P: \"DeformPercent\", \"Number\", \"\", \"A\",{}\n}}\n"
            "FullWeights: *{} {{ a: {} }}\n}}\n",
            id, name, percent, fullWeights.size(), fmt::join(fullWeights, ","));
        connect(id, blendShape);
    }

    /// Moves a corner of the geometry, and its normal.
    void shape(int id, int channel, const std::string& name, int corner, const std::array<double, 3>& move,
               const std::array<double, 3>& normal) {
        objects_ += fmt::format(
            "Geometry: {}, \"Geometry::{}\", \"Shape\" {{\nVersion: 100\nIndexes: *1 {{ a: {} }}\n"
            "Vertices: *3 {{ a: {} }}\nNormals: *3 {{ a: {} }}\n}}\n",
            id, name, corner, fmt::join(move, ","), fmt::join(normal, ","));
        connect(id, channel);
    }

    /// A blend shape with one channel, whose shapes move the first corner of the square along z.
    void shapes(int deformer, int geometry, int id, const std::string& name, double percent,
                const std::vector<double>& fullWeights, const std::vector<double>& lifts) {
        blendShape(deformer, geometry);
        channel(id, deformer, name, percent, fullWeights);
        for (size_t i = 0; i < lifts.size(); ++i)
            shape(id + 1 + static_cast<int>(i), id, fmt::format("{}{}", name, i), 0, {0, 0, lifts[i]}, {0, 0, 0});
    }

    /// A cluster of the skin of a geometry, bound with the identity. `indices` and `weights` are lists of numbers.
    void cluster(int skin, int geometry, int id, int bone, const std::string& indices, const std::string& weights) {
        const std::string head = fmt::format("Deformer: {}, \"Deformer::skin\", \"Skin\" {{\nVersion: 101\n}}\n", skin);
        if (objects_.find(head) == std::string::npos) {
            objects_ += head;
            connect(skin, geometry);
        }
        const char* const identity = "*16 { a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 }";
        objects_ += fmt::format(
            "Deformer: {}, \"SubDeformer::c\", \"Cluster\" {{\nVersion: 100\nIndexes: *1 {{ a: {} }}\n"
            "Weights: *1 {{ a: {} }}\nTransform: {}\nTransformLink: {}\n}}\n",
            id, indices, weights, identity, identity);
        connect(id, skin);
        connect(bone, id);
    }

    void material(int id, int model, const std::string& name) {
        objects_ += fmt::format("Material: {}, \"Material::{}\", \"\" {{\nVersion: 102\n}}\n", id, name);
        connect(id, model);
    }

    /// A clip of that many seconds.
    void stack(int id, const std::string& name, double seconds) {
        objects_ += fmt::format(
            "AnimationStack: {}, \"AnimStack::{}\", \"\" {{\nProperties70: {{\n"
            "P: \"LocalStop\", \"KTime\", \"Time\", \"\",{}\n}}\n}}\n",
            id, name, ticks(seconds));
    }

    /// A clip 30 of that many seconds with one layer, 31.
    void clip(double seconds = 1.0) {
        stack(30, "clip", seconds);
        layer(31, 30);
    }

    void layer(int id, int stack, const std::string& properties = {}) {
        objects_ += fmt::format("AnimationLayer: {}, \"AnimLayer::layer{}\", \"\" {{\nProperties70: {{\n{}\n}}\n}}\n",
                                id, id, properties);
        connect(id, stack);
    }

    struct Key {
        double seconds = 0.0, value = 0.0;
    };

    /// Moves a component ("d|X") of a property. `flags`: of its keys, 4 is linear; `data`: the four numbers of each
    /// key, as text files have them. Takes the ids `id` and `id + 1`.
    void curve(int id, int layer, int target, const std::string& property, const std::string& component,
               std::initializer_list<Key> keys, int flags = 4, const std::string& data = "0,0,0,0",
               const std::string& defaults = {}) {
        std::vector<double> values;
        std::vector<long long> times;
        for (const Key& key : keys)
            times.push_back(ticks(key.seconds)), values.push_back(key.value);
        objects_ += fmt::format("AnimationCurveNode: {}, \"AnimCurveNode::n\", \"\" {{\nProperties70: {{\n{}\n}}\n}}\n",
                                id, defaults);
        objects_ += fmt::format(
            "AnimationCurve: {}, \"AnimCurve::\", \"\" {{\nDefault: 0\nKeyVer: 4008\n"
            "KeyTime: *{} {{ a: {} }}\nKeyValueFloat: *{} {{ a: {} }}\nKeyAttrFlags: *1 {{ a: {} }}\n"
            "KeyAttrDataFloat: *4 {{ a: {} }}\nKeyAttrRefCount: *1 {{ a: {} }}\n}}\n",
            id + 1, times.size(), fmt::join(times, ","), values.size(), fmt::join(values, ","), flags, data,
            values.size());
        connect(id, layer);
        connections_ += fmt::format("C: \"OP\",{},{}, \"{}\"\n", id, target, property);
        connections_ += fmt::format("C: \"OP\",{},{}, \"{}\"\n", id + 1, id, component);
    }

    std::string text() const {
        return "; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\n"
               "GlobalSettings: {\nVersion: 1000\nProperties70: {\nP: \"UnitScaleFactor\", \"double\", \"Number\", "
               "\"\",1\n}\n}\n"
               "Definitions: {\nVersion: 100\nCount: 1\nObjectType: \"Geometry\" {\nCount: 1\n}\n}\nObjects: {\n" +
               objects_ + "}\nConnections: {\n" + connections_ + "}\n";
    }

  private:
    static long long ticks(double seconds) { return static_cast<long long>(seconds * 46186158000.0); }
    void connect(int source, int destination) { connections_ += fmt::format("C: \"OO\",{},{}\n", source, destination); }

    std::string objects_, connections_;
};

}  // namespace import_files
