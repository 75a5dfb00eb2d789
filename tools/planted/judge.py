"""What `sinew --check` says about files, compared with what was planted in them."""
import json
import re
import subprocess
import tempfile

from classes import JOINED

RANK = {"info": 0, "warning": 1, "error": 2}


class Finding:
    def __init__(self, own, file):
        self.id, self.said, self.rank = JOINED.get(own["id"], own["id"]), own["id"], RANK[own["severity"]]
        self.message = own["message"]
        self.objects = ["model" if o == file else o for o in (own["object"], *(other["object"] for other in own.get("others", [])))]
        self.quoted = re.findall(r"'([^']+)'", self.message)

    def is_about(self, where):
        """Names that a finding quotes count; where it stands for several clips, it quotes bones of the first one only."""
        return any(same(o, name) for o in self.objects + self.quoted for name in where.names) or (
            where.clip is not None and any(same(o, where.clip) for o in self.objects[1:]))


def same(own, name):
    """Names lose what all clips start with, and the name of their armature."""
    return own == name or own.split("|")[-1] == name.split("|")[-1] or own.startswith(name + "-") or name.endswith("_" + own)


def verdicts(sinew, files):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as batch:
        batch.write("\n".join(files) + "\n")
        batch.flush()
        done = subprocess.run([sinew, "--check", "--json", "--policy", "none", "--batch", batch.name], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    return {one["file"]: one for one in map(json.loads, done.stdout.splitlines()) if "file" in one}


def findings(verdict):
    return [Finding(own, verdict["file"]) for own in verdict.get("findings", [])]


def changed(before, after):
    """Findings whose sentence the sound model does not have, or that became worse."""
    known = {(f.said, f.objects[0], f.message): f.rank for f in before}
    return [f for f in after if f.rank > known.get((f.said, f.objects[0], f.message), -1)]


def alarms(before, after, edit):
    """(id, object, message) of findings about something that had none, or that became worse."""
    known = [(f.said, o, f.rank) for f in before for o in f.objects]
    ids = {f.said for f in before}

    def is_new(f, own):
        return not any(said == f.said and same(own, o) and rank >= f.rank for said, o, rank in known)
    return [(f.said, o, f.message) for f in after for o in f.objects
            if f.id not in edit.true and is_new(f, o) and not (edit.copies and f.said in ids)]


def judged(planted, index, new, error):
    """(seen, named, what the program says instead) of one of the planted faults. What names another one does not count."""
    fault, where = planted[index]
    others = planted[:index] + planted[index + 1:]
    about = [f for f in new if f.is_about(where)]
    said = [f for f in new if f.id in fault.ids and (f in about or not any(f.id in o.ids and f.is_about(w) for o, w in others))]
    named = any(f in said for f in about) or any(n in error for n in where.names)
    return bool(about or said or named or error and not others), named, sorted({f.said for f in about + said}) or [error[:60]] * bool(error)
