#!/usr/bin/env python3
"""Exports models with sinew, and has programs of other people read the files: Khronos' gltf-validator and three.js in
node, Blender, assimp, and sinew itself.

    run.py --sinew PATH [--models DIR] [--oracle DIR] [--modules DIR] [--blender PROGRAM] [--all | --only NAME...]
           [--assimp PROGRAM] [--needs node | blender | assimp] [--format glb | dae] [--meshopt] [--json OUT]

Without --all or --only it takes a few models. --modules: the folder of third_party/install_judges.py;
$SINEW_JUDGES by default. --blender: `blender` by default, if it is installed; $SINEW_EXPORT_BLENDER. A model passes if
  - the validator finds no errors and no warnings,
  - three.js has every vertex within 2e-5 of the oracle's expectation at the oracle's times (compare.py explains which
    count),
  - Blender has so, of the file with --keys=all, except where one of its own faults keeps it from that: run.py shows each
    fault with a file of its own, and judges.py tells which poses it touches, and
  - sinew --compare has every vertex of every clip within 1e-6 of the model that was exported.
Other formats than .glb have limits of their own (FORMATS), and assimp reads them, too (--assimp: assimp_pose, of the build).
--meshopt exports with that option, which Blender does not read; vertices may move by twice what it tells, in addition.
Exit: 0 all passed, 1 something failed, 2 wrong use, 77 the program of --needs, or the oracle, is missing.
"""
import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import judges

# Of the model's size: how far sinew --compare may be off, and others in addition to the oracle's tolerance; what reads the
# format in Blender, and with what it is exported for it; a function of reader, poses, clip and whether a time is on a key that names the fault of the
# reader which keeps it from the pose; and with what it is exported always.
Format = collections.namedtuple('Format', 'round_trip slack blender_script blender_options excuse options', defaults=[[]])
FORMATS = {'glb': Format(1e-6, 0.0, 'blender_pose.py', [], judges.blender_excuse),
           # Blender does not turn what a skin moves from Y up to its own Z up.
           'dae': Format(1e-5, 8e-5, 'blender_scene.py', ['--axes=z'], judges.collada_excuse),
           'fbx': Format(1e-5, 8e-5, 'blender_scene.py', [], judges.collada_excuse, ['--unit=m'])}

# A model of each kind, for the default run. --all, or SINEW_EXPORT=all, takes all.
QUICK = ['dae_two_skinned_cubes', 'dae_pab_walk_animonly', 'fbx_pab_arnaud+fbx_pab_walk', 'gltf_interpolation_test',
         'gltf_morph_stress', 'gltf_rigged_simple', 'x_testwuson']

# Models that single precision keeps from that, as far as they may be off, and why.
ROUNDING = {
    'b3d_minetest_character': (4e-6, 'moves 40 times its size in a second between two keys, whose times are floats'),
    'big_snake': (5e-6, '150 bones, one below the other'),
    'big_tail_tube': (3e-6, '70 bones, one below the other'),
}

# Clips for which the oracle turns by the shortest way between keys, and the document by its Euler angles: only keys
# count, as in test_oracle.cpp.
EULER = {
    'fbx_ozz_robot': [0],
    'fbx_pab_arnaud+fbx_pab_crossarms': [0],
    'fbx_pab_arnaud+fbx_pab_walk': [0],
    'fbx_quaternius_alien_helmet': [0, 10, 13],
    'fbx_quaternius_male_suit': [1],
    'fbx_ufbx_kenney_character': [0],
}


def export(arguments, oracle, folder, ending='', *options):
    sources = [os.path.join(arguments.models, oracle['file'])]
    if oracle.get('animation_file'):
        sources.append(os.path.join(arguments.models, oracle['animation_file']))
    out = os.path.join(folder, oracle['name'] + ending + '.' + arguments.format)
    ran = subprocess.run([arguments.sinew, *sources, '--export', out, *FORMATS[arguments.format].options, *options], capture_output=True, text=True, timeout=120)
    return sources, out, ran


def told_move(ran):
    """The largest move of a vertex that --meshopt tells, of the model's size."""
    told = re.search(r'meshopt: .* mm, (\S+) %', ran.stderr)
    return float(told[1]) / 100 if told else 0.0


def round_trip(arguments, sources, out):
    """What sinew --compare tells, or nothing and the reason."""
    ran = subprocess.run([arguments.sinew, *sources, '--compare', out, '--threshold', str(FORMATS[arguments.format].round_trip), '--json'],
                         capture_output=True, text=True, timeout=300)
    if ran.returncode not in (0, 1):
        return None, ran.stderr.strip()
    return json.loads(ran.stdout), ''


def round_trip_faults(oracle, compared, limit, slack):
    faults = []
    if compared['missing_clips']:
        faults.append('sinew: clips missing: %s' % compared['missing_clips'])
    if compared['largest_share'] > max(limit, ROUNDING.get(oracle['name'], (0, ''))[0]) + slack:
        faults.append('sinew: %.2e off in %d of %d clips' % (compared['largest_share'], sum(
            clip['largest_share'] > limit for clip in compared['clips']), len(compared['clips'])))
    return faults


class Judges:
    """The programs that are there: by name, what makes a file and jobs for them of it."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.format = arguments, folder, FORMATS[arguments.format]
        self.readers, self.proven = {}, set()
        needed = ('three', 'gltf-validator', '@xmldom/xmldom')
        if shutil.which('node') and all(os.path.isdir(os.path.join(arguments.modules, 'node_modules', name)) for name in needed):
            self.readers['three.js'] = lambda jobs: judges.three_js(jobs, folder, arguments.modules)
        else:
            print('without three.js and gltf-validator: --modules DIR, from third_party/install_judges.py DIR')
        if arguments.meshopt or not (arguments.blender and shutil.which(arguments.blender)):
            print('without Blender%s' % (', which does not read EXT_meshopt_compression' if arguments.meshopt
                                         else ': --blender PROGRAM'))
        else:
            self.readers['Blender'] = lambda jobs: judges.blender(jobs, folder, arguments.blender, self.format.blender_script)
        if arguments.format != 'glb' and arguments.assimp:
            self.readers['assimp'] = lambda jobs: judges.assimp(jobs, folder, arguments.assimp)
        self.proven, lines = judges.proof(folder, arguments.format, self.readers)
        print('\n'.join(lines))

    def missing(self):
        """What --needs asks for and is not there."""
        wanted = {'node': 'three.js', 'blender': 'Blender', 'assimp': 'assimp'}.get(self.arguments.needs)
        return '%s is not installed' % wanted if wanted and wanted not in self.readers else None

    def run(self, models):
        """Each model gets what each reader makes of it."""
        for name, read in self.readers.items():
            written = [(model, model['out']) for model in models if model['oracle']['samples']]
            if name == 'Blender':  # which does not interpolate as others do
                written = [(model, self.with_all_keys(model)) for model, _ in written]
            jobs = judges.jobs_for([(model['oracle'], out) for model, out in written])
            read(jobs)
            for (model, _), job in zip(written, jobs):
                model[name] = judges.Poses(job['out'])

    def with_all_keys(self, model):
        _, out, ran = export(self.arguments, model['oracle'], self.folder, '.keys', '--keys=all', *self.format.blender_options)
        if ran.returncode:
            raise RuntimeError('%s: --keys=all: %s' % (model['oracle']['name'], ran.stderr.strip()))
        return out

    def faults(self, compare, model):
        faults = []
        where = judges.space(self.arguments.sinew, model['sources'][0])
        for reader in [name for name in self.readers if name in model]:
            told = model[reader].validator
            faults += judges.validator_faults(told) if told else []
            faults += judges.pose_faults(compare, model['oracle'], model[reader], reader, where,
                                         compare.TOLERANCE + self.format.slack + (0 if reader == 'Blender' else model['slack']),
                                         lambda *pose: self.format.excuse(reader, self.proven, *pose))
        return faults


def read_oracles(arguments):
    names = sorted(name[:-5] for name in os.listdir(arguments.oracle) if name.endswith('.json'))
    wanted = arguments.only or (names if arguments.all else QUICK)
    for name in names:
        if name in wanted:
            with open(os.path.join(arguments.oracle, name + '.json'), encoding='utf-8') as file:
                oracle = {'clips': [], 'samples': [], **json.load(file), 'name': name, 'worst': {}, 'judged': {}, 'excused': {}}
            for clip in oracle['clips']:
                if clip['index'] in EULER.get(name, []):
                    clip['verdict'] = 'on_keys'
            yield oracle


def parse():
    here = os.path.dirname(os.path.abspath(__file__))
    shared = os.path.normpath(os.path.join(here, '../../../../shared'))
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--sinew', required=True)
    parser.add_argument('--models', default=os.path.join(shared, 'models'))
    parser.add_argument('--oracle', default=os.path.join(shared, 'oracle'))
    parser.add_argument('--modules', default=os.environ.get('SINEW_JUDGES', ''))
    parser.add_argument('--blender', default=os.environ.get('SINEW_EXPORT_BLENDER', 'blender'))
    parser.add_argument('--assimp', default='')
    parser.add_argument('--format', choices=FORMATS, default='glb')
    parser.add_argument('--all', action='store_true', default=os.environ.get('SINEW_EXPORT') == 'all')
    parser.add_argument('--only', nargs='+', metavar='NAME')
    parser.add_argument('--needs', choices=('node', 'blender', 'assimp'))
    parser.add_argument('--meshopt', action='store_true')
    parser.add_argument('--json', metavar='OUT')
    return parser.parse_args()


def main():
    arguments = parse()
    if not os.path.exists(os.path.join(arguments.oracle, 'compare.py')):
        print('SKIPPED: no oracle in', arguments.oracle)
        return 77
    sys.path.insert(0, arguments.oracle)
    import compare
    failed, within, clips, figures, excused, limit = 0, 0, 0, [], {}, FORMATS[arguments.format].round_trip
    with tempfile.TemporaryDirectory() as folder:
        others = Judges(arguments, folder)
        if others.missing():
            print('SKIPPED:', others.missing())
            return 77
        models = []
        for oracle in read_oracles(arguments):
            sources, out, ran = export(arguments, oracle, folder, '', *(['--meshopt'] if arguments.meshopt else []))
            if ran.returncode == 0:
                models.append({'oracle': oracle, 'sources': sources, 'out': out, 'slack': 2 * told_move(ran)})
            elif ran.returncode != 3 or 'no_expectation' not in oracle:
                print('%s: FAIL: %s' % (oracle['name'], ran.stderr.strip().splitlines()[-1]))
                failed += 1
        others.run(models)
        for model in models:
            oracle = model['oracle']
            faults = others.faults(compare, model)
            compared, reason = round_trip(arguments, model['sources'], model['out'])
            if compared:
                clips += len(compared['clips'])
                within += sum(clip['largest_share'] <= limit for clip in compared['clips'])
                faults += round_trip_faults(oracle, compared, limit, model['slack'])
            elif 'no mesh' not in reason:
                faults.append('sinew: ' + reason)
            failed += bool(faults)
            for fault, (count, worst) in oracle['excused'].items():
                excused.setdefault(fault, []).append('%s (%d poses, up to %.1e)' % (oracle['name'], count, worst))
            largest = compared['largest_share'] if compared else 0.0
            figures.append({'model': oracle['name'], 'readers': oracle['worst'], 'poses': oracle['judged'], 'sinew': largest,
                            'excused': oracle['excused'], 'bytes': os.path.getsize(model['out']), 'faults': faults})
            shown = ''.join('  %s %.1e' % reader for reader in oracle['worst'].items())
            print('%-48s sinew %.1e%s  %s' % (oracle['name'], largest, shown, '; '.join(faults[:3]) or 'passed'), flush=True)
    for fault, names in excused.items():
        print('not judged, as %s: %s' % (judges.FAULTS[fault], ', '.join(names)))
    print('%d models, %d failed; %d of %d clips within %g after the round trip' % (len(figures), failed, within, clips,
                                                                                 limit))
    if arguments.json:
        with open(arguments.json, 'w') as file:
            json.dump(figures, file, indent=1)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
