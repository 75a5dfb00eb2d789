#include "retarget/root_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "retarget/banded_system.h"

namespace sinew {
namespace {

constexpr double kLoopSeconds = 1.0;  // of a loop that are solved again beyond its ends
// Beside the squared angles: r^2 and r''^2 of the root's offset r, in heights and seconds. A plant draws the root along
// within a third of a second; without any it comes back within as much.
constexpr double kReturning = 1e-2, kSmoothness = 5e-5;
constexpr double kSliding = 0.1;  // what the height of a foot that slides counts, beside those that are planted
constexpr double kLevel = 0.02;   // what a plant's own height counts, beside what turns its leg
constexpr int kSteps = 20;        // of conjugate gradients
constexpr double kExact = 1e-16;
constexpr int kWeightings = 50;
constexpr double kNearWorst = 0.7;  // of the largest turn: from where on a turn counts more each time
constexpr double kUrgency = 1.5;

/// What is asked of a foot: its place, its height, or nothing.
LegModel askedOf(const LegSample& sample, const glm::dvec3& offset) {
    LegModel asked(sample, sample.plant >= 0 ? offset : glm::dvec3(0.0));
    if (sample.plant >= 0) return asked;
    const double height = sample.onGround ? kSliding * asked.stiffness[1][1] : 0.0;
    asked.stiffness = glm::dmat3(0.0);
    asked.stiffness[1][1] = height;
    return asked;
}

class RootPlanner {
    using Anchors = std::vector<std::vector<glm::dvec3>>;  // by leg and plant

  public:
    RootPlanner(const std::vector<std::vector<LegSample>>& legs, double stepSeconds, bool isLoop)
        : legs_(legs),
          count_(legs.front().size()),
          beyond_(isLoop ? static_cast<size_t>(std::ceil(kLoopSeconds / stepSeconds)) : 0),
          stepSeconds_(stepSeconds),
          system_(0),
          factors_(0),
          root_(count_ + 2 * beyond_, glm::dvec3(0.0)),
          importance_(legs.size(), std::vector<double>(count_, 1.0)) {
        for (const std::vector<LegSample>& leg : legs_) {
            int plants = 0;
            for (const LegSample& sample : leg)
                plants = std::max(plants, sample.plant + 1);
            anchors_.emplace_back(static_cast<size_t>(plants), glm::dvec3(0.0));
            compliances_.emplace_back(static_cast<size_t>(plants), glm::dmat3(0.0));
            std::vector<LegModel>& asked = asked_.emplace_back();
            for (const LegSample& sample : leg)
                asked.push_back(askedOf(sample, glm::dvec3(0.0)));
        }
    }

    void solve() {
        for (int weighting = 0; weighting < kWeightings; ++weighting) {
            if (weighting > 0) weigh();
            makeSystem();
            moveRoot();
            placeAnchors();
        }
    }

    /// One per sample; the ends of loops are equal.
    std::vector<glm::dvec3> root() const {
        std::vector<glm::dvec3> root(root_.begin() + static_cast<std::ptrdiff_t>(beyond_),
                                     root_.begin() + static_cast<std::ptrdiff_t>(beyond_ + count_));
        if (beyond_ == 0 || count_ < 2) return root;
        const glm::dvec3 gap = root.back() - root.front();
        for (size_t i = 0; i < count_; ++i)
            root[i] += gap * (0.5 - static_cast<double>(i) / static_cast<double>(count_ - 1));
        return root;
    }

    /// What the root leaves of what is asked of a foot.
    glm::dvec3 missing(size_t leg, size_t index, const glm::dvec3& root) const {
        const LegSample& sample = legs_[leg][index];
        glm::dvec3 missing = -sample.slip - root;
        if (sample.plant < 0) return {0.0, sample.onGround ? missing.y : 0.0, 0.0};
        return missing + anchors_[leg][static_cast<size_t>(sample.plant)];
    }

  private:
    /// The sample of a time, which may be beyond the ends of a loop.
    size_t indexOf(size_t i) const {
        const auto period = static_cast<std::ptrdiff_t>(std::max<size_t>(count_, 2) - 1);
        if (beyond_ == 0) return i;
        const auto at = (static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(beyond_)) % period;
        return static_cast<size_t>(at < 0 ? at + period : at) % count_;
    }

    glm::dmat3 weighted(size_t leg, size_t index) const {
        return importance_[leg][index] * asked_[leg][index].stiffness;
    }

    /// With the offset of the foot that turns its leg least.
    glm::dvec3 slipOf(size_t leg, size_t i) const {
        return legs_[leg][indexOf(i)].slip + asked_[leg][indexOf(i)].center;
    }

    size_t size() const { return root_.size(); }

    template <typename Visit>
    void forEachPlanted(const Visit& visit) const {
        for (size_t leg = 0; leg < legs_.size(); ++leg)
            for (size_t i = 0; i < size(); ++i)
                if (const LegSample& sample = legs_[leg][indexOf(i)]; sample.plant >= 0)
                    visit(leg, static_cast<size_t>(sample.plant), i, weighted(leg, indexOf(i)));
    }

    /// Plants that turn their legs far count more: the largest turn counts, not the sum of all.
    void weigh() {
        double worst = 0.0;
        std::vector<std::vector<double>> turns = importance_;
        for (size_t leg = 0; leg < legs_.size(); ++leg)
            for (size_t i = 0; i < count_; ++i) {
                const LegSample& sample = legs_[leg][i];
                if (sample.plant < 0) continue;
                const glm::dvec3 missed = missing(leg, i, root_[i + beyond_]);
                asked_[leg][i] = askedOf(sample, missed);
                turns[leg][i] = costOf(sample, correction(sample, missed));
                worst = std::max(worst, turns[leg][i]);
            }
        const double far = std::max(kFarTurn, kNearWorst * worst);
        for (size_t leg = 0; leg < legs_.size(); ++leg)
            for (size_t i = 0; i < count_; ++i) {
                if (legs_[leg][i].plant < 0) continue;
                const double excess = std::pow(turns[leg][i] / far, kUrgency);
                importance_[leg][i] = std::clamp(importance_[leg][i] * std::clamp(excess, 0.7, 3.0), 1.0, 1e5);
            }
    }

    void makeSystem() {
        system_ = BandedSystem(3 * size());
        addSmoothness();
        for (size_t i = 0; i < size(); ++i) {
            for (size_t axis = 0; axis < 3; ++axis)
                system_.at(3 * i + axis, 3 * i + axis) += kReturning;
            for (size_t leg = 0; leg < legs_.size(); ++leg) {
                const glm::dmat3 asked = weighted(leg, indexOf(i));
                for (int row = 0; row < 3; ++row)
                    for (int column = 0; column <= row; ++column)
                        system_.at(3 * i + static_cast<size_t>(row), 3 * i + static_cast<size_t>(column)) +=
                            asked[column][row];
            }
        }
        factors_ = system_;
        factors_.factorize();
        for (std::vector<glm::dmat3>& compliances : compliances_)
            std::ranges::fill(compliances, glm::dmat3(0.0));
        forEachPlanted([&](size_t leg, size_t plant, size_t i, const glm::dmat3& asked) {
            compliances_[leg][plant] += asked;
            compliances_[leg][plant][1][1] += kLevel * asked_[leg][indexOf(i)].stiffness[1][1];
        });
        for (std::vector<glm::dmat3>& compliances : compliances_)
            for (glm::dmat3& compliance : compliances)
                compliance = glm::determinant(compliance) > 0.0 ? glm::inverse(compliance) : glm::dmat3(0.0);
    }

    void addSmoothness() {
        const double weight = kSmoothness / std::pow(stepSeconds_, 4.0);
        constexpr double kSecond[] = {1.0, -2.0, 1.0};
        for (size_t i = 0; i + 2 < root_.size(); ++i)
            for (size_t a = 0; a < 3; ++a)
                for (size_t b = 0; b <= a; ++b)
                    for (size_t axis = 0; axis < 3; ++axis)
                        system_.at(3 * (i + a) + axis, 3 * (i + b) + axis) += weight * kSecond[a] * kSecond[b];
    }

    /// The anchors that suit offsets of the feet best: each where its leg turns least, and near the ground.
    Anchors anchorsFor(const auto& offsetOf) const {
        Anchors pulls = anchors_;
        for (std::vector<glm::dvec3>& pull : pulls)
            std::ranges::fill(pull, glm::dvec3(0.0));
        forEachPlanted([&](size_t leg, size_t plant, size_t i, const glm::dmat3& asked) {
            pulls[leg][plant] += asked * offsetOf(leg, i);
        });
        for (size_t leg = 0; leg < pulls.size(); ++leg)
            for (size_t plant = 0; plant < pulls[leg].size(); ++plant)
                pulls[leg][plant] = compliances_[leg][plant] * pulls[leg][plant];
        return pulls;
    }

    void placeAnchors() {
        anchors_ = anchorsFor([&](size_t leg, size_t i) { return slipOf(leg, i) + root_[i]; });
    }

    /// The system with the anchors eliminated, times the values.
    std::vector<double> times(std::span<const double> values) const {
        std::vector<double> product = system_.times(values);
        const Anchors anchors = anchorsFor(
            [&](size_t, size_t i) { return glm::dvec3(values[3 * i], values[3 * i + 1], values[3 * i + 2]); });
        forEachPlanted([&](size_t leg, size_t plant, size_t i, const glm::dmat3& asked) {
            const glm::dvec3 pull = asked * anchors[leg][plant];
            for (int axis = 0; axis < 3; ++axis)
                product[3 * i + static_cast<size_t>(axis)] -= pull[axis];
        });
        return product;
    }

    std::vector<double> wantedOfRoot() const {
        std::vector<double> wanted(3 * size(), 0.0);
        const auto add = [&](size_t i, const glm::dvec3& pull) {
            for (int axis = 0; axis < 3; ++axis)
                wanted[3 * i + static_cast<size_t>(axis)] += pull[axis];
        };
        for (size_t leg = 0; leg < legs_.size(); ++leg)
            for (size_t i = 0; i < size(); ++i)
                add(i, -(weighted(leg, indexOf(i)) * slipOf(leg, i)));
        const Anchors anchors = anchorsFor([&](size_t leg, size_t i) { return slipOf(leg, i); });
        forEachPlanted(
            [&](size_t leg, size_t plant, size_t i, const glm::dmat3& asked) { add(i, asked * anchors[leg][plant]); });
        return wanted;
    }

    /// By conjugate gradients, preconditioned with the system for anchors that do not move (Hestenes and Stiefel 1952).
    void moveRoot() {
        const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
            return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
        };
        const auto add = [](std::vector<double>& to, double factor, const std::vector<double>& values) {
            for (size_t i = 0; i < to.size(); ++i)
                to[i] += factor * values[i];
        };
        std::vector<double> values, rest = wantedOfRoot();
        for (const glm::dvec3& offset : root_)
            values.insert(values.end(), {offset.x, offset.y, offset.z});
        add(rest, -1.0, times(values));
        std::vector<double> solved = rest;
        factors_.solve(solved);
        std::vector<double> way = solved;
        double error = dot(rest, solved);
        for (int step = 0; step < kSteps && error > kExact; ++step) {
            const std::vector<double> along = times(way);
            const double ratio = error / dot(way, along);
            add(values, ratio, way);
            add(rest, -ratio, along);
            solved = rest;
            factors_.solve(solved);
            const double next = dot(rest, solved);
            for (size_t i = 0; i < way.size(); ++i)
                way[i] = solved[i] + next / error * way[i];
            error = next;
        }
        for (size_t i = 0; i < size(); ++i)
            root_[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
    }

    const std::vector<std::vector<LegSample>>& legs_;
    size_t count_, beyond_;
    double stepSeconds_;
    BandedSystem system_, factors_;
    std::vector<glm::dvec3> root_;                      // with those beyond the ends
    Anchors anchors_;                                   // the slip that each plant keeps
    std::vector<std::vector<glm::dmat3>> compliances_;  // by leg and plant: from a pull to the anchor
    std::vector<std::vector<LegModel>> asked_;          // by leg and sample
    std::vector<std::vector<double>> importance_;       // by leg and sample
};

}  // namespace

RootPlan planRoot(const std::vector<std::vector<LegSample>>& legs, double stepSeconds, bool isLoop) {
    RootPlanner planner(legs, stepSeconds, isLoop);
    planner.solve();
    RootPlan plan{.root = planner.root(), .missing = {}};
    for (size_t leg = 0; leg < legs.size(); ++leg) {
        std::vector<glm::dvec3>& missing = plan.missing.emplace_back();
        for (size_t i = 0; i < legs[leg].size(); ++i)
            missing.push_back(planner.missing(leg, i, plan.root[i]));
    }
    return plan;
}

}  // namespace sinew
