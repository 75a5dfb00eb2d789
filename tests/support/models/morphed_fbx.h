#pragma once

#include <string>

namespace import_files {

/// An FBX 7.4 text file: one square with two shapes, "A" and "B", each a channel of its own. A lifts the first corner
/// by 5 and turns its normal, B pushes the second by 6 along x. At rest A has 25 %, B 50 %. In the clip of 1 s A goes
/// from 0 to 100 %, B from 100 % over -20 % (at half) to 0.
inline std::string morphedFbx() {
    return R"fbx(; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",1
		P: "UpAxisSign", "int", "Integer", "",1
		P: "FrontAxis", "int", "Integer", "",2
		P: "FrontAxisSign", "int", "Integer", "",1
		P: "CoordAxis", "int", "Integer", "",0
		P: "CoordAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",1
	}
}
Definitions:  {
	Version: 100
	Count: 1
	ObjectType: "Geometry" {
		Count: 3
	}
}
Objects:  {
	Geometry: 100, "Geometry::quad", "Mesh" {
		Vertices: *12 {
			a: 0,0,0,1,0,0,1,1,0,0,1,0
		}
		PolygonVertexIndex: *4 {
			a: 0,1,2,-4
		}
		GeometryVersion: 124
		LayerElementNormal: 0 {
			Version: 101
			Name: ""
			MappingInformationType: "ByPolygonVertex"
			ReferenceInformationType: "Direct"
			Normals: *12 {
				a: 0,0,1,0,0,1,0,0,1,0,0,1
			}
		}
		Layer: 0 {
			Version: 100
			LayerElement:  {
				Type: "LayerElementNormal"
				TypedIndex: 0
			}
		}
	}
	Geometry: 101, "Geometry::A", "Shape" {
		Version: 100
		Indexes: *1 {
			a: 0
		}
		Vertices: *3 {
			a: 0,0,5
		}
		Normals: *3 {
			a: 0,1,0
		}
	}
	Geometry: 102, "Geometry::B", "Shape" {
		Version: 100
		Indexes: *1 {
			a: 1
		}
		Vertices: *3 {
			a: 6,0,0
		}
		Normals: *3 {
			a: 0,0,0
		}
	}
	Model: 200, "Model::node", "Mesh" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",0,0,0
		}
	}
	Deformer: 300, "Deformer::bs", "BlendShape" {
		Version: 100
	}
	Deformer: 301, "SubDeformer::A", "BlendShapeChannel" {
		Version: 100
		DeformPercent: 25
		FullWeights: *1 {
			a: 100
		}
	}
	Deformer: 302, "SubDeformer::B", "BlendShapeChannel" {
		Version: 100
		DeformPercent: 50
		FullWeights: *1 {
			a: 100
		}
	}
	AnimationStack: 400, "AnimStack::take", "" {
		Properties70:  {
			P: "LocalStop", "KTime", "Time", "",46186158000
			P: "ReferenceStop", "KTime", "Time", "",46186158000
		}
	}
	AnimationLayer: 401, "AnimLayer::base", "" {
	}
	AnimationCurveNode: 410, "AnimCurveNode::DeformPercent", "" {
		Properties70:  {
			P: "d|DeformPercent", "Number", "", "A",0
		}
	}
	AnimationCurveNode: 411, "AnimCurveNode::DeformPercent", "" {
		Properties70:  {
			P: "d|DeformPercent", "Number", "", "A",0
		}
	}
	AnimationCurve: 420, "AnimCurve::", "" {
		Default: 0
		KeyVer: 4008
		KeyTime: *2 {
			a: 0,46186158000
		}
		KeyValueFloat: *2 {
			a: 0,100
		}
		KeyAttrFlags: *1 {
			a: 24836
		}
		KeyAttrDataFloat: *4 {
			a: 0,0,0,0
		}
		KeyAttrRefCount: *1 {
			a: 2
		}
	}
	AnimationCurve: 421, "AnimCurve::", "" {
		Default: 0
		KeyVer: 4008
		KeyTime: *3 {
			a: 0,23093079000,46186158000
		}
		KeyValueFloat: *3 {
			a: 100,-20,0
		}
		KeyAttrFlags: *1 {
			a: 24836
		}
		KeyAttrDataFloat: *4 {
			a: 0,0,0,0
		}
		KeyAttrRefCount: *1 {
			a: 3
		}
	}
}
Connections:  {
	C: "OO",200,0
	C: "OO",100,200
	C: "OO",300,100
	C: "OO",301,300
	C: "OO",302,300
	C: "OO",101,301
	C: "OO",102,302
	C: "OO",401,400
	C: "OO",410,401
	C: "OO",411,401
	C: "OP",410,301, "DeformPercent"
	C: "OP",411,302, "DeformPercent"
	C: "OP",420,410, "d|DeformPercent"
	C: "OP",421,411, "d|DeformPercent"
}
)fbx";
}

}  // namespace import_files
