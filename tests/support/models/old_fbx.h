#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace import_files {

/// Text of FBX before version 7. Each function returns one record.
namespace old_fbx {

inline std::string record(std::string_view head, std::string_view children) {
    return fmt::format("{} {{\n{}\n}}\n", head, children);
}

inline std::string channel(std::string_view name, std::string_view children) {
    return record(fmt::format("Channel: \"{}\"", name), children);
}

inline std::string channel(std::string_view name, int value, int keyVersion, std::string_view keys) {
    return channel(name, fmt::format("Default: {}\nKeyVer: {}\nKeyCount: 2\nKey: {}", value, keyVersion, keys));
}

/// The weights of two corners for a bone at that height.
inline std::string bound(std::string_view head, std::string_view corners, int height) {
    constexpr std::string_view kMoved = "1,0,0,0,0,1,0,0,0,0,1,0,0";
    return record(head, fmt::format("UserData: \"\", \"\"\nIndexes: {0}\nWeights: 1,1\n"
                                    "Transform: {1},{2},0,1\nTransformLink: {1},{3},0,1",
                                    corners, kMoved, -height, height));
}

/// How a mesh of FBX 6 has normals, UV coordinates, materials or textures.
inline std::string layer(std::string_view kind, std::string_view mapping, std::string_view reference,
                         std::string_view values) {
    return record(fmt::format("LayerElement{}: 0", kind),
                  fmt::format("Version: 101\nName: \"\"\nMappingInformationType: \"{}\"\n"
                              "ReferenceInformationType: \"{}\"\n{}",
                              mapping, reference, values));
}

/// The clip "turn". Each argument: the channels of a node.
inline std::string takes(std::string_view hips, std::string_view knee, std::string_view body) {
    constexpr std::string_view kTimes = "46186158000,138558474000";
    return record("Takes: ",
                  "Current: \"turn\"\n" +
                      record("Take: \"turn\"",
                             fmt::format("FileName: \"turn.tak\"\nLocalTime: {0}\nReferenceTime: {0}\n", kTimes) +
                                 record("Model: \"Model::Hips\"", channel("Transform", hips)) +
                                 record("Model: \"Model::Knee\"", channel("Transform", knee)) +
                                 record("Model: \"Model::body\"", body)));
}

}  // namespace old_fbx

/// An FBX 6.1 text file: a square "body" of 1 x 2 on the joints Hips, at the origin, and Knee, 1 above it, which has
/// the upper corners. The shape "Up" lifts the third corner by 5 along z. In the clip "turn" of 2 s, which begins at 1
/// s, Knee turns by 90 degrees about z on a cubic curve with flat ends, Hips jumps by 4 along x at the end, and "Up"
/// goes linearly from 0 to 100 %; at rest it has 40 %.
inline std::string oldFbx() {
    using namespace old_fbx;
    const std::string mesh =
        R"(Version: 232
Properties60:  {
    Property: "Lcl Translation", "Lcl Translation", "A",0,0,0
    Property: "Up", "Number", "A+",40
}
Vertices: 0,0,0,1,0,0,1,2,0
,0,2,0
PolygonVertexIndex: 0,1,2,-4
GeometryVersion: 124
)" + layer("Normal", "ByPolygonVertex", "Direct", "Normals: 0,0,1,0,0,1,0,0,1,0,0,1") +
        layer("UV", "ByPolygonVertex", "IndexToDirect", "UV: 0,0,1,0,1,1,0,1\nUVIndex: 0,1,2,3") +
        layer("Material", "AllSame", "IndexToDirect", "Materials: 0") +
        layer("Texture", "AllSame", "IndexToDirect", "BlendMode: \"Normal\"\nTextureAlpha: 1\nTextureId: 0") +
        record("Shape: \"Up\"", "Indexes: 2\nVertices: 0,0,5\nNormals: 0,0,0");
    const std::string others = R"(Model: "Model::Hips", "LimbNode" {
    Version: 232
    Properties60:  {
        Property: "RotationActive", "bool", "",1
        Property: "Lcl Translation", "Lcl Translation", "A+",0,0,0
        Property: "Size", "double", "",1
    }
    Shading: Y
    Culling: "CullingOff"
    TypeFlags: "Skeleton"
}
Model: "Model::Knee", "Limb" {
    Version: 232
    Properties60:  {
        Property: "Lcl Translation", "Lcl Translation", "A+",0,1,0
    }
}
Material: "Material::skin", "" {
    Version: 102
    ShadingModel: "lambert"
    Properties60:  {
        Property: "DiffuseColor", "ColorRGB", "",1,0.5,0
    }
}
Texture: "Texture::picture", "TextureVideoClip" {
    Type: "TextureVideoClip"
    Version: 202
    TextureName: "Texture::picture"
    FileName: "C:\somewhere\else\picture.png"
    RelativeFilename: "picture.png"
}
Deformer: "Deformer::Skin body", "Skin" {
    Version: 100
    Link_DeformAcuracy: 50
}
GlobalSettings:  {
    Version: 1000
    Properties60:  {
        Property: "UpAxis", "int", "",2
        Property: "UpAxisSign", "int", "",1
        Property: "UnitScaleFactor", "double", "",2.54
    }
}
)";
    std::string connections;
    for (const auto& [from, to] : {std::pair{"Model::body", "Model::Scene"},
                                   {"Model::Hips", "Model::Scene"},
                                   {"Model::Knee", "Model::Hips"},
                                   {"Material::skin", "Model::body"},
                                   {"Texture::picture", "Model::body"},
                                   {"Deformer::Skin body", "Model::body"},
                                   {"SubDeformer::Cluster Hips", "Deformer::Skin body"},
                                   {"SubDeformer::Cluster Knee", "Deformer::Skin body"},
                                   {"Model::Hips", "SubDeformer::Cluster Hips"},
                                   {"Model::Knee", "SubDeformer::Cluster Knee"}})
        connections += fmt::format("Connect: \"OO\", \"{}\", \"{}\"\n", from, to);
    const std::string x = channel("X", 0, 4005, "46186158000,0,C,s,138558474000,4,L"), still = "Default: 0",
                      turn = "46186158000,0,U,s,0,0,n\n,138558474000,90,U,s,0,0,n\nColor: 1,1,1";
    return "; FBX 6.1.0 project file\n" +
           record("FBXHeaderExtension: ", "FBXHeaderVersion: 1003\nFBXVersion: 6100\nCreator: \"by hand\"") +
           record("Objects: ", record("Model: \"Model::body\", \"Mesh\"", mesh) + others +
                                   bound("Deformer: \"SubDeformer::Cluster Hips\", \"Cluster\"", "0,1", 0) +
                                   bound("Deformer: \"SubDeformer::Cluster Knee\", \"Cluster\"", "2,3", 1)) +
           record("Connections: ", connections) +
           takes(channel("T", x + channel("Y", still) + channel("Z", still) + "LayerType: 1"),
                 channel("R", channel("Z", 0, 4005, turn)),
                 channel("Up", 40, 4005, "46186158000,0,L,138558474000,100,L"));
}

/// The model without texture and axes as an FBX 5.8 text file, where nodes contain meshes, skins and materials.
inline std::string olderFbx() {
    using namespace old_fbx;
    const std::string mesh = R"(Version: 194
Shading: T
Material: "Material::skin" {
    Version: 100
    ShadingModel: "phong"
    Diffuse: 1,0.5,0
    Alpha: 1
}
Shape: "Up" {
    Indexes: 2
    Vertices: 0,0,5
    Normals: 0,0,0
}
GeometryVersion: 123
Vertices: 0,0,0,1,0,0,1,2,0,0,2,0
Normals: 0,0,1,0,0,1,0,0,1,0,0,1
MaterialAssignation: "AllSame"
Materials: 0
PolygonVertexIndex: 0,1,2,-4
GeometryUVInfo:  {
    Version: 240
    MappingInformationType: "ByPolygon"
    TextureUV: 0,0,1,0,1,1,0,1
    TextureUVVerticeIndex: 0,1,2,3
}
)";
    return "; FBX 5.8.0 project file\n" + record("FBXHeaderExtension: ", "FBXHeaderVersion: 1003\nFBXVersion: 5800") +
           record("Model: \"Model::body\"", mesh + bound("Link: \"Model::Hips\"", "0,1", 0) +
                                                bound("Link: \"Model::Knee\"", "2,3", 1) +
                                                channel("Up (Shape)", "Default: 40")) +
           record("Model: \"Model::Hips\"", "Type: \"LimbNode\"\nChildren: \"Model::Knee\"") +
           record("Model: \"Model::Knee\"", "Type: \"LimbNode\"") +
           takes(channel("T", channel("X", 0, 4003, "46186158000,0,C,138558474000,4,L")),
                 channel("T", channel("Y", "Default: 1")) +
                     channel("R", channel("Z", 0, 4003, "46186158000,0,U,s,0,0,138558474000,90,U,s,0,0")),
                 channel("Up (Shape)", 40, 4002, "46186158000,0,L,138558474000,100,L"));
}

}  // namespace import_files
