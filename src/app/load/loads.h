#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/load/background_task.h"
#include "app/load/file_watch.h"
#include "app/load/load_model.h"

namespace sinew {

/// The models of a window: which one is shown, the list that it goes through, and the one that is being read. The
/// current model stays until the next one is ready.
class Loads {
  public:
    /// A load that takes longer is announced in the window.
    static constexpr double kPatienceSeconds = 0.2;

    /// `request` made `stage`, which shows the model at `index` of `models`. `importer` must outlive it.
    Loads(const LoadRequest& request, const Importer& importer, std::vector<std::string> models, size_t index,
          const Stage& stage, bool watchFiles);

    // Each starts a load and cancels the current one, except that a reload is finished first.
    void again(Stage& stage);
    void turn(int step, Stage& stage);  ///< to the next model of the list, or the previous one
    void drop(std::vector<std::string> files, Stage& stage);

    /// Reloads the model when its files have changed, with --watch. To be called every frame.
    void watch(Stage& stage, double nowSeconds);

    /// Name of the model that is being read; empty: none.
    std::string reading() const;
    /// Seconds since reading() started; 0 if it is empty.
    double readingSeconds() const;
    bool patienceIsOver() const { return readingSeconds() > kPatienceSeconds; }
    void cancel();

    /// Returns the model that replaces `stage` once it is ready. @throws Error if it cannot be read.
    std::optional<LoadedModel> poll(Stage& stage);
    /// To be called when the model is shown: its stage is now `stage`.
    void show(const LoadedModel& loaded, const Stage& stage);

    const LoadRequest& shown() const { return request_; }
    size_t index() const { return index_; }
    size_t count() const { return models_.size(); }

  private:
    struct Task {
        std::string name;
        std::function<LoadedModel(const Importer& importer)> work;
        std::optional<size_t> index;  ///< in the list of models
        bool isReload = false;
    };
    void begin(Task task);
    void start(Task task);

    LoadRequest request_;
    const Importer& importer_;
    std::vector<std::string> models_;
    size_t index_;
    Task task_;                                          ///< of load_
    std::unique_ptr<BackgroundTask<LoadedModel>> load_;  ///< may have been canceled
    std::optional<Task> next_;                           ///< starts when load_ is done
    std::optional<FileWatch> watch_;
    double lastLookSeconds_ = 0.0;
};

}  // namespace sinew
