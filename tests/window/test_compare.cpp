#include "support/assets.h"
#include "support/catch.h"
#include "support/picture.h"
#include "window/session.h"

// Side-by-side views, onion skin and bone names, switched by keys.

TEST_CASE("S, O and J toggle the same displays as their options", "[window]") {
    requireScreen();
    const Arguments arguments = still({kCharacter, "-a", "Walk", "--time", "0.25"});
    Session session(arguments);
    const std::string plain = session.screenshot();
    const auto look = [&](const char* key, const std::string& name, Arguments options) {
        Arguments with = arguments;
        with.insert(with.end(), options.begin(), options.end());
        session.window().key(key);
        session.requirePicture(headlessPicture(session, name + ".png", with));
    };
    look("s", "beside", {"--beside-skinning", "dual-quaternion"});
    session.window().key("s");
    session.requirePicture(plain);
    look("o", "onion", {"--onion-skin"});
    session.window().key("o");
    session.requirePicture(plain);
    look("j", "names", {"--skeleton=names"});
    look("j", "bones", {"--skeleton"});
    session.window().key("k");
    session.requirePicture(plain);
    session.quit();
}

TEST_CASE("V cycles through the views", "[window]") {
    requireScreen();
    const Arguments arguments = still({kCharacter, "-a", "Walk", "--time", "0.25"});
    Session session(arguments);
    const std::string plain = session.screenshot();
    session.window().key("v");
    for (const char* view : {"influences", "parts", "normals", "uvs", "base-color", "alpha", "metallic", "roughness",
                             "occlusion", "emissive", "lod"}) {
        session.window().key("v");
        Arguments with = arguments;
        with.insert(with.end(), {"--view", view});
        session.requirePicture(headlessPicture(session, std::string(view) + ".png", with));
    }
    session.window().key("v");
    session.requirePicture(plain);
    session.quit();
}

TEST_CASE("a reload keeps the second view of the command line", "[window]") {
    requireScreen();
    const Arguments arguments =
        studio(still({kCharacter, "-a", "Walk", "--time", "0.25", "--beside", "Run", "--onion-skin", "1"}));
    Session session(arguments);
    const std::string headless = headlessPicture(session, "beside.png", arguments);
    session.requirePicture(headless);
    session.window().key("F5");
    session.requirePicture(headless);
    session.quit();
}
