#include "import/collada/holes.h"

#include <algorithm>
#include <string>

#include "support/catch.h"
#include "support/import_files.h"
#include "support/temporary_folder.h"

using namespace sinew;
using collada::Ring;

namespace {

double area(std::span<const collada::Triangle> triangles, std::span<const glm::dvec2> p) {
    double sum = 0.0;
    for (const auto& [a, b, c] : triangles)
        sum += 0.5 * ((p[b].x - p[a].x) * (p[c].y - p[a].y) - (p[b].y - p[a].y) * (p[c].x - p[a].x));
    return sum;
}

/// A square of that half side around a center.
void addSquare(glm::dvec2 center, double half, std::vector<Ring>& rings, std::vector<glm::dvec2>& points) {
    Ring ring;
    for (const glm::dvec2 corner : {glm::dvec2(-1, -1), glm::dvec2(1, -1), glm::dvec2(1, 1), glm::dvec2(-1, 1)}) {
        ring.push_back(points.size());
        points.push_back(center + half * corner);
    }
    rings.push_back(ring);
}

/// A plate of 4 x 4 with a hole of 2 x 2, as <polygons>.
std::string plate(const std::string& hole) {
    return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="24">0 0 0 4 0 0 4 4 0 0 4 0 1 1 0 1 3 0 3 3 0 3 1 0</float_array>
<technique_common><accessor source="#pa" count="8" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polygons count="1"><input semantic="VERTEX" source="#v" offset="0"/><ph><p>0 1 2 3</p>)" +
           hole + R"(</ph></polygons></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

double areaOf(const SkinnedMesh& mesh) {
    double sum = 0.0;
    for (size_t i = 0; i < mesh.indices.size(); i += 3) {
        const glm::vec3 &a = mesh.positions[mesh.indices[i]], &b = mesh.positions[mesh.indices[i + 1]],
                        &c = mesh.positions[mesh.indices[i + 2]];
        sum += 0.5 * static_cast<double>((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    }
    return sum;
}

}  // namespace

TEST_CASE("Triangles fill a ring except for its holes, and wind as the ring") {
    std::vector<Ring> rings;
    std::vector<glm::dvec2> points;
    addSquare({0, 0}, 5, rings, points);
    for (const double x : {-3.0, 0.0, 3.0})
        for (const double y : {-3.0, 0.0, 3.0})
            addSquare({x, y}, 1.0, rings, points);
    const auto triangles = collada::triangulated(rings, points);
    REQUIRE(triangles);
    CHECK(area(*triangles, points) == Approx(100.0 - 9.0 * 4.0));
    for (Ring& ring : rings)
        std::ranges::reverse(ring);
    const auto reversed = collada::triangulated(rings, points);
    REQUIRE(reversed);
    CHECK(area(*reversed, points) == Approx(-64.0));
}

TEST_CASE("A polygon with a hole is drawn with it") {
    for (const char* hole : {"<h>4 5 6 7</h>", "<h>7 6 5 4</h>"}) {
        const ImportedModel imported = import_files::importText("plate.dae", plate(hole));
        CHECK(areaOf(imported.model.meshes.at(0)) == Approx(12.0));
    }
}

TEST_CASE("A hole that cannot be cut is filled, with a finding") {
    for (const char* hole : {"<h>4 5</h>", "<h>4 5 99</h>"}) {
        const ImportedModel imported = import_files::importText("plate.dae", plate(hole));
        CHECK(areaOf(imported.model.meshes.at(0)) == Approx(16.0));
        CHECK(std::ranges::count(imported.report.findings, std::string("holes-filled"), &Finding::id) == 1);
    }
}

TEST_CASE("A polygon with a hole and an input far out of its indices is filled") {
    std::string zeros, text = plate("<h>4 5 6 7</h>");
    for (int i = 0; i < 3 * 256; ++i)
        zeros += "0 ";
    text.replace(text.find("0 1 2 3<"), 7, zeros);
    text.replace(text.find(R"(offset="0")"), 10, R"(offset="40000000")");
    const TemporaryFolder folder;
    import_files::write(folder / "plate.dae", text);
    const InputFile file(folder / "plate.dae");
    const auto document = collada::Document::read(file);
    REQUIRE(document);
    Findings findings;
    const std::vector<collada::Node> changed = collada::cutHoles(*document, findings);
    REQUIRE(changed.size() == 1);
    const collada::Node polygons = changed.front().child("geometry").child("mesh").child("polygons");
    CHECK_FALSE(polygons.child("ph"));
    CHECK(polygons.child("p"));
    CHECK(findings.size() == 1);
}
