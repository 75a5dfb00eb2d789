#!/usr/bin/env python3
"""Builds the site: README.md and the pages that its table lists, the pictures and files that they link to, and the reference by Doxygen.

usage: build.py REPOSITORY DOXYFILE FOLDER

Doxygen writes to FOLDER/pages/api, as the Doxyfile says; the site is FOLDER/html. Exits with 1 if a page, a link or a comment is wrong, with 77
if doxygen, mkdocs or mkdocs-material is not installed.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import check_links

LINK = re.compile(r"\]\(([^)\s]+)\)")
TABLE_ROW = re.compile(r"^\| \[([^\]]+)\]\(([^)]+\.md)\) \|", re.M)


def nav(repository):
    """The titles and paths of the pages, from the table of README.md."""
    pages = [("Sinew", "README.md")] + TABLE_ROW.findall((repository / "README.md").read_text(encoding="utf-8"))
    listed = {path for _, path in pages}
    missing = sorted(page.name for page in (repository / "docs").glob("*.md") if f"docs/{page.name}" not in listed)
    if missing:
        sys.exit(f"build.py: the table of README.md lacks docs/{missing[0]}")
    return pages


def copy_pages(repository, pages, folder):
    """Copies the pages, and the files that they link to."""
    for _, page in pages:
        text = (repository / page).read_text(encoding="utf-8")
        links = [link.partition("#")[0] for link in LINK.findall(text) if "://" not in link and not link.startswith("#")]
        targets = [os.path.normpath(os.path.join(os.path.dirname(page), link)) for link in links if not link.endswith(".md")]
        for path in [page, *targets]:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(repository / path, folder / path)


def drop_dead_summaries(reference):
    """Doxygen 1.9 links to the list of nested classes also where all of them are private, and left out."""
    for page in reference.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        if 'href="#nested-classes"' in text and 'name="nested-classes"' not in text:
            page.write_text(re.sub(r'<a href="#nested-classes">[^<]*</a>(?: &#124;)?', "", text), encoding="utf-8")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    if "Unrecognised theme name" in done.stdout:
        skip("mkdocs-material")
    if done.returncode != 0:
        sys.exit(f"{done.stdout}build.py: {command[0]} failed")


def skip(package):
    print(f"SKIPPED: {package} is not installed")
    sys.exit(77)


def main():
    for tool in ("doxygen", "mkdocs"):
        if not shutil.which(tool):
            skip(tool)
    repository, doxyfile, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    pages, html = folder / "pages", folder / "html"
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir(parents=True)
    listed = nav(repository)
    copy_pages(repository, listed, pages)
    (pages / "assets").mkdir(exist_ok=True)
    shutil.copy(repository / "packaging/desktop/sinew.svg", pages / "assets")
    run("doxygen", str(doxyfile))
    drop_dead_summaries(pages / "api")
    rows = "".join(f"  - {title}: {path}\n" for title, path in [*listed, ("C++ reference", "api/annotated.html")])
    config = (repository / "packaging/site/mkdocs.yml").read_text(encoding="utf-8") + "nav:\n" + rows
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    run("mkdocs", "build", "--quiet", "--clean", "--config-file", str(folder / "mkdocs.yml"))
    broken = check_links.broken_links(html)
    if broken:
        sys.exit("\n".join(broken) + f"\nbuild.py: {len(broken)} broken links")


main()
