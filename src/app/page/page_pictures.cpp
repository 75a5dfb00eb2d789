#include "app/page/page_pictures.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "app/load/read_environment.h"
#include "app/page/finding_shot.h"
#include "app/picture/painter.h"
#include "app/picture/setup.h"
#include "app/stage/stage.h"
#include "base/error.h"
#include "base/text.h"
#include "base/text_file.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "media/film.h"
#include "media/png.h"

namespace sinew {
namespace {

constexpr Size kPictureSize{480, 360};
constexpr uint32_t kSheetColumns = 3, kSheetRows = 2;
constexpr double kFilmFramesPerSecond = 12.0, kLeastFilmFramesPerSecond = 1e-3;  // WebP's frames last up to 16,777 s
constexpr float kClose = 0.45f;                                                  // of the camera's distance
constexpr size_t kMostWebpBytes = size_t{256} << 20;

/// A directory that is removed with its contents.
class WorkFolder {
  public:
    WorkFolder() {
        std::error_code error;
        const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
        if (error) throw Error(Exit::output, "temporary directory: " + causeOf(error.value()));
        std::string name = (parent / "sinew_page_XXXXXX").string();
        if (!::mkdtemp(name.data())) throw Error(Exit::output, name + ": " + causeOf(errno));
        path_ = name;
    }
    ~WorkFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    std::filesystem::path operator/(const char* name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

/// Half as wide and high: the means of 2 x 2 pixels.
Pixels halved(PixelView picture) {
    Pixels half{picture.width / 2, picture.height / 2, {}};
    half.rgba.resize(size_t{4} * half.width * half.height);
    for (uint32_t y = 0; y < half.height; ++y)
        for (uint32_t x = 0; x < half.width; ++x)
            for (uint32_t c = 0; c < 4; ++c) {
                const auto at = [&](uint32_t dx, uint32_t dy) {
                    return uint32_t{picture.rgba[(size_t{2 * y + dy} * picture.width + 2 * x + dx) * 4 + c]};
                };
                half.rgba[(size_t{y} * half.width + x) * 4 + c] =
                    static_cast<uint8_t>((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4);
            }
    return half;
}

/// A grid of pictures of one size.
Pixels sheetOf(const std::vector<Pixels>& cells, uint32_t columns) {
    const uint32_t rows = static_cast<uint32_t>(cells.size()) / columns, width = cells[0].width,
                   height = cells[0].height;
    Pixels sheet{columns * width, rows * height, {}};
    sheet.rgba.resize(size_t{4} * sheet.width * sheet.height);
    for (uint32_t i = 0; i < rows * columns; ++i)
        for (uint32_t y = 0; y < height; ++y)
            std::copy_n(&cells[i].rgba[size_t{4} * y * width], size_t{4} * width,
                        &sheet.rgba[(size_t{i / columns * height + y} * sheet.width + i % columns * width) * 4]);
    return sheet;
}

std::vector<uint8_t> webpOf(const std::vector<Pixels>& frames, double framesPerSecond) {
    const WorkFolder folder;
    const std::filesystem::path file = folder / "film.webp";
    const auto writer = makeFilmWriter({.output = file.string(),
                                        .format = FilmFormat::webp,
                                        .width = frames[0].width,
                                        .height = frames[0].height,
                                        .framesPerSecond = framesPerSecond});
    for (uint32_t i = 0; i < frames.size(); ++i) {
        FilmFrame frame{.number = i, .pixels = frames[i], .before = {}};
        if (i > 0) frame.before = frames[i - 1];
        writer->append(i, writer->encode(frame));
    }
    writer->finish();
    const std::string bytes = readText(file, kMostWebpBytes);
    return {bytes.begin(), bytes.end()};
}

ViewSettings pageView() {
    ViewSettings view;
    view.size = kPictureSize;
    view.look.lighting = Lighting::flat;
    return view;
}

}  // namespace

struct PagePictures::Parts {
    Instance instance{InstanceInfo{}};
    Device device{instance, ""};
    ViewSettings view = pageView();
    Painter painter{view, device, makeNeededEnvironment(view, {})};
    size_t bytes = 0;
    bool isFull = false;
    std::string filmFault;  ///< why animations are left out; empty: they are not

    Camera cameraOf(Stage& stage) {
        return makeCamera(view.camera, stage, viewAspect(stage, {view.size.width, view.size.height}));
    }

    std::vector<Pixels> draw(Stage& stage, const std::vector<double>& times, const Camera& camera) {
        std::vector<Pixels> pictures(times.size());
        const auto shotAt = [&](uint32_t i) { return Shot{i, times[i], camera}; };
        painter.draw(stage, static_cast<uint32_t>(times.size()), shotAt,
                     [&](uint32_t i, const std::shared_ptr<const Pixels>& pixels) { pictures[i] = *pixels; });
        return pictures;
    }

    /// Counts a picture; one that is too much is emptied.
    PagePicture kept(PagePicture picture) {
        if (bytes + picture.bytes.size() > kMostPageBytes) {
            isFull = true;
            return {};
        }
        bytes += picture.bytes.size();
        return picture;
    }

    PagePicture drawFinding(Stage& stage, const Finding& finding) {
        const FindingShot shot = shotOf(finding, stage.model());
        PlaySettings settings;
        settings.repeat = shot.repeats ? Repeat::loop : Repeat::once;
        if (shot.ghostSeconds)
            settings.onionSkin = {.shown = true, .count = 1, .seconds = std::max(*shot.ghostSeconds, 1e-3)};
        settings.shownMaterial = shot.material;
        view.look.view = shot.view;
        view.look.skeleton = shot.skeleton;
        view.look.edges = shot.edges;
        stage.highlight({.chosen = shot.node, .hovered = {}});
        stage.play(shot.clip);
        stage.apply(settings);
        stage.seek(shot.seconds);
        Camera camera = cameraOf(stage);
        if (shot.isClose) {
            camera.target = glm::vec3(stage.updatePose()[*shot.node][3]) - followed(view.camera, stage);
            camera.distance *= kClose;
        }
        const Pixels picture = std::move(draw(stage, {shot.seconds}, camera)[0]);
        return kept({"image/png", encodePng(picture), picture.width, picture.height, shot.caption});
    }

    PageClip drawClip(Stage& stage, size_t index) {
        const AnimationClip& clip = stage.model().clips[index];
        PageClip page{.name = clip.name,
                      .seconds = clip.durationSeconds,
                      .channels = clip.channels.size(),
                      .sheet = {},
                      .film = {}};
        view.look.view = View::shaded;
        view.look.skeleton = view.look.edges = false;
        stage.highlight({});
        stage.play(index);
        stage.apply(PlaySettings{});
        const Camera camera = cameraOf(stage);
        const auto count = static_cast<uint32_t>(
            std::clamp(std::round(clip.durationSeconds * kFilmFramesPerSecond), 1.0, double{kMostFilmFrames}));
        const uint32_t cells = kSheetColumns * kSheetRows;
        const auto timesOf = [&](uint32_t parts) {
            std::vector<double> times;
            for (uint32_t i = 0; i < parts; ++i)
                times.push_back(clip.durationSeconds * i / parts);
            return times;
        };
        const auto halves = [&](uint32_t parts) {
            std::vector<Pixels> small;
            for (const Pixels& picture : draw(stage, timesOf(parts), camera))
                small.push_back(halved(picture));
            return small;
        };
        const Pixels sheet = sheetOf(halves(cells), kSheetColumns);
        const std::string name = inQuotes(clip.name);
        page.sheet = kept(
            {"image/png", encodePng(sheet), sheet.width, sheet.height,
             fmt::format("{} poses of {}, {:.2f} s apart, row by row.", cells, name, clip.durationSeconds / cells)});
        if (count < 2 || !filmFault.empty()) return page;
        const std::vector<Pixels> frames = halves(count);
        // As long as the clip, with fewer frames a second where it has more of them than fit.
        const double rate = std::clamp(count / clip.durationSeconds, kLeastFilmFramesPerSecond, kFilmFramesPerSecond);
        try {
            page.film = kept({"image/webp", webpOf(frames, rate), frames[0].width, frames[0].height,
                              fmt::format("{} as an animation of {} frames.", name, count)});
        } catch (const Error& error) {
            if (error.exit() != Exit::output) throw;
            filmFault = error.what();
        }
        return page;
    }
};

PagePictures::PagePictures() : parts_(std::make_unique<Parts>()) {}
PagePictures::~PagePictures() = default;

bool PagePictures::isFull() const {
    return parts_->isFull;
}

const std::string& PagePictures::filmFault() const {
    return parts_->filmFault;
}

void PagePictures::draw(ImportedModel imported, PageModel& page) {
    Stage stage(std::move(imported));
    const Model& model = stage.model();
    if (model.instances.empty()) return;
    parts_->painter.show(stage);
    const std::vector<Finding>& findings = page.verdict.findings;
    for (size_t i = 0; i < std::min(findings.size(), kMostPageFindings); ++i)
        page.pictures.push_back(parts_->drawFinding(stage, findings[i]));
    const size_t clips = std::min(model.clips.size(), kMostPageClips);
    for (size_t i = 0; i < clips; ++i)
        page.clips.push_back(parts_->drawClip(stage, i));
    page.clipsLeftOut = model.clips.size() - clips;
    page.findingsLeftOut = findings.size() - page.pictures.size();
}

}  // namespace sinew
