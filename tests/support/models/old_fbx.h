#pragma once

#include <string>

namespace import_files {

/// An FBX 6.1 text file: a square "body" of 1 x 2 on the joints Hips, at the origin, and Knee, 1 above it, which has
/// the upper corners. The shape "Up" lifts the third corner by 5 along z. In the clip "turn" of 2 s, which begins at 1
/// s, Knee turns by 90 degrees about z on a cubic curve with flat ends, Hips jumps by 4 along x at the end, and "Up"
/// goes linearly from 0 to 100 %; at rest it has 40 %.
inline std::string oldFbx() {
    return R"fbx(; FBX 6.1.0 project file
FBXHeaderExtension:  {
    FBXHeaderVersion: 1003
    FBXVersion: 6100
    Creator: "by hand"
}
Objects:  {
    Model: "Model::body", "Mesh" {
        Version: 232
        Properties60:  {
            Property: "Lcl Translation", "Lcl Translation", "A",0,0,0
            Property: "Up", "Number", "A+",40
        }
        Vertices: 0,0,0,1,0,0,1,2,0
        ,0,2,0
        PolygonVertexIndex: 0,1,2,-4
        GeometryVersion: 124
        LayerElementNormal: 0 {
            Version: 101
            Name: ""
            MappingInformationType: "ByPolygonVertex"
            ReferenceInformationType: "Direct"
            Normals: 0,0,1,0,0,1,0,0,1,0,0,1
        }
        LayerElementUV: 0 {
            Version: 101
            Name: "map1"
            MappingInformationType: "ByPolygonVertex"
            ReferenceInformationType: "IndexToDirect"
            UV: 0,0,1,0,1,1,0,1
            UVIndex: 0,1,2,3
        }
        LayerElementMaterial: 0 {
            Version: 101
            Name: ""
            MappingInformationType: "AllSame"
            ReferenceInformationType: "IndexToDirect"
            Materials: 0
        }
        LayerElementTexture: 0 {
            Version: 101
            Name: ""
            MappingInformationType: "AllSame"
            ReferenceInformationType: "IndexToDirect"
            BlendMode: "Normal"
            TextureAlpha: 1
            TextureId: 0
        }
        Shape: "Up" {
            Indexes: 2
            Vertices: 0,0,5
            Normals: 0,0,0
        }
    }
    Model: "Model::Hips", "LimbNode" {
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
    Deformer: "SubDeformer::Cluster Hips", "Cluster" {
        Version: 100
        UserData: "", ""
        Indexes: 0,1
        Weights: 1,1
        Transform: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
        TransformLink: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
    }
    Deformer: "SubDeformer::Cluster Knee", "Cluster" {
        Version: 100
        UserData: "", ""
        Indexes: 2,3
        Weights: 1,1
        Transform: 1,0,0,0,0,1,0,0,0,0,1,0,0,-1,0,1
        TransformLink: 1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1
    }
    GlobalSettings:  {
        Version: 1000
        Properties60:  {
            Property: "UpAxis", "int", "",2
            Property: "UpAxisSign", "int", "",1
            Property: "UnitScaleFactor", "double", "",2.54
        }
    }
}
Connections:  {
    Connect: "OO", "Model::body", "Model::Scene"
    Connect: "OO", "Model::Hips", "Model::Scene"
    Connect: "OO", "Model::Knee", "Model::Hips"
    Connect: "OO", "Material::skin", "Model::body"
    Connect: "OO", "Texture::picture", "Model::body"
    Connect: "OO", "Deformer::Skin body", "Model::body"
    Connect: "OO", "SubDeformer::Cluster Hips", "Deformer::Skin body"
    Connect: "OO", "SubDeformer::Cluster Knee", "Deformer::Skin body"
    Connect: "OO", "Model::Hips", "SubDeformer::Cluster Hips"
    Connect: "OO", "Model::Knee", "SubDeformer::Cluster Knee"
}
Takes:  {
    Current: "turn"
    Take: "turn" {
        FileName: "turn.tak"
        LocalTime: 46186158000,138558474000
        ReferenceTime: 46186158000,138558474000
        Model: "Model::Hips" {
            Version: 1.1
            Channel: "Transform" {
                Channel: "T" {
                    Channel: "X" {
                        Default: 0
                        KeyVer: 4005
                        KeyCount: 2
                        Key: 46186158000,0,C,s,138558474000,4,L
                    }
                    Channel: "Y" {
                        Default: 0
                    }
                    Channel: "Z" {
                        Default: 0
                    }
                    LayerType: 1
                }
            }
        }
        Model: "Model::Knee" {
            Version: 1.1
            Channel: "Transform" {
                Channel: "R" {
                    Channel: "Z" {
                        Default: 0
                        KeyVer: 4005
                        KeyCount: 2
                        Key: 46186158000,0,U,s,0,0,n
                        ,138558474000,90,U,s,0,0,n
                        Color: 1,1,1
                    }
                }
            }
        }
        Model: "Model::body" {
            Version: 1.1
            Channel: "Up" {
                Default: 40
                KeyVer: 4005
                KeyCount: 2
                Key: 46186158000,0,L,138558474000,100,L
            }
        }
    }
}
)fbx";
}

/// The same without texture and axes as an FBX 5.8 text file, where nodes contain meshes, skins and materials.
inline std::string olderFbx() {
    return R"fbx(; FBX 5.8.0 project file
FBXHeaderExtension:  {
    FBXHeaderVersion: 1003
    FBXVersion: 5800
}
Model: "Model::body" {
    Version: 194
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
    Link: "Model::Hips" {
        UserData: "", ""
        Indexes: 0,1
        Weights: 1,1
        Transform: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
        TransformLink: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
    }
    Link: "Model::Knee" {
        UserData: "", ""
        Indexes: 2,3
        Weights: 1,1
        Transform: 1,0,0,0,0,1,0,0,0,0,1,0,0,-1,0,1
        TransformLink: 1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1
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
    Channel: "Up (Shape)" {
        Default: 40
    }
}
Model: "Model::Hips" {
    Type: "LimbNode"
    Children: "Model::Knee"
}
Model: "Model::Knee" {
    Type: "LimbNode"
}
Takes:  {
    Current: "turn"
    Take: "turn" {
        LocalTime: 46186158000,138558474000
        Model: "Model::Hips" {
            Channel: "Transform" {
                Channel: "T" {
                    Channel: "X" {
                        Default: 0
                        KeyVer: 4003
                        KeyCount: 2
                        Key: 46186158000,0,C,138558474000,4,L
                    }
                }
            }
        }
        Model: "Model::Knee" {
            Channel: "Transform" {
                Channel: "T" {
                    Channel: "Y" {
                        Default: 1
                    }
                }
                Channel: "R" {
                    Channel: "Z" {
                        Default: 0
                        KeyVer: 4003
                        KeyCount: 2
                        Key: 46186158000,0,U,s,0,0,138558474000,90,U,s,0,0
                    }
                }
            }
        }
        Model: "Model::body" {
            Channel: "Up (Shape)" {
                Default: 40
                KeyVer: 4002
                KeyCount: 2
                Key: 46186158000,0,L,138558474000,100,L
            }
        }
    }
}
)fbx";
}

}  // namespace import_files
