#include "app/crowd/work_pool.h"

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "support/allocations.h"
#include "support/catch.h"

using namespace sinew;

TEST_CASE("a pool does each range of a loop once, on its threads, without allocating") {
    const uint32_t threads = GENERATE(1u, 2u, 5u);
    WorkPool pool(threads);
    REQUIRE(pool.threads() == threads);
    std::vector<std::atomic<uint32_t>> done(97);
    std::atomic<bool> known{true};
    const size_t before = allocationCount();
    for (uint32_t run = 1; run <= 200; ++run) {
        const uint32_t count = run % 98;
        pool.run(count, [&](uint32_t range, uint32_t thread) {
            ++done[range];
            if (thread >= threads) known = false;
        });
        // All of it has happened, and nothing of the run before is left.
        uint32_t sum = 0;
        for (std::atomic<uint32_t>& each : done)
            sum += each.exchange(0);
        if (sum != count) FAIL("run " << run << " did " << sum << " of " << count);
    }
    CHECK(known);
    CHECK(allocationCount() == before);
}

TEST_CASE("what work throws comes out of the run, which ends, and the next run is a new one") {
    WorkPool pool(3);
    std::atomic<uint32_t> done = 0;
    CHECK_THROWS_WITH(pool.run(50,
                               [&](uint32_t range, uint32_t) {
                                   ++done;
                                   if (range % 7 == 0) throw std::runtime_error("range");
                               }),
                      "range");
    CHECK(done == 50);
    pool.run(50, [&](uint32_t, uint32_t) { ++done; });
    CHECK(done == 100);
}

TEST_CASE("what a pool's threads write is seen after the run") {
    WorkPool pool(3);
    std::vector<uint64_t> squares(1000);
    for (uint64_t round = 1; round <= 20; ++round) {
        pool.run(1000, [&](uint32_t range, uint32_t) { squares[range] = round * range; });
        CHECK(std::accumulate(squares.begin(), squares.end(), uint64_t{0}) == round * 499'500);
    }
}
