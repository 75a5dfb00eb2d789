#include "support/models/judged_surfaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "media/png.h"
#include "support/models/gltf.h"

namespace {

using Texel = std::array<double, 4>;  ///< as stored, each in [0, 1]

constexpr double kPi = std::numbers::pi;

/// Distance between neighbors; squares have sides of 1, balls a diameter of 1.
constexpr double kPitch = 1.15;

/// Whether a point is on an odd field of a board with `fields` a side; coordinates in [0, 1].
bool isOdd(double u, double v, int fields) {
    return (static_cast<int>(u * fields) + static_cast<int>(v * fields)) % 2 != 0;
}

double encodedSrgb(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
}

/// How the texture lies on a square.
struct Layout {
    int quarterTurns = 0;
    bool mirrorU = false;
    bool mirrorV = false;
    bool tangents = false;
};

/// A cap of a ball on a square: its radius there, and the ball's.
constexpr double kCapRadius = 0.36, kCapBall = 0.42;

/// The normal of the cap at a place on the square, whose center is 0; straight up beside the cap.
Texel capNormal(double x, double y) {
    if (std::hypot(x, y) > kCapRadius) return {0.0, 0.0, 1.0, 0.0};
    const double nx = x / kCapBall, ny = y / kCapBall;
    return {nx, ny, std::sqrt(1.0 - nx * nx - ny * ny), 0.0};
}

struct Shape {
    std::vector<float> positions, normals, uvs, tangents;
    std::vector<uint16_t> indices;
};

void add(std::vector<float>& list, std::initializer_list<double> values) {
    for (const double value : values)
        list.push_back(static_cast<float>(value));
}

/// A glTF scene of balls and squares that face the viewer.
class Board {
  public:
    Board() {
        shapes_.resize(1);
        addBall();
    }

    /// `paint` gets u to the right and v downwards. Returns the texture's index.
    int texture(int size, const std::function<Texel(double u, double v)>& paint) {
        sinew::Pixels pixels{static_cast<uint32_t>(size), static_cast<uint32_t>(size), {}};
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x)
                for (const double part : paint((x + 0.5) / size, (y + 0.5) / size))
                    pixels.rgba.push_back(static_cast<uint8_t>(std::lround(255.0 * std::clamp(part, 0.0, 1.0))));
        const std::vector<uint8_t> png = sinew::encodePng(pixels);
        append(images_, "{\"uri\":\"data:image/png;base64," +
                            import_files::base64({reinterpret_cast<const char*>(png.data()), png.size()}) + "\"}");
        append(textures_, fmt::format("{{\"source\":{}}}", textureCount_));
        return textureCount_++;
    }

    /// The members of a material. Returns its index.
    int material(const std::string& members) {
        append(materials_, "{" + members + "}");
        return materialCount_++;
    }

    /// A material with metallic and roughness factors and extensions ("KHR_...": {...}).
    int material(const std::string& baseColor, double metallic, double roughness, const std::string& extensions = "",
                 const std::string& others = "", const std::string& maps = "") {
        return material(
            fmt::format("\"pbrMetallicRoughness\":{{\"baseColorFactor\":[{}],\"metallicFactor\":{},"
                        "\"roughnessFactor\":{}{}}},\"extensions\":{{{}}}{}",
                        baseColor, metallic, roughness, maps, extensions, others));
    }

    void ball(double x, double y, int material) { place(0, material, x, y, 0.0, 1.0); }

    void square(double x, double y, double z, double size, int material, const Layout& layout = {}) {
        Shape shape;
        const auto turned = [&](double px, double py) {
            double u = px + 0.5, v = 0.5 - py;
            for (int turn = 0; turn < layout.quarterTurns; ++turn)
                std::swap(u, v), v = 1.0 - v;
            return std::array{layout.mirrorU ? 1.0 - u : u, layout.mirrorV ? 1.0 - v : v};
        };
        const auto origin = turned(0.0, 0.0), right = turned(1.0, 0.0), up = turned(0.0, 1.0);
        const double uAlongX = right[0] - origin[0], uAlongY = up[0] - origin[0];
        const double vAlongX = right[1] - origin[1], vAlongY = up[1] - origin[1];
        const double handedness = uAlongX * vAlongY - uAlongY * vAlongX < 0.0 ? 1.0 : -1.0;  // v goes down
        for (const double py : {-0.5, 0.5})
            for (const double px : {-0.5, 0.5}) {
                const auto [u, v] = turned(px, py);
                add(shape.positions, {px, py, 0.0});
                add(shape.normals, {0.0, 0.0, 1.0});
                add(shape.uvs, {u, v});
                if (layout.tangents) add(shape.tangents, {uAlongX, uAlongY, 0.0, handedness});
            }
        shape.indices = {0, 1, 3, 0, 3, 2};
        shapes_.push_back(attributes(shape));
        place(shapes_.size() - 1, material, x, y, z, size);
    }

    /// The cap as geometry, on a square.
    void cap(double x, double y, int material) {
        constexpr int kRings = 12, kColumns = 32;
        Shape shape;
        for (int ring = 0; ring <= kRings; ++ring)
            for (int column = 0; column <= kColumns; ++column) {
                const double radius = 0.9999 * kCapRadius * ring / kRings, angle = 2.0 * kPi * column / kColumns;
                const double px = radius * std::cos(angle), py = radius * std::sin(angle);
                const Texel normal = capNormal(px, py);
                const double pz = kCapBall * normal[2] - std::sqrt(kCapBall * kCapBall - kCapRadius * kCapRadius);
                add(shape.positions, {px, py, pz});
                add(shape.normals, {normal[0], normal[1], normal[2]});
                add(shape.uvs, {px + 0.5, 0.5 - py});
            }
        addGrid(shape.indices, kRings, kColumns);
        square(x, y, 0.0, 1.0, material);
        shapes_.push_back(attributes(shape));
        place(shapes_.size() - 1, material, x, y, 0.001, 1.0);
    }

    std::string text() const {
        return gltf_.text(fmt::format(
            "\"extensionsUsed\":[\"KHR_materials_anisotropy\",\"KHR_materials_clearcoat\","
            "\"KHR_materials_emissive_strength\",\"KHR_materials_ior\",\"KHR_materials_iridescence\","
            "\"KHR_materials_sheen\",\"KHR_materials_specular\",\"KHR_materials_transmission\",\"KHR_materials_"
            "volume\"],"
            "\"scene\":0,\"scenes\":[{{\"nodes\":[{}]}}],\"nodes\":[{}],\"meshes\":[{}],\"materials\":[{}]{}",
            nodeList_, nodes_, meshes_, materials_,
            images_.empty() ? "" : ",\"images\":[" + images_ + "],\"textures\":[" + textures_ + "]"));
    }

  private:
    static void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : ",") + item; }

    /// Two triangles for each field of a grid with one more vertex than fields each way, row by row.
    static void addGrid(std::vector<uint16_t>& indices, int rows, int columns) {
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                const int a = row * (columns + 1) + column, below = a + columns + 1;
                for (const int index : {a, below, a + 1, a + 1, below, below + 1})
                    indices.push_back(static_cast<uint16_t>(index));
            }
    }

    /// A ball with poles above and below, whose u runs to the right on the visible side.
    void addBall() {
        constexpr int kRings = 20, kColumns = 32;
        Shape shape;
        for (int ring = 0; ring <= kRings; ++ring)
            for (int column = 0; column <= kColumns; ++column) {
                const double u = static_cast<double>(column) / kColumns, v = static_cast<double>(ring) / kRings;
                const double around = 2.0 * kPi * (u - 0.5), down = kPi * v;
                const double x = std::sin(down) * std::sin(around), y = std::cos(down),
                             z = std::sin(down) * std::cos(around);
                add(shape.positions, {0.5 * x, 0.5 * y, 0.5 * z});
                add(shape.normals, {x, y, z});
                add(shape.uvs, {u, v});
                add(shape.tangents, {std::cos(around), 0.0, -std::sin(around), 1.0});
            }
        addGrid(shape.indices, kRings, kColumns);
        shapes_[0] = attributes(shape);
    }

    std::string attributes(const Shape& shape) {
        std::string text = fmt::format("\"attributes\":{{\"POSITION\":{},\"NORMAL\":{},\"TEXCOORD_0\":{}",
                                       gltf_.floats(shape.positions, "VEC3", 3), gltf_.floats(shape.normals, "VEC3", 3),
                                       gltf_.floats(shape.uvs, "VEC2", 2));
        if (!shape.tangents.empty()) text += fmt::format(",\"TANGENT\":{}", gltf_.floats(shape.tangents, "VEC4", 4));
        return text + fmt::format("}},\"indices\":{}", gltf_.ushorts(shape.indices, "SCALAR", 1));
    }

    void place(size_t shape, int material, double x, double y, double z, double size) {
        append(meshes_, fmt::format("{{\"primitives\":[{{{},\"material\":{}}}]}}", shapes_[shape], material));
        append(nodes_, fmt::format("{{\"mesh\":{0},\"translation\":[{1},{2},{3}],\"scale\":[{4},{4},{4}]}}", nodeCount_,
                                   x, y, z, size));
        append(nodeList_, std::to_string(nodeCount_++));
    }

    import_files::Gltf gltf_;
    std::vector<std::string> shapes_;  ///< attributes and indices of a primitive; the ball first
    std::string images_, textures_, materials_, meshes_, nodes_, nodeList_;
    int textureCount_ = 0, materialCount_ = 0, nodeCount_ = 0;
};

/// The place of a cell in a centered grid, row 0 at the top.
struct Cell {
    double x, y;
};
Cell cellOf(int column, int row, int columns, int rows) {
    return {kPitch * (column - 0.5 * (columns - 1)), kPitch * (0.5 * (rows - 1) - row)};
}

/// A ball for each cell, with the material that `materialOf` makes.
void fillWithBalls(Board& board, int columns, int rows, const std::function<int(int column, int row)>& materialOf) {
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const Cell cell = cellOf(column, row, columns, rows);
            board.ball(cell.x, cell.y, materialOf(column, row));
        }
}

/// A member of a material.
std::string map(const char* name, int texture) {
    return fmt::format(",\"{}\":{{\"index\":{}}}", name, texture);
}

void addBackdrop(Board& board, double size) {
    const int checks = board.texture(64, [](double u, double v) {
        return isOdd(u, v, 16) ? Texel{0.9, 0.9, 0.85, 1.0} : Texel{0.25, 0.3, 0.4, 1.0};
    });
    board.square(0.0, 0.0, -0.8, size, board.material("1,1,1,1", 0.0, 1.0, "", "", map("baseColorTexture", checks)));
}

void alphaModes(Board& board) {
    struct Mode {
        const char* members;
        double cutoff;  ///< 0: the mode is not MASK
    };
    const std::array modes{Mode{"", 0.0}, Mode{",\"alphaMode\":\"BLEND\"", 0.0},
                           Mode{",\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25", 0.25},
                           Mode{",\"alphaMode\":\"MASK\"", 0.5},
                           Mode{",\"alphaMode\":\"MASK\",\"alphaCutoff\":0.75", 0.75}};
    constexpr Texel kRed{0.85, 0.1, 0.1, 1.0}, kGreen{0.2, 0.65, 0.25, 1.0}, kWhite{0.9, 0.9, 0.9, 1.0},
        kDark{0.2, 0.2, 0.2, 1.0};
    for (int i = 0; i < 5; ++i) {
        const Cell cell = cellOf(i, 0, 5, 1);
        const bool isOpaque = i == 0, isBlended = i == 1;
        const double cutoff = modes[static_cast<size_t>(i)].cutoff;
        const int front = board.texture(64, [&](double u, double v) -> Texel {
            if (isOpaque) return {kGreen[0], kGreen[1], kGreen[2], u};
            if (isBlended) return u < 0.5 ? Texel{kRed[0], kRed[1], kRed[2], 0.0} : Texel{0.1, 0.2, 0.8, v};
            return {kGreen[0], kGreen[1], kGreen[2], 1.0 - v};
        });
        const int wall = board.texture(64, [&](double u, double v) -> Texel {
            if (isOpaque) return kRed;
            if (isBlended) return u < 0.5 ? kGreen : kWhite;
            const double alpha = 1.0 - v;
            if (std::abs(alpha - cutoff) < 0.03) return kDark;
            return alpha > cutoff ? kRed : kGreen;
        });
        const auto mapped = [&](int texture, const char* members) {
            return board.material("1,1,1,1", 0.0, 1.0, "", members, map("baseColorTexture", texture));
        };
        board.square(cell.x, cell.y, -0.01, 1.0, mapped(wall, ""));
        board.square(cell.x, cell.y, 0.0, 1.02, mapped(front, modes[static_cast<size_t>(i)].members));
    }
}

/// `mirrors`: also with U and V mirrored, all with tangents.
void normalTangents(Board& board, bool mirrors) {
    const int bump = board.texture(128, [](double u, double v) -> Texel {
        const Texel normal = capNormal(u - 0.5, 0.5 - v);
        return {0.5 + 0.5 * normal[0], 0.5 + 0.5 * normal[1], 0.5 + 0.5 * normal[2], 1.0};
    });
    const std::vector<Layout> layouts = mirrors ? std::vector<Layout>{{.tangents = true},
                                                                      {.mirrorU = true, .tangents = true},
                                                                      {.mirrorV = true, .tangents = true}}
                                                : std::vector<Layout>{{}};
    const int perMaterial = 1 + static_cast<int>(layouts.size()), columns = 2 * perMaterial;
    for (int row = 0; row < 4; ++row)
        for (const int metal : {0, 1}) {
            const std::string color = metal ? "1,0.8,0.35,1" : "0.25,0.45,0.6,1";
            const int plain = board.material(color, metal, 0.25),
                      mapped = board.material(color, metal, 0.25, "", map("normalTexture", bump));
            const Cell first = cellOf(metal * perMaterial, row, columns, 4);
            board.cap(first.x, first.y, plain);
            for (size_t i = 0; i < layouts.size(); ++i) {
                Layout layout = layouts[i];
                layout.quarterTurns = row;
                board.square(first.x + kPitch * static_cast<double>(i + 1), first.y, 0.0, 1.0, mapped, layout);
            }
        }
}

/// `textured`: the values are in maps.
void metalRough(Board& board, bool textured) {
    fillWithBalls(board, 6, 4, [&](int column, int row) {
        const double metallic = (3 - row) / 3.0, roughness = column / 5.0;
        if (!textured) return board.material("0.9,0.75,0.3,1", metallic, roughness);
        const int values = board.texture(4, [&](double, double) -> Texel { return {0.0, roughness, metallic, 1.0}; });
        return board.material("0.9,0.75,0.3,1", 1.0, 1.0, "", "", map("metallicRoughnessTexture", values));
    });
}

void clearCoat(Board& board) {
    const auto stripes = [](double u) { return std::fmod(u * 12.0, 1.0) < 0.5 ? 1.0 : 0.0; };
    const int partial = board.texture(64, [&](double u, double) -> Texel { return {stripes(u), 0.0, 0.0, 1.0}; });
    const int partialAlpha = board.texture(64, [&](double u, double) -> Texel { return {0.0, 0.0, 0.0, stripes(u)}; });
    const int rough = board.texture(64, [&](double u, double) -> Texel { return {1.0, stripes(u), 0.0, 1.0}; });
    const int roughBase = board.texture(64, [&](double u, double) -> Texel {
        return {1.0, 0.05 + 0.45 * stripes(u), 0.0, 1.0};
    });
    const auto waves = [](double along) -> Texel {
        return {0.5 + 0.2 * std::sin(2.0 * kPi * 10.0 * along), 0.5, 0.95, 1.0};
    };
    const int ribs = board.texture(128, [&](double u, double) { return waves(u); });
    const int folds = board.texture(128, [&](double u, double v) { return waves(u + v); });
    struct Row {
        std::string coat;  ///< members of the extension after the factor
        double coatRoughness;
        std::string base;       ///< of the base and the coated one
        std::string alone;      ///< of the black one that has the coat's surface
        std::string aloneMaps;  ///< of its pbrMetallicRoughness
    };
    const std::string half = "\"alphaMode\":\"BLEND\"";
    const std::array rows{
        Row{"", 0.05, "", "", ""},
        Row{map("clearcoatTexture", partial), 0.05, "", "," + half, map("baseColorTexture", partialAlpha)},
        Row{map("clearcoatRoughnessTexture", rough), 0.5, "", "", map("metallicRoughnessTexture", roughBase)},
        Row{"", 0.05, map("normalTexture", ribs), "", ""},
        Row{map("clearcoatNormalTexture", ribs), 0.05, map("normalTexture", ribs), map("normalTexture", ribs), ""},
        Row{map("clearcoatNormalTexture", folds), 0.05, "", map("normalTexture", folds), ""}};
    fillWithBalls(board, 3, static_cast<int>(rows.size()), [&](int column, int row) {
        const Row& look = rows[static_cast<size_t>(row)];
        const std::string red = "0.7,0.1,0.08,1";
        if (column == 0) return board.material(red, 0.0, 0.6, "", look.base);
        if (column == 2)  // a metal factor of 0: the map's blue is 0
            return board.material(row == 1 ? "1,1,1,1" : "0,0,0,1", 0.0, row == 2 ? 1.0 : look.coatRoughness, "",
                                  look.alone, look.aloneMaps);
        return board.material(
            red, 0.0, 0.6,
            fmt::format("\"KHR_materials_clearcoat\":{{\"clearcoatFactor\":1,\"clearcoatRoughnessFactor\":{}{}}}",
                        look.coatRoughness, look.coat),
            look.base);
    });
}

void specular(Board& board) {
    constexpr int kColumns = 5;
    fillWithBalls(board, kColumns, 7, [&](int column, int row) {
        const double share = static_cast<double>(column) / (kColumns - 1);
        const double yellow = row == 4 || row == 5 ? 0.0 : 1.0;  // the share of blue
        const auto constant = [&](const Texel& texel) {
            return board.texture(4, [&](double, double) { return texel; });
        };
        std::string members;
        if (row == 0) members = fmt::format("\"specularFactor\":{}", share);
        if (row == 1) members = fmt::format("\"specularTexture\":{{\"index\":{}}}", constant({0.6, 0.0, 0.8, share}));
        if (row == 2 || row == 4) members = fmt::format("\"specularColorFactor\":[{0},{0},{1}]", share, share * yellow);
        if (row == 3 || row == 5) {
            const double stored = encodedSrgb(share);
            members = fmt::format("\"specularColorTexture\":{{\"index\":{}}}",
                                  constant({stored, stored, stored * yellow, 1.0}));
        }
        if (row == 6) members = fmt::format("\"specularColorFactor\":[{0},{0},{0}]", 25.0 * share);
        return board.material("0,0,0,1", 0.0, 0.1, "\"KHR_materials_specular\":{" + members + "}");
    });
}

void indices(Board& board) {
    addBackdrop(board, 9.0);
    constexpr std::array kIndices{1.0, 1.33, 1.5, 1.8, 2.4};
    fillWithBalls(board, 5, 3, [&](int column, int row) {
        std::string extensions =
            fmt::format("\"KHR_materials_ior\":{{\"ior\":{}}}", kIndices[static_cast<size_t>(column)]);
        if (row > 0) extensions += ",\"KHR_materials_transmission\":{\"transmissionFactor\":1}";
        if (row > 1)
            extensions +=
                ",\"KHR_materials_volume\":{\"thicknessFactor\":1,\"attenuationColor\":[0.7,0.9,0.75],"
                "\"attenuationDistance\":1}";
        return board.material(row == 0 ? "0.15,0.2,0.4,1" : "1,1,1,1", 0.0, 0.05, extensions);
    });
}

void sheen(Board& board) {
    addBackdrop(board, 8.0);
    fillWithBalls(board, 4, 4, [&](int column, int row) {
        return board.material(
            "0,0,0.5,1", 0.0, 0.8,
            fmt::format("\"KHR_materials_sheen\":{{\"sheenColorFactor\":[0,{0},{0}],\"sheenRoughnessFactor\":{1}}}",
                        column / 3.0, (row + 1) / 4.0));
    });
}

void anisotropy(Board& board) {
    fillWithBalls(board, 5, 5, [&](int column, int row) {
        return board.material(
            "0.95,0.93,0.9,1", 1.0, 0.1 + 0.2 * column,
            fmt::format("\"KHR_materials_anisotropy\":{{\"anisotropyStrength\":{}}}", (4 - row) / 4.0));
    });
}

void brushed(Board& board) {
    constexpr int kColumns = 4;
    const auto texelOf = [](double angle, double strength) -> Texel {
        return {0.5 + 0.5 * std::cos(angle), 0.5 + 0.5 * std::sin(angle), strength, 1.0};
    };
    const auto mapped = [&](int texture, double rotation) {
        return board.material("0.95,0.8,0.6,1", 1.0, 0.3,
                              fmt::format("\"KHR_materials_anisotropy\":{{\"anisotropyStrength\":1,"
                                          "\"anisotropyRotation\":{},\"anisotropyTexture\":{{\"index\":{}}}}}",
                                          rotation, texture));
    };
    for (int column = 0; column < kColumns; ++column)
        for (int row = 0; row < 3; ++row) {
            const Cell cell = cellOf(column, row, kColumns, 4);
            const double angle = kPi * column / kColumns, inMap = row == 0 ? 0.0 : angle / row;
            const int values = board.texture(4, [&](double, double) { return texelOf(inMap, 0.8); });
            board.ball(cell.x, cell.y, mapped(values, angle - inMap));
        }
    const int rings = board.texture(128, [&](double u, double v) {
        return texelOf(std::atan2(0.5 - v, u - 0.5) + 0.5 * kPi, std::hypot(u - 0.5, v - 0.5) < 0.48 ? 0.9 : 0.0);
    });
    for (int column = 0; column < kColumns; ++column) {
        const Cell cell = cellOf(column, 3, kColumns, 4);
        board.square(cell.x, cell.y, 0.0, 1.0, mapped(rings, column < 2 ? 0.0 : 0.5 * kPi),
                     {.quarterTurns = column % 2, .tangents = true});
    }
}

void iridescence(Board& board) {
    fillWithBalls(board, 6, 4, [&](int column, int row) {
        return board.material(
            "0.02,0.02,0.02,1", 0.0, 0.05,
            fmt::format("\"KHR_materials_ior\":{{\"ior\":{}}},\"KHR_materials_iridescence\":{{\"iridescenceFactor\":1,"
                        "\"iridescenceIor\":{},\"iridescenceThicknessMaximum\":{}}}",
                        row < 2 ? 1.5 : 2.2, row % 2 == 0 ? 1.3 : 1.9, 100 + 120 * column));
    });
}

void transmission(Board& board) {
    addBackdrop(board, 8.0);
    const int holes = board.texture(128, [](double u, double v) -> Texel {
        return {1.0, 1.0, 1.0, isOdd(u, v, 16) ? 0.0 : 1.0};
    });
    const int checks = board.texture(128, [](double u, double v) -> Texel {
        return {isOdd(u, v, 8) ? 1.0 : 0.0, 0.0, 0.0, 1.0};
    });
    const int bands = board.texture(128, [](double, double v) -> Texel {
        return {0.0, 1.0, std::fmod(v * 8.0, 1.0) < 0.3 ? 1.0 : 0.0, 1.0};
    });
    constexpr std::array kColors{"0.85,0.8,0.1,1", "0.15,0.75,0.3,1", "0.9,0.25,0.15,1", "0.15,0.5,0.9,1"};
    fillWithBalls(board, 4, 3, [&](int column, int row) {
        const bool isHoled = column % 2 == 1, isChecked = column > 1;
        std::string maps, glass = "\"transmissionFactor\":1";
        if (isHoled) maps += map("baseColorTexture", holes);
        if (row == 2) maps += map("metallicRoughnessTexture", bands);
        if (isChecked) glass += map("transmissionTexture", checks);
        return board.material(kColors[static_cast<size_t>(column)], row == 2 ? 1.0 : 0.0, row == 1 ? 0.4 : 0.05,
                              "\"KHR_materials_transmission\":{" + glass + "}",
                              isHoled ? ",\"alphaMode\":\"MASK\"" : "", maps);
    });
}

void comparisons(Board& board) {
    addBackdrop(board, 9.0);
    const int color = board.texture(32, [](double u, double v) {
        return isOdd(u, v, 8) ? Texel{0.8, 0.3, 0.2, 1.0} : Texel{0.9, 0.8, 0.6, 1.0};
    });
    const int ribs = board.texture(128, [](double u, double) -> Texel {
        return {0.5 + 0.3 * std::sin(2.0 * kPi * 12.0 * u), 0.5, 0.9, 1.0};
    });
    const int shade = board.texture(32, [](double, double v) -> Texel { return {1.0 - v, 0.0, 0.0, 1.0}; });
    struct Side {
        const char* color = "0.6,0.6,0.62,1";
        double metallic = 0.0, roughness = 0.5;
        std::string extensions, others, maps;
    };
    const Side gray;
    const std::vector<std::array<Side, 2>> pairs{
        {gray, Side{.color = "1,1,1,1", .maps = map("baseColorTexture", color)}},
        {Side{.roughness = 0.2}, Side{.metallic = 1.0, .roughness = 0.2}},
        {Side{.metallic = 1.0, .roughness = 0.8}, Side{.metallic = 1.0, .roughness = 0.05}},
        {gray, Side{.others = map("normalTexture", ribs)}},
        {gray, Side{.others = map("occlusionTexture", shade)}},
        {Side{.others = ",\"emissiveFactor\":[0.2,0.1,0]"},
         Side{.extensions = "\"KHR_materials_emissive_strength\":{\"emissiveStrength\":8}",
              .others = ",\"emissiveFactor\":[0.2,0.1,0]"}},
        {Side{.color = "0.5,0.05,0.05,1"},
         Side{.color = "0.5,0.05,0.05,1", .extensions = "\"KHR_materials_clearcoat\":{\"clearcoatFactor\":1}"}},
        {Side{.color = "0.05,0.05,0.3,1"},
         Side{.color = "0.05,0.05,0.3,1",
              .extensions = "\"KHR_materials_sheen\":{\"sheenColorFactor\":[0.7,0.8,1],\"sheenRoughnessFactor\":0.4}"}},
        {Side{.color = "0.05,0.05,0.05,1", .roughness = 0.2},
         Side{.color = "0.05,0.05,0.05,1",
              .roughness = 0.2,
              .extensions = "\"KHR_materials_specular\":{\"specularFactor\":0}"}},
        {Side{.roughness = 0.1},
         Side{.roughness = 0.1, .extensions = "\"KHR_materials_transmission\":{\"transmissionFactor\":1}"}},
        {Side{.color = "0.05,0.05,0.05,1", .roughness = 0.1},
         Side{.color = "0.05,0.05,0.05,1",
              .roughness = 0.1,
              .extensions = "\"KHR_materials_iridescence\":{\"iridescenceFactor\":1}"}},
        {Side{.metallic = 1.0, .roughness = 0.4},
         Side{.metallic = 1.0,
              .roughness = 0.4,
              .extensions = "\"KHR_materials_anisotropy\":{\"anisotropyStrength\":1}"}}};
    fillWithBalls(board, 6, 4, [&](int column, int row) {
        const Side& side = pairs[static_cast<size_t>(3 * row + column / 2)][static_cast<size_t>(column % 2)];
        return board.material(side.color, side.metallic, side.roughness, side.extensions, side.others, side.maps);
    });
}

}  // namespace

std::string judgedSurface(const std::string& name) {
    static const std::map<std::string, void (*)(Board&)> kSurfaces{
        {"AlphaBlendModeTest", alphaModes},
        {"AnisotropyBarnLamp", brushed},
        {"AnisotropyStrengthTest", anisotropy},
        {"ClearCoatTest", clearCoat},
        {"Compare", comparisons},
        {"IORTestGrid", indices},
        {"IridescenceDielectricSpheres", iridescence},
        {"MetalRoughSpheres", [](Board& board) { metalRough(board, true); }},
        {"MetalRoughSpheresNoTextures", [](Board& board) { metalRough(board, false); }},
        {"NormalTangentMirrorTest", [](Board& board) { normalTangents(board, true); }},
        {"NormalTangentTest", [](Board& board) { normalTangents(board, false); }},
        {"SheenTestGrid", sheen},
        {"SpecularTest", specular},
        {"TransmissionTest", transmission}};
    Board board;
    kSurfaces.at(name)(board);
    return board.text();
}
