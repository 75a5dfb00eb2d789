#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// The plan of all benchmarks.
struct Plan {
    int rounds = 15;
    bool smoke = false;  ///< only checks that everything runs: one round, small models
    std::string goalsFile = {};
};

/// The seconds of methods in the same rounds. Temporary load affects all methods of a round alike, so ratios
/// are taken round by round.
class Rounds {
  public:
    explicit Rounds(size_t methodCount) : seconds_(methodCount) {}

    void add(size_t method, double seconds) { seconds_[method].push_back(seconds); }
    double last(size_t method) const { return seconds_[method].back(); }
    double median(size_t method) const;
    double medianRatio(size_t method, size_t reference) const;  ///< of method / reference, over the rounds

    double medianDifference(size_t method, size_t reference) const;  ///< of method - reference, in seconds

    /// Runs each method once, in an order that changes with every round. `clock` defaults to secondsOf.
    void runOnce(const std::vector<std::function<void()>>& methods,
                 double (*clock)(const std::function<void()>&) = nullptr);

  private:
    std::vector<std::vector<double>> seconds_;
    size_t round_ = 0;
};

double secondsOf(const std::function<void()>& work);

/// The CPU time of the calling thread, which does not depend on other load.
double coreSecondsOf(const std::function<void()>& work);

/// A line of the table at the end.
struct Row {
    std::string what;
    std::string method;
    std::string value;
    std::string ratio = {};
};
void addRow(Row row);
void printTable();

void registerImport(const Plan& plan);
void registerLoad(const Plan& plan);
void registerBaked(const Plan& plan);
void registerSandbox(const Plan& plan);
void registerPose(const Plan& plan);
void registerPoseFacts(const Plan& plan);
void registerCompression(const Plan& plan);
void registerCrowd(const Plan& plan);
void registerCrowdFrame(const Plan& plan);
void registerPosePass(const Plan& plan);
void registerFrame(const Plan& plan);
void registerSkinOnce(const Plan& plan);
void registerPanel(const Plan& plan);
void registerFilm(const Plan& plan);
void registerCheck(const Plan& plan);
void registerColdStart(const Plan& plan);
