#include "viewer/file_dialog.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#ifdef SINEW_PORTAL
#include <systemd/sd-bus.h>
#endif

#include "error.h"
#include "model/shown_text.h"

namespace sinew {
namespace {

Error dialogError(std::string_view cause) {
    return {Exit::environment,
            fmt::format("cannot open a file dialog: {}; drop files on the window instead", lineFrom(cause))};
}

#ifdef SINEW_PORTAL

constexpr const char* kPortal = "org.freedesktop.portal.Desktop";
constexpr const char* kPortalPath = "/org/freedesktop/portal/desktop";
constexpr const char* kToken = "sinew";  // a connection of our own asks once
constexpr uint64_t kWaitMicroseconds = 50'000;
enum Response : uint32_t { chosen = 0, canceled = 1 };  // others: the dialog ended in some other way

struct Release {
    void operator()(sd_bus* bus) const { sd_bus_close_unref(bus); }
    void operator()(sd_bus_message* message) const { sd_bus_message_unref(message); }
};
using Bus = std::unique_ptr<sd_bus, Release>;
using Message = std::unique_ptr<sd_bus_message, Release>;

/// @throws Error if `result`, of a function of sd-bus, is negative.
int checked(int result) {
    if (result < 0) throw dialogError(std::generic_category().message(-result));
    return result;
}

struct Answer {
    std::optional<uint32_t> response;
    std::vector<std::string> uris;
    std::string failure;  ///< why there will be no response

    bool complete() const { return response || !failure.empty(); }
};

void takeFailure(sd_bus_message* message, Answer& answer) {
    if (!sd_bus_message_is_method_error(message, nullptr)) return;
    const sd_bus_error* error = sd_bus_message_get_error(message);
    answer.failure = error->message && *error->message ? error->message : error->name;
}

/// The replies of the bus to each match and of the portal to the call, which bring nothing but errors.
int onReply(sd_bus_message* message, void* answer, sd_bus_error*) {
    takeFailure(message, *static_cast<Answer*>(answer));
    return 0;
}

/// Reads the value of "uris"; skips others.
int readResult(sd_bus_message* message, Answer& answer) {
    const char* key = nullptr;
    if (const int result = sd_bus_message_read(message, "s", &key); result < 0) return result;
    if (std::string_view(key) != "uris") return sd_bus_message_skip(message, "v");
    char** uris = nullptr;
    int result = sd_bus_message_enter_container(message, 'v', "as");
    if (result >= 0) result = sd_bus_message_read_strv(message, &uris);
    for (char** uri = uris; uri && *uri; ++uri) {
        answer.uris.emplace_back(*uri);
        free(*uri);
    }
    free(uris);
    return result < 0 ? result : sd_bus_message_exit_container(message);
}

int onResponse(sd_bus_message* message, void* to, sd_bus_error*) {
    Answer& answer = *static_cast<Answer*>(to);
    uint32_t response = 0;
    int result = sd_bus_message_read(message, "u", &response);
    if (result >= 0) result = sd_bus_message_enter_container(message, 'a', "{sv}");
    while (result >= 0 && (result = sd_bus_message_enter_container(message, 'e', "sv")) > 0) {
        result = readResult(message, answer);
        if (result >= 0) result = sd_bus_message_exit_container(message);
    }
    if (result < 0)
        answer.failure = "the answer of the desktop's portal is damaged";
    else
        answer.response = response;
    return 0;
}

int onOwnerChange(sd_bus_message* message, void* answer, sd_bus_error*) {
    const char *name = nullptr, *before = nullptr, *after = nullptr;
    if (sd_bus_message_read(message, "sss", &name, &before, &after) >= 0 && *before && !*after)
        static_cast<Answer*>(answer)->failure = "the desktop's portal has ended";
    return 0;
}

void appendOption(sd_bus_message* call, const char* name, const char* type, const auto& append) {
    checked(sd_bus_message_open_container(call, 'e', "sv"));
    checked(sd_bus_message_append(call, "s", name));
    checked(sd_bus_message_open_container(call, 'v', type));
    append();
    checked(sd_bus_message_close_container(call));
    checked(sd_bus_message_close_container(call));
}

void appendFilter(sd_bus_message* call, const char* name, std::span<const std::string> patterns) {
    checked(sd_bus_message_open_container(call, 'r', "sa(us)"));
    checked(sd_bus_message_append(call, "s", name));
    checked(sd_bus_message_open_container(call, 'a', "(us)"));
    for (const std::string& pattern : patterns)
        checked(sd_bus_message_append(call, "(us)", 0u, pattern.c_str()));
    checked(sd_bus_message_close_container(call));
    checked(sd_bus_message_close_container(call));
}

Message callFor(sd_bus* bus, const FileQuestion& question) {
    sd_bus_message* made = nullptr;
    checked(sd_bus_message_new_method_call(bus, &made, kPortal, kPortalPath, "org.freedesktop.portal.FileChooser",
                                           "OpenFile"));
    Message call(made);
    checked(sd_bus_message_append(made, "ss", question.parent.c_str(), "Open models or clips"));
    checked(sd_bus_message_open_container(made, 'a', "{sv}"));
    appendOption(made, "handle_token", "s", [&] { checked(sd_bus_message_append(made, "s", kToken)); });
    appendOption(made, "multiple", "b", [&] { checked(sd_bus_message_append(made, "b", 1)); });
    if (!question.folder.empty())  // with its terminating zero
        appendOption(made, "current_folder", "ay", [&] {
            checked(sd_bus_message_append_array(made, 'y', question.folder.c_str(), question.folder.size() + 1));
        });
    appendOption(made, "filters", "a(sa(us))", [&] {
        std::vector<std::string> patterns;
        for (const std::string& ending : question.endings)
            patterns.push_back(patternOf(ending));
        checked(sd_bus_message_open_container(made, 'a', "(sa(us))"));
        appendFilter(made, "Models", patterns);
        appendFilter(made, "All files", std::array<std::string, 1>{"*"});
        checked(sd_bus_message_close_container(made));
    });
    checked(sd_bus_message_close_container(made));
    return call;
}

/// Processes messages until `done`, or until a stop is requested. Returns whether it is done.
bool process(sd_bus* bus, const std::stop_token& stop, const auto& done) {
    while (!done()) {
        if (stop.stop_requested()) return false;
        if (checked(sd_bus_process(bus, nullptr)) > 0) continue;
        if (const int waited = sd_bus_wait(bus, kWaitMicroseconds); waited != -EINTR) checked(waited);
    }
    return true;
}

/// The object that sends the answer: its path follows from the connection's name and the token.
std::string requestPath(sd_bus* bus) {
    const char* name = nullptr;
    checked(sd_bus_get_unique_name(bus, &name));
    std::string sender = name + 1;  // ":1.42"
    std::ranges::replace(sender, '.', '_');
    return fmt::format("{}/request/{}/{}", kPortalPath, sender, kToken);
}

std::vector<std::string> ask(const FileQuestion& question, const std::stop_token& stop) {
    sd_bus* opened = nullptr;
    if (const int result = sd_bus_open_user(&opened); result < 0)
        throw dialogError(fmt::format("there is no session bus ({})", std::generic_category().message(-result)));
    const Bus bus(opened);
    if (!process(opened, stop, [&] { return checked(sd_bus_is_ready(opened)) > 0; })) return {};
    Answer answer;
    checked(sd_bus_match_signal_async(opened, nullptr, kPortal, requestPath(opened).c_str(),
                                      "org.freedesktop.portal.Request", "Response", onResponse, onReply, &answer));
    checked(sd_bus_add_match_async(opened, nullptr,
                                   fmt::format("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                                               "arg0='{}'",
                                               kPortal)
                                       .c_str(),
                                   onOwnerChange, onReply, &answer));
    checked(sd_bus_call_async(opened, nullptr, callFor(opened, question).get(), onReply, &answer, 0));
    if (!process(opened, stop, [&] { return answer.complete(); })) return {};
    if (!answer.response) throw dialogError(answer.failure);
    if (*answer.response == canceled) return {};
    if (*answer.response != chosen) throw dialogError("the desktop's portal has closed it");
    std::vector<std::string> paths;
    for (const std::string& uri : answer.uris)
        paths.push_back(pathOfUri(uri));
    return paths;
}

#else

std::vector<std::string> ask(const FileQuestion&, const std::stop_token&) {
    throw dialogError("this build of Sinew has none");
}

#endif

}  // namespace

std::vector<std::string> askForFiles(const FileQuestion& question, const std::stop_token& stop) {
    return ask(question, stop);
}

std::string pathOfUri(std::string_view uri) {
    constexpr std::string_view kScheme = "file://";
    const size_t begin = uri.starts_with(kScheme) ? uri.find('/', kScheme.size()) : std::string_view::npos;
    const std::string_view host = begin < uri.size() ? uri.substr(kScheme.size(), begin - kScheme.size()) : "";
    const bool isHere = host.empty() || host == "localhost";
    std::string path;
    for (size_t i = begin; isHere && i < uri.size(); ++i) {
        unsigned char value = 0;
        const char *digits = uri.data() + i + 1, *end = digits + 2;
        if (uri[i] != '%') {
            path += uri[i];
        } else if (uri.size() - i > 2 && std::from_chars(digits, end, value, 16).ptr == end && value != 0) {
            path += static_cast<char>(value);
            i += 2;
        } else {
            path.clear();
            break;
        }
    }
    if (path.empty()) throw Error(Exit::environment, fmt::format("{}: not a file of this computer", shownPath(uri)));
    return path;
}

std::string patternOf(std::string_view ending) {
    std::string pattern = "*";
    for (const char letter : ending)
        if (letter >= 'a' && letter <= 'z')
            pattern += fmt::format("[{}{}]", letter, static_cast<char>(letter - 'a' + 'A'));
        else
            pattern += letter;
    return pattern;
}

}  // namespace sinew
