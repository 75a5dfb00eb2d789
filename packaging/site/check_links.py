#!/usr/bin/env python3
"""Prints the links of a folder of HTML files that lead nowhere: to files and anchors that do not exist, and above the folder.

usage: check_links.py FOLDER

Links to other sites are not followed. Exits with 1 if a link is broken.
"""

import html.parser
import os
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value is not None and tag != "base":
                self.links.append(value)


def broken_links(folder):
    """One line for each broken link of each page."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    broken = []
    for path, page in pages.items():
        for link in dict.fromkeys(page.links):
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            # A page for every address, such as 404.html, has links from the root of the site.
            start = folder if parts.path.startswith("/") else path.parent
            target = pathlib.Path(os.path.normpath(start / urllib.parse.unquote(parts.path).lstrip("/"))) if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if target.is_dir():
                target /= "index.html"
            if not target.is_relative_to(folder) or not target.is_file():
                cause = "no such file"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                cause = "no such anchor"
            else:
                continue
            broken.append(f"{path.relative_to(folder)}: {link}: {cause}")
    if not pages:
        broken.append(f"{folder}: no pages")
    return broken


if __name__ == "__main__":
    found = broken_links(pathlib.Path(sys.argv[1]).resolve())
    print("\n".join(found))
    sys.exit(1 if found else 0)
