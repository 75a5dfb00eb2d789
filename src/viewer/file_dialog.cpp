#include "viewer/file_dialog.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>

#include <fmt/format.h>

#ifdef SINEW_PORTAL
#include <dbus/dbus.h>
#endif

#include "base/error.h"
#include "base/shown_text.h"

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
constexpr int kWaitMilliseconds = 50;
enum Response : uint32_t { chosen = 0, canceled = 1 };  // others: the dialog ended in some other way

struct Release {
    void operator()(DBusConnection* bus) const {
        dbus_connection_close(bus);
        dbus_connection_unref(bus);
    }
    void operator()(DBusMessage* message) const { dbus_message_unref(message); }
};
using Bus = std::unique_ptr<DBusConnection, Release>;
using Message = std::unique_ptr<DBusMessage, Release>;

struct BusError : DBusError {
    BusError() { dbus_error_init(this); }
    ~BusError() { dbus_error_free(this); }
    std::string cause() const { return message && *message ? message : name; }
};

/// @throws Error if a function of libdbus has failed, which only lack of memory causes.
template <typename Result>
Result checked(Result result) {
    if (!result) throw dialogError("out of memory");
    return result;
}

struct Answer {
    std::optional<uint32_t> response;
    std::vector<std::string> uris;
    std::string failure;  ///< why there will be no response

    bool complete() const { return response || !failure.empty(); }
};

DBusMessageIter inside(DBusMessageIter& container) {
    DBusMessageIter inner;
    dbus_message_iter_recurse(&container, &inner);
    return inner;
}

template <typename Value>
Value take(DBusMessageIter& from) {
    Value value{};
    dbus_message_iter_get_basic(&from, &value);
    dbus_message_iter_next(&from);
    return value;
}

void takeResponse(DBusMessage* message, Answer& answer) {
    answer.failure = "the answer of the desktop's portal is damaged";
    DBusMessageIter arguments;
    if (!dbus_message_has_signature(message, "ua{sv}") || !dbus_message_iter_init(message, &arguments)) return;
    const auto response = take<dbus_uint32_t>(arguments);
    DBusMessageIter results = inside(arguments);
    for (; dbus_message_iter_get_arg_type(&results) != DBUS_TYPE_INVALID; dbus_message_iter_next(&results)) {
        DBusMessageIter result = inside(results);
        if (take<const char*>(result) != std::string_view("uris")) continue;
        DBusMessageIter value = inside(result);
        if (dbus_message_iter_get_arg_type(&value) != DBUS_TYPE_ARRAY ||
            dbus_message_iter_get_element_type(&value) != DBUS_TYPE_STRING)
            return;
        DBusMessageIter uris = inside(value);
        while (dbus_message_iter_get_arg_type(&uris) != DBUS_TYPE_INVALID)
            answer.uris.emplace_back(take<const char*>(uris));
    }
    answer.failure.clear();
    answer.response = response;
}

/// `request`: the path of the object that sends the answer.
void takeMessage(DBusMessage* message, const std::string& request, Answer& answer) {
    BusError error;
    const char *name = nullptr, *before = nullptr, *after = nullptr;
    if (dbus_set_error_from_message(&error, message))  // of the call
        answer.failure = error.cause();
    else if (dbus_message_is_signal(message, "org.freedesktop.portal.Request", "Response") &&
             dbus_message_has_path(message, request.c_str()))
        takeResponse(message, answer);
    else if (dbus_message_is_signal(message, DBUS_INTERFACE_LOCAL, "Disconnected"))
        answer.failure = "the session bus has ended";
    else if (dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged") &&
             dbus_message_get_args(message, &error, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &before,
                                   DBUS_TYPE_STRING, &after, DBUS_TYPE_INVALID) &&
             *before && !*after)
        answer.failure = "the desktop's portal has ended";
}

/// Arguments in the making.
struct Container : DBusMessageIter {
    explicit Container(DBusMessage* call) { dbus_message_iter_init_append(call, this); }
    Container(Container& outer, int type, const char* signature = nullptr) : outer_(&outer) {
        checked(dbus_message_iter_open_container(outer_, type, signature, this));
    }
    Container(const Container&) = delete;
    ~Container() {
        if (outer_) dbus_message_iter_close_container(outer_, this);
    }
    void append(int type, auto value) { checked(dbus_message_iter_append_basic(this, type, &value)); }

  private:
    Container* outer_ = nullptr;
};

void appendOption(Container& options, const char* name, const char* signature, const auto& append) {
    Container option(options, DBUS_TYPE_DICT_ENTRY);
    option.append(DBUS_TYPE_STRING, name);
    Container value(option, DBUS_TYPE_VARIANT, signature);
    append(value);
}

void appendFilter(Container& filters, const char* name, std::span<const std::string> patterns) {
    Container filter(filters, DBUS_TYPE_STRUCT);
    filter.append(DBUS_TYPE_STRING, name);
    Container list(filter, DBUS_TYPE_ARRAY, "(us)");
    for (const std::string& pattern : patterns) {
        Container item(list, DBUS_TYPE_STRUCT);
        item.append(DBUS_TYPE_UINT32, 0u);
        item.append(DBUS_TYPE_STRING, pattern.c_str());
    }
}

Message callFor(const FileQuestion& question) {
    Message call(
        checked(dbus_message_new_method_call(kPortal, kPortalPath, "org.freedesktop.portal.FileChooser", "OpenFile")));
    Container arguments(call.get());
    arguments.append(DBUS_TYPE_STRING, question.parent.c_str());
    arguments.append(DBUS_TYPE_STRING, "Open models or clips");
    Container options(arguments, DBUS_TYPE_ARRAY, "{sv}");
    appendOption(options, "handle_token", "s", [](auto& value) { value.append(DBUS_TYPE_STRING, kToken); });
    appendOption(options, "multiple", "b", [](auto& value) { value.append(DBUS_TYPE_BOOLEAN, dbus_bool_t{true}); });
    if (!question.folder.empty())
        appendOption(options, "current_folder", "ay", [&](auto& value) {
            Container bytes(value, DBUS_TYPE_ARRAY, "y");
            for (size_t i = 0; i <= question.folder.size(); ++i)  // with its terminating zero
                bytes.append(DBUS_TYPE_BYTE, question.folder[i]);
        });
    appendOption(options, "filters", "a(sa(us))", [&](auto& value) {
        std::vector<std::string> patterns;
        for (const std::string& ending : question.endings)
            patterns.push_back(patternOf(ending));
        Container filters(value, DBUS_TYPE_ARRAY, "(sa(us))");
        appendFilter(filters, "Models", patterns);
        appendFilter(filters, "All files", std::array<std::string, 1>{"*"});
    });
    return call;
}

/// The object that sends the answer: its path follows from the connection's name and the token.
std::string requestPath(DBusConnection* bus) {
    std::string sender = dbus_bus_get_unique_name(bus) + 1;  // ":1.42"
    std::ranges::replace(sender, '.', '_');
    return fmt::format("{}/request/{}/{}", kPortalPath, sender, kToken);
}

std::vector<std::string> ask(const FileQuestion& question, const std::stop_token& stop) {
    dbus_connection_set_change_sigpipe(false);
    BusError error;
    const Bus bus(dbus_bus_get_private(DBUS_BUS_SESSION, &error));
    if (!bus) throw dialogError(fmt::format("there is no session bus ({})", error.cause()));
    dbus_connection_set_exit_on_disconnect(bus.get(), false);
    const std::string request = requestPath(bus.get());
    for (const std::string& rule :
         {fmt::format("type='signal',sender='{}',path='{}'", kPortal, request),
          fmt::format("type='signal',sender='{}',member='NameOwnerChanged',arg0='{}'", DBUS_SERVICE_DBUS, kPortal)}) {
        dbus_bus_add_match(bus.get(), rule.c_str(), &error);
        if (dbus_error_is_set(&error)) throw dialogError(error.cause());
    }
    checked(dbus_connection_send(bus.get(), callFor(question).get(), nullptr));
    Answer answer;
    while (!answer.complete()) {
        if (stop.stop_requested()) return {};
        dbus_connection_read_write(bus.get(), kWaitMilliseconds);
        while (const Message message{dbus_connection_pop_message(bus.get())})
            if (!answer.complete()) takeMessage(message.get(), request, answer);
    }
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
