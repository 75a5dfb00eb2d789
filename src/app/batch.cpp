#include "app/batch.h"

#include <cstdio>
#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

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

/// A model of the list: what to do with it.
struct Entry {
    Options options;    ///< its own model and output
    std::string fault;  ///< why it cannot be done; empty: it can
};

std::vector<Entry> entriesOf(const Options& options) {
    std::vector<Entry> entries;
    std::map<std::string, std::string> modelOfOutput;
    const bool isPattern = options.format == FilmFormat::png;
    for (const std::string& model : readBatch(options.batch)) {
        Entry& entry = entries.emplace_back(Entry{options, {}});
        entry.options.model = model;
        entry.options.output = outputFor(options.output, model, entries.size(), isPattern);
        const std::string plain = std::filesystem::path(entry.options.output).lexically_normal().string();
        const auto [first, isNew] = modelOfOutput.emplace(plain, model);
        std::error_code ignored;  // of names that are no files yet
        for (const std::string& input : {model, options.batch})
            if (std::filesystem::equivalent(entry.options.output, input, ignored))
                entry.fault = fmt::format("{}: its picture, {}, would replace {}; put another name into --output",
                                          model, entry.options.output, input);
        if (!isNew)
            entry.fault = fmt::format("{}: {} is already the picture of {}; put {{number}} into --output", model,
                                      entry.options.output, first->second);
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
        progress_.finish(options_.batch);
    }

    size_t failed() const { return failed_; }
    size_t size() const { return entries_.size(); }

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
        progress_.clear();
        if (!entry.fault.empty()) fmt::print(stderr, "sinew: {}\n", entry.fault);
        if (!options_.json) return;
        nlohmann::ordered_json line{
            {"schema", kBatchSchema},
            {"file", entry.options.model},
            {"output", entry.options.output},
            {"done", entry.fault.empty()},
            {"frames", frames},
            {"error", entry.fault.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(entry.fault)}};
        print(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    }

    const Options& options_;
    const Importer& importer_;
    std::vector<Entry> entries_;
    Progress progress_;
    size_t failed_ = 0;
};

}  // namespace

Exit drawBatch(const Options& options, const Importer& importer) {
    const Instance instance({.validation = options.validate});
    Batch batch(options, importer);
    {
        const Device device(instance, options.device);
        batch.draw(device);
    }
    if (batch.failed() > 0)
        fmt::print(stderr, "sinew: {}: {} of {} models failed\n", options.batch, batch.failed(), batch.size());
    if (instance.validationMessages() > 0) {
        fmt::print(stderr, "sinew: {} validation message{}\n", instance.validationMessages(),
                   instance.validationMessages() == 1 ? "" : "s");
        return Exit::device;
    }
    return batch.failed() > 0 ? Exit::input : Exit::done;
}

}  // namespace sinew
