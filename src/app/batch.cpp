#include "app/batch.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/batch_names.h"
#include "app/filming.h"
#include "app/painter.h"
#include "app/progress.h"
#include "app/read_ahead.h"
#include "app/setup.h"
#include "app/standard_output.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "media/cleanup.h"
#include "media/sequence.h"

namespace sinew {
namespace {

constexpr int kBatchSchema = 1;

using Json = nlohmann::ordered_json;

/// A model of the list: what to do with it.
struct Entry {
    Options options;     ///< its own model and output
    std::string output;  ///< the file's name, or as the options have it where the files are numbered
    std::string fault;   ///< why it cannot be done; empty: it can
};

/// Tells whether two names are of one file.
using FileId = std::pair<dev_t, ino_t>;

std::optional<FileId> fileIdOf(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return FileId(status.st_dev, status.st_ino);
}

/// The list and all models in it.
std::map<FileId, std::string> inputsOf(const std::string& list, const std::vector<std::string>& models) {
    std::map<FileId, std::string> inputs;
    if (const auto id = fileIdOf(list)) inputs.emplace(*id, list);
    for (const std::string& model : models)
        if (const auto id = fileIdOf(model)) inputs.emplace(*id, model);
    return inputs;
}

std::string fileName(const std::string& output, bool isPattern) {
    const PictureName name = isPattern ? parsePictureName(output) : PictureName{};
    return isPattern && !name.numbered ? name.path(0) : output;
}

std::vector<Entry> entriesOf(const Options& options) {
    std::vector<Entry> entries;
    std::map<std::string, std::string> modelOfOutput;
    const bool isPattern = options.format == FilmFormat::png;
    const std::vector<std::string> models = readBatch(options.batch);
    const std::map<FileId, std::string> inputs = inputsOf(options.batch, models);
    for (const std::string& model : models) {
        Entry& entry = entries.emplace_back(Entry{options, {}, {}});
        entry.options.model = model;
        entry.options.output = outputFor(options.output, model, entries.size(), isPattern);
        entry.output = fileName(entry.options.output, isPattern);
        const std::string plain = std::filesystem::path(entry.output).lexically_normal().string();
        const auto [first, isNew] = modelOfOutput.emplace(plain, model);
        if (const auto id = fileIdOf(entry.output); id && inputs.contains(*id))
            entry.fault = fmt::format("{}: its picture, {}, would replace {}; put another name into --output", model,
                                      entry.output, inputs.at(*id));
        if (!isNew)
            entry.fault = fmt::format("{}: {} is already the picture of {}; put {{number}} into --output", model,
                                      entry.output, first->second);
    }
    return entries;
}

bool isOfTheModel(const Error& error) {
    return error.exit() == Exit::input || error.exit() == Exit::usage;
}

class Batch {
  public:
    Batch(const Options& options, const Importer& importer)
        : options_(options),
          entries_(entriesOf(options)),
          progress_("models", static_cast<uint32_t>(entries_.size())),
          stages_(entries_.size(), importer,
                  [this](size_t i, const Importer& stoppable) { return read(i, stoppable); }) {
        if (options.json) setLastWords(SignalsHeld(), sum());
    }

    /// What stops `work`, or a signal, leaves a report that is summed up.
    template <typename Work>
    auto summedUp(const Work& work) {
        try {
            return work();
        } catch (...) {
            printSum();
            throw;
        }
    }

    /// Says what became of all.
    void sumUp() {
        printSum();
        if (failed_ > 0)
            fmt::print(stderr, "sinew: {}: {} of {} models failed\n", options_.batch, failed_, entries_.size());
        else if (!options_.json && !isSaid_)
            fmt::print(stderr, "sinew: {}: {} model{} drawn\n", options_.batch, entries_.size(),
                       entries_.size() == 1 ? "" : "s");
    }

    size_t failed() const { return failed_; }

    void draw(const Device& device) {
        Painter painter(options_, device);
        painter.prepare(options_.influences);  // while the first model is read
        for (size_t i = 0; i < entries_.size(); ++i) {
            uint32_t frames = 0;
            try {
                const std::unique_ptr<Stage> stage = stages_.take();
                const Options& own = entries_[i].options;
                const std::unique_ptr<FilmWriter> writer = makeWriter(own, *stage);
                painter.show(*stage);
                frames = film(own, *stage, painter, writer.get()).frames;
            } catch (const Error& error) {
                if (!isOfTheModel(error)) throw;
                entries_[i].fault = error.what();
            }
            report(entries_[i], frames);
            progress_.step();
        }
        isSaid_ = progress_.finish(options_.batch);
    }

  private:
    /// Called from another thread, before what is made of the entry is taken.
    std::unique_ptr<Stage> read(size_t i, const Importer& importer) const {
        if (!entries_[i].fault.empty()) throw Error(Exit::input, entries_[i].fault);
        std::unique_ptr<Stage> stage = makeStage(entries_[i].options, importer);
        stage->playedBounds();  // takes time, and the camera asks for it
        return stage;
    }

    void report(const Entry& entry, uint32_t frames) {
        const SignalsHeld held;
        (entry.fault.empty() ? done_ : failed_) += 1;
        frames_ += frames;
        progress_.clear();
        if (!entry.fault.empty()) fmt::print(stderr, "sinew: {}\n", entry.fault);
        if (!options_.json) return;
        print(lineOf({{"schema", kBatchSchema},
                      {"file", entry.options.model},
                      {"output", entry.output},
                      {"done", entry.fault.empty()},
                      {"frames", frames},
                      {"error", entry.fault.empty() ? Json() : Json(entry.fault)}}));
        setLastWords(held, sum());
    }

    std::string sum() const {
        return lineOf({{"schema", kBatchSchema},
                       {"files", entries_.size()},
                       {"done", done_},
                       {"failed", failed_},
                       {"frames", frames_}});
    }

    void printSum() const {
        if (!options_.json) return;
        const SignalsHeld held;
        setLastWords(held, {});
        print(sum());
    }

    static std::string lineOf(const Json& line) {
        return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    }

    const Options& options_;
    std::vector<Entry> entries_;
    Progress progress_;
    size_t done_ = 0, failed_ = 0;
    uint64_t frames_ = 0;
    bool isSaid_ = false;
    ReadAhead stages_;  ///< last: it reads the entries
};

}  // namespace

Exit drawBatch(const Options& options, const Importer& importer) {
    Batch batch(options, importer);  // begins to read, while the driver is loaded
    const Instance instance = batch.summedUp([&] { return Instance({.validation = options.validate}); });
    batch.summedUp([&] {
        const Device device(instance, options.device);
        batch.draw(device);
    });
    batch.sumUp();
    if (instance.validationMessages() > 0) {
        fmt::print(stderr, "sinew: {} validation message{}\n", instance.validationMessages(),
                   instance.validationMessages() == 1 ? "" : "s");
        return Exit::device;
    }
    return batch.failed() > 0 ? Exit::input : Exit::done;
}

}  // namespace sinew
