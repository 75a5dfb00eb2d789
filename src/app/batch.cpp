#include "app/batch.h"

#include <cstdio>
#include <filesystem>
#include <future>
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
#include "app/setup.h"
#include "app/standard_output.h"
#include "gpu/device.h"
#include "gpu/instance.h"
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
          importer_(importer),
          entries_(entriesOf(options)),
          progress_("models", static_cast<uint32_t>(entries_.size())) {}

    void draw(const Device& device) {
        Painter painter(options_, device);
        // The next model is read while this one is drawn.
        std::future<std::unique_ptr<Stage>> next = read(0);
        for (size_t i = 0; i < entries_.size(); ++i) {
            std::future<std::unique_ptr<Stage>> now = std::move(next);
            uint32_t frames = 0;
            try {
                const std::unique_ptr<Stage> stage = now.get();
                next = read(i + 1);
                const Options& own = entries_[i].options;
                const std::unique_ptr<FilmWriter> writer = makeWriter(own, *stage);
                painter.show(*stage);
                frames = film(own, *stage, painter, writer.get()).frames;
            } catch (const Error& error) {
                if (!isOfTheModel(error)) throw;
                entries_[i].fault = error.what();
                if (!next.valid()) next = read(i + 1);
            }
            report(entries_[i], frames);
            progress_.step();
        }
        isSaid_ = progress_.finish(options_.batch);
    }

    /// Says what became of all.
    void sumUp() const {
        if (failed_ > 0)
            fmt::print(stderr, "sinew: {}: {} of {} models failed\n", options_.batch, failed_, entries_.size());
        else if (!options_.json && !isSaid_)
            fmt::print(stderr, "sinew: {}: {} model{} drawn\n", options_.batch, entries_.size(),
                       entries_.size() == 1 ? "" : "s");
        if (options_.json)
            printLine({{"schema", kBatchSchema},
                       {"files", entries_.size()},
                       {"done", entries_.size() - failed_},
                       {"failed", failed_},
                       {"frames", frames_}});
    }

    size_t failed() const { return failed_; }

  private:
    std::future<std::unique_ptr<Stage>> read(size_t i) {
        return std::async(std::launch::async, [this, i]() -> std::unique_ptr<Stage> {
            if (i >= entries_.size()) return nullptr;
            if (!entries_[i].fault.empty()) throw Error(Exit::input, entries_[i].fault);
            return makeStage(entries_[i].options, importer_);
        });
    }

    void report(const Entry& entry, uint32_t frames) {
        failed_ += !entry.fault.empty();
        frames_ += frames;
        progress_.clear();
        if (!entry.fault.empty()) fmt::print(stderr, "sinew: {}\n", entry.fault);
        if (!options_.json) return;
        printLine({{"schema", kBatchSchema},
                   {"file", entry.options.model},
                   {"output", entry.output},
                   {"done", entry.fault.empty()},
                   {"frames", frames},
                   {"error", entry.fault.empty() ? Json() : Json(entry.fault)}});
    }

    static void printLine(const Json& line) { print(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"); }

    const Options& options_;
    const Importer& importer_;
    std::vector<Entry> entries_;
    Progress progress_;
    size_t failed_ = 0;
    uint64_t frames_ = 0;
    bool isSaid_ = false;
};

}  // namespace

Exit drawBatch(const Options& options, const Importer& importer) {
    const Instance instance({.validation = options.validate});
    Batch batch(options, importer);
    {
        const Device device(instance, options.device);
        batch.draw(device);
    }
    batch.sumUp();
    if (instance.validationMessages() > 0) {
        fmt::print(stderr, "sinew: {} validation message{}\n", instance.validationMessages(),
                   instance.validationMessages() == 1 ? "" : "s");
        return Exit::device;
    }
    return batch.failed() > 0 ? Exit::input : Exit::done;
}

}  // namespace sinew
