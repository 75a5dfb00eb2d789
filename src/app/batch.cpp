#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/load/model_list.h"
#include "app/load/read_ahead.h"
#include "app/load/read_environment.h"
#include "app/load/read_model.h"
#include "app/options/names.h"
#include "app/picture/filming.h"
#include "app/picture/progress.h"
#include "app/picture/setup.h"
#include "app/report/json.h"
#include "app/report/messages.h"
#include "app/stage/framing.h"
#include "base/cleanup.h"
#include "base/protected_files.h"
#include "base/shown_text.h"
#include "base/text.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "media/sequence.h"

namespace sinew {
namespace {

constexpr int kBatchSchema = 1;

/// A model of the list.
struct Entry {
    RenderJob job;       ///< with its own model and output
    std::string output;  ///< name of the file, or the pattern of numbered files
    std::string fault;   ///< why it cannot be drawn; empty if it can
};

/// Why no output can be named after the model; empty if one can.
std::string nameFault(const std::string& pattern, const std::string& model) {
    const std::string name = std::filesystem::path(model).stem().string();
    if (model.find('\0') != std::string::npos) return "a name in the list contains a zero byte";
    const bool isUnusable = name.empty() || name == "." || name == "..";
    if (isUnusable && pattern.find("{name}") != std::string::npos)
        return fmt::format("{{name}} would be '{}'; use {{number}}", name);
    return "";
}

/// The name of the output for a model; of a sequence, the pattern of names.
std::string fileOf(const std::string& output, bool isPattern) {
    if (!isPattern) return output;
    const PictureName name = parsePictureName(output);
    return name.numbered ? output : name.path(0);
}

std::vector<Entry> entriesOf(const task::Batch& task) {
    std::vector<Entry> entries;
    std::map<std::string, std::string> modelOfOutput;
    const bool isPattern = task.job.format == FilmFormat::png;
    const std::vector<std::string> models = readBatch(task.list);
    for (const std::string& model : models)
        protectFile(model);
    for (const std::string& model : models) {
        Entry& entry = entries.emplace_back(Entry{task.job, {}, {}});
        entry.job.view.load.model.path = model;
        entry.fault = nameFault(task.job.output, model);
        if (!entry.fault.empty()) {
            entry.fault = fmt::format("{}: {}", shownPath(model), entry.fault);
            continue;
        }
        entry.job.output = outputFor(task.job.output, model, entries.size(), isPattern);
        if (entry.job.output == "-") entry.job.output = "./-";  // a file, not stdout
        entry.output = fileOf(entry.job.output, isPattern);
        const auto [first, isNew] = modelOfOutput.emplace(identityOf(entry.output), model);
        if (const auto input = protectedName(entry.output))
            entry.fault =
                fmt::format("{}: its picture {} would overwrite {}; change --output", model, entry.output, *input);
        if (!isNew)
            entry.fault = fmt::format("{}: {} is already the picture of {}; add {{number}} to --output", model,
                                      entry.output, first->second);
    }
    return entries;
}

class BatchRun {
  public:
    explicit BatchRun(const task::Batch& task)
        : task_(task),
          light_(makeLightReader(task.job.view)),
          entries_(entriesOf(task)),
          progress_("models", static_cast<uint32_t>(entries_.size())),
          stages_(entries_.size(), makeImporters(),
                  [this](size_t i, const Importer& stoppable) { return read(i, stoppable); }) {
        if (task.job.json) setLastWords(SignalsHeld(), summary());
    }

    /// Prints the summary if `work` throws.
    template <typename Work>
    auto orSummary(const Work& work) {
        try {
            return work();
        } catch (...) {
            reportFinished(false);
            printSummary();
            throw;
        }
    }

    void finish() {
        printSummary();
        if (failed_ > 0)
            say("{}: {} of {} failed", task_.list, failed_, counted(entries_.size(), "model", "models"));
        else if (!task_.job.json && !progressFinished_)
            say("{}: {} drawn", task_.list, counted(entries_.size(), "model", "models"));
    }

    size_t failed() const { return failed_; }

    void draw(const Device& device) {
        Painter painter(task_.job.view, device, makeNeededEnvironment(task_.job.view, light_));
        painter.prepare(task_.job.view.load.model.influences);  // while the first model is read
        for (size_t drawn = 0; drawn < entries_.size(); ++drawn) {
            uint32_t frames = 0;
            ReadAhead::Result result = stages_.take();
            const size_t i = result.number;
            try {
                const std::unique_ptr<Stage> stage = result.get();
                const RenderJob& own = entries_[i].job;
                requireNew(entries_[i]);
                const std::unique_ptr<FilmWriter> writer = makeWriter(own, *stage);
                painter.show(*stage);
                frames = film(own, *stage, painter, writer.get(), false).frames;
                if (const auto file = fileIdOf(entries_[i].output)) written_.emplace(*file, own.view.load.model.path);
            } catch (const WouldReplaceInput& error) {
                entries_[i].fault = fmt::format("{}: {}", entries_[i].job.view.load.model.path, error.what());
            } catch (const Error& error) {
                if (error.exit() != Exit::input && error.exit() != Exit::usage) throw;  // affects all models
                entries_[i].fault = error.what();
            }
            finished_.emplace(i, frames);
            reportFinished(true);
            progress_.step();
        }
        progressFinished_ = progress_.finish(task_.list);
    }

  private:
    /// Where letters of both cases name one file, this shows only once the first one is there.
    void requireNew(const Entry& entry) const {
        const auto file = fileIdOf(entry.output);
        const auto known = file ? written_.find(*file) : written_.end();
        if (known != written_.end())
            throw Error(Exit::input, fmt::format("{}: {} is already the picture of {}; add {{number}} to --output",
                                                 entry.job.view.load.model.path, entry.output, known->second));
    }

    /// A model that takes long to read has one to itself, while the other one reads the next ones.
    std::vector<Importer> makeImporters() const {
        std::vector<Importer> importers;
        constexpr size_t kMost = 2;
        while (importers.size() < std::min(kMost, entries_.size()))
            importers.push_back(makeImporter(task_.job.view.load.model));
        return importers;
    }

    /// Reports on finished models, in the order of the list; `complete`: none is left out.
    void reportFinished(bool complete) {
        while (!finished_.empty() && (!complete || finished_.begin()->first == reported_)) {
            const auto [i, frames] = *finished_.begin();
            finished_.erase(finished_.begin());
            reported_ = i + 1;
            report(entries_[i], frames);
        }
    }

    /// Called from another thread, before the entry is drawn.
    std::unique_ptr<Stage> read(size_t i, const Importer& importer) const {
        if (!entries_[i].fault.empty()) throw Error(Exit::input, entries_[i].fault);
        std::unique_ptr<Stage> stage = makeStage(entries_[i].job.view.load, importer);
        playedBounds(*stage);  // takes time, and the camera asks for it
        return stage;
    }

    void report(const Entry& entry, uint32_t frames) {
        const SignalsHeld held;
        (entry.fault.empty() ? done_ : failed_) += 1;
        frames_ += frames;
        progress_.clear();
        if (!entry.fault.empty()) say(entry.fault);
        if (!task_.job.json) return;
        Json json{{"schema", kBatchSchema}};
        addPath(json, "file", entry.job.view.load.model.path);
        addPath(json, "output", entry.output);
        json.update({{"done", entry.fault.empty()}, {"frames", frames}, {"error", orNull(utf8From(entry.fault))}});
        print(jsonLine(json));
        setLastWords(held, summary());
    }

    std::string summary() const {
        return jsonLine({{"schema", kBatchSchema},
                         {"files", entries_.size()},
                         {"done", done_},
                         {"failed", failed_},
                         {"frames", frames_}});
    }

    void printSummary() const {
        if (!task_.job.json) return;
        const SignalsHeld held;
        setLastWords(held, {});
        print(summary());
    }

    const task::Batch& task_;
    LightReader light_;
    std::vector<Entry> entries_;
    std::map<size_t, uint32_t> finished_;  ///< frames of models that are not reported yet, by their number
    size_t reported_ = 0;
    std::map<FileId, std::string> written_;  ///< the models of the outputs
    Progress progress_;
    size_t done_ = 0, failed_ = 0;
    uint64_t frames_ = 0;
    bool progressFinished_ = false;
    ReadAhead stages_;  ///< last: it uses the entries
};

}  // namespace

Exit drawBatch(const task::Batch& task) {
    const DeviceSettings& settings = task.job.view.device;
    BatchRun batch(task);  // starts to read models while the driver is loaded
    const Instance instance = batch.orSummary([&] { return Instance({.validation = settings.validate}); });
    batch.orSummary([&] {
        const Device device(instance, settings.name);
        batch.draw(device);
    });
    batch.finish();
    if (printValidation(instance)) return Exit::device;
    return batch.failed() > 0 ? Exit::input : Exit::done;
}

}  // namespace sinew
