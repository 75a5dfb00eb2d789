"""packaging/site/check_links.py finds links that lead nowhere, and no others."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "packaging/site"))
sys.dont_write_bytecode = True
import check_links  # noqa: E402


class Links(unittest.TestCase):
    def broken(self, body):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "docs").mkdir()
            (folder / "docs/a b.html").write_text('<h1 id="top-of-it">A</h1><a name="old"></a>')
            (folder / "picture.png").write_bytes(b"")
            (folder / "index.html").write_text(f'<h1 id="here">Index</h1>{body}')
            return check_links.broken_links(folder)

    def test_links_that_lead_somewhere(self):
        for link in ("docs/a%20b.html", "docs/a%20b.html#top-of-it", "docs/a%20b.html#old", "#here", "#", ".", "/picture.png", "index.html?q=1#here",
                     "https://example.org/nowhere", "mailto:a@example.org", "data:image/png;base64,"):
            self.assertEqual(self.broken(f'<a href="{link}">x</a><img src="picture.png">'), [], link)

    def test_links_that_lead_nowhere(self):
        for link, cause in (("docs/b.html", "no such file"), ("docs", "no such file"), ("docs/a%20b.html#here", "no such anchor"),
                            ("#there", "no such anchor"), ("../outside.html", "no such file"), ("missing.png", "no such file")):
            for tag in (f'<a href="{link}">x</a>', f'<img src="{link}">'):
                self.assertEqual(self.broken(tag), [f"index.html: {link}: {cause}"])

    def test_no_pages(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertTrue(check_links.broken_links(pathlib.Path(folder)))


if __name__ == "__main__":
    unittest.main()
