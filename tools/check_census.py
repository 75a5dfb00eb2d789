#!/usr/bin/env python3
"""What --check says about many real files: a row for each finding id, with the number of files in which it is an error, a warning or a note.

    tools/check_census.py SINEW FILES... > census.tsv

FILES are models, or text files that end in .txt with a model a line. The sums, the mean number of warnings and notes a file, and the time go to
stderr. Two tables are compared with diff: what a change of the check does to real files.
"""
import collections
import json
import subprocess
import sys
import tempfile
import time


def models(arguments):
    for name in arguments:
        if name.endswith('.txt'):
            with open(name, encoding='utf-8') as lines:
                yield from (line.rstrip('\n') for line in lines if line.strip())
        else:
            yield name


def reports(sinew, files):
    with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='utf-8') as batch:
        batch.write(''.join(file + '\n' for file in files))
        batch.flush()
        process = subprocess.run([sinew, '--check', '--json', '--policy', 'none', '--batch', batch.name], capture_output=True, text=True)
    return [json.loads(line) for line in process.stdout.splitlines()]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    files = list(models(sys.argv[2:]))
    start = time.monotonic()
    read = [report for report in reports(sys.argv[1], files) if 'findings' in report]
    seconds = time.monotonic() - start
    count = collections.defaultdict(collections.Counter)
    total = collections.Counter()
    for report in read:
        for id, severity in {(finding['id'], finding['severity']) for finding in report['findings']}:
            count[id][severity] += 1
        total.update(finding['severity'] for finding in report['findings'])
    print('id\terror\twarning\tinfo')
    for id, by in sorted(count.items(), key=lambda entry: (-sum(entry[1].values()), entry[0])):
        print(id, by['error'], by['warning'], by['info'], sep='\t')
    every = max(len(read), 1)
    print(f'{len(read)} of {len(files)} files read, {len(count)} ids; a file: {total["error"] / every:.2f} errors, '
          f'{total["warning"] / every:.2f} warnings, {total["info"] / every:.2f} notes; {len(read) / seconds:.0f} files a second',
          file=sys.stderr)


if __name__ == '__main__':
    main()
