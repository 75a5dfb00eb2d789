// LWO files whose textures have no UV coordinates, but a plane, a cylinder or a sphere that places them.

#include <set>

#include "import/import_model.h"
#include "support/catch.h"
#include "support/findings.h"
#include "support/import_files.h"
#include "support/models/lightwave.h"
#include "support/models/png.h"
#include "support/temporary_folder.h"

namespace {

using namespace lightwave;

/// A square of 2 x 2 in x and y, with a picture that `projection` places: 0 plane, 1 cylinder, 2 sphere, along z.
std::string mappedSquare(uint32_t projection) {
    std::string points;
    for (const auto& [x, y] : {std::pair{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}})
        points += number(x) + number(y) + number(0.5f * x);
    std::string vertices = big(4, 2);
    for (uint32_t i = 0; i < 4; ++i)
        vertices += big(i, 2);
    const auto vector = [](float x) { return number(x) + number(x) + number(x) + big(0, 2); };
    const std::string placing = part("CNTR", vector(0.0f)) + part("SIZE", vector(1.0f)) + part("ROTA", vector(0.0f));
    const std::string map = part("IMAP", text("\x80") + part("CHAN", "COLR") + part("ENAB", big(1, 2))) +
                            part("TMAP", placing) + part("PROJ", big(projection, 2)) + part("AXIS", big(2, 2)) +
                            part("IMAG", big(1, 2));
    const std::string surface =
        text("mat") + text("") + part("COLR", number(1) + number(1) + number(1) + big(0, 2)) + part("BLOK", map);
    return chunk("FORM", "LWO2" + chunk("TAGS", text("mat")) +
                             chunk("LAYR", big(0, 4) + number(0) + number(0) + number(0) + text("layer")) +
                             chunk("PNTS", points) + chunk("POLS", "FACE" + vertices) +
                             chunk("PTAG", "SURF" + big(0, 2) + big(0, 2)) +
                             chunk("CLIP", big(1, 4) + part("STIL", text("map.png"))) + chunk("SURF", surface));
}

}  // namespace

TEST_CASE("Textures that a plane, a cylinder or a sphere places have texture coordinates") {
    const uint32_t projection = GENERATE(0u, 1u, 2u);
    const TemporaryFolder folder;
    import_files::write(folder / "map.png", import_files::png({}));
    import_files::write(folder / "square.lwo", mappedSquare(projection));
    const sinew::ImportedModel imported = sinew::importModel(folder / "square.lwo");
    CHECK(countOf(imported.report.findings, "uv-set-missing") == 0);
    REQUIRE(imported.model.meshes.size() == 1);
    std::set<std::pair<float, float>> places;
    for (const glm::vec2& uv : imported.model.meshes[0].uvs)
        places.emplace(uv.x, uv.y);
    CHECK(places.size() > 2);
}
