#!/usr/bin/env python3
"""Prints the results of a SARIF log as annotations of GitHub Actions, without those that a baseline accepts.

usage: annotate.py CHECK.sarif
"""

import json
import posixpath
import sys
import urllib.parse

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def data(text):
    """Text as the data of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def value(text):
    """Text as a property of a workflow command."""
    return data(text).replace(":", "%3A").replace(",", "%2C")


def path_of(result):
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    return posixpath.normpath(urllib.parse.unquote(uri.removeprefix("file://"), errors="replace"))


def message_of(result):
    return result["message"]["text"].replace("{{", "{").replace("}}", "}")


def annotations(log):
    for run in log["runs"]:
        for notification in run["invocations"][0].get("toolExecutionNotifications", []):
            yield f"::error file={value(path_of(notification))},title=not readable::{data(message_of(notification))}"
        for result in run["results"]:
            if result.get("suppressions"):
                continue
            command = COMMANDS[result["level"]]
            yield f"::{command} file={value(path_of(result))},title={value(result['ruleId'])}::{data(message_of(result))}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in annotations(json.load(file)):
            print(line)


if __name__ == "__main__":
    main()
