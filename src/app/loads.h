#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/background_load.h"
#include "app/file_watch.h"

namespace sinew {

/// The models of a window: which one is shown, which others it goes through, and the one that is being read. What is
/// shown stays until the next one is there.
class Loads {
  public:
    /// From when on a user wants to see that something is being read.
    static constexpr double kPatienceSeconds = 0.2;

    /// `options` name the model that `stage` shows, the one at `index` of `models`. `importer` must outlive it.
    Loads(const Options& options, const Importer& importer, std::vector<std::string> models, size_t index,
          const Stage& stage);

    // Each begins to read; what is being read is given up for it. Only what is read anew is first read to its end.
    void again(Stage& stage);
    void turn(int step, Stage& stage);  ///< to the next of the models, or the one before
    void drop(std::vector<std::string> files, Stage& stage);

    /// Under --watch, to be called now and then: reads the model anew when its files have changed.
    void watch(Stage& stage, double nowSeconds);

    /// The name of what is being read, for as long as it takes; empty: nothing is.
    std::string reading() const;
    /// Since when; 0: nothing is being read.
    double readingSeconds() const;
    bool patienceIsOver() const { return readingSeconds() > kPatienceSeconds; }
    void cancel();

    /// What takes the place of `stage`, once it is there. @throws Error why it could not be read.
    std::optional<LoadedModel> poll(Stage& stage);
    /// That it did: its stage is `stage` now.
    void show(const LoadedModel& loaded, const Stage& stage);

    const Options& shown() const { return options_; }
    size_t index() const { return index_; }
    size_t count() const { return models_.size(); }

  private:
    struct Task {
        std::string name;
        BackgroundLoad::Work work;
        std::optional<size_t> index;  ///< of what is read among the models
        bool isAgain = false;
    };
    void begin(Task task);
    void start(Task task);

    Options options_;
    const Importer& importer_;
    std::vector<std::string> models_;
    size_t index_;
    Task task_;                             ///< of load_
    std::unique_ptr<BackgroundLoad> load_;  ///< may have been stopped
    std::optional<Task> next_;              ///< when load_ is done
    std::optional<FileWatch> watch_;
    double lookedSeconds_ = 0.0;
};

}  // namespace sinew
