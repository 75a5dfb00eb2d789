#!/usr/bin/env python3
"""Exports models with sinew, and has programs of other people read the files: Khronos' gltf-validator and three.js in
node, Blender, and sinew itself.

    run.py --sinew PATH [--models DIR] [--oracle DIR] [--modules DIR] [--blender PROGRAM] [--all | --only NAME...]
           [--needs node | blender] [--meshopt] [--json OUT]

Without --all or --only it takes a few models. --modules: the folder of third_party/install_judges.py;
$SINEW_JUDGES by default. --blender: `blender` by default, if it is installed; $SINEW_EXPORT_BLENDER. A model passes if
  - the validator finds no errors and no warnings,
  - three.js has every vertex within 2e-5 of the oracle's expectation at the oracle's times (compare.py explains which
    count),
  - Blender has so, of the file with --keys=all, except where one of its own faults keeps it from that: run.py shows each
    fault with a file of its own, and judges.py tells which poses it touches, and
  - sinew --compare has every vertex of every clip within 1e-6 of the model that was exported.
--meshopt exports with that option, which Blender does not read; vertices may move by twice what it tells, in addition.
Exit: 0 all passed, 1 something failed, 2 wrong use, 77 the program of --needs, or the oracle, is missing.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import judges

ROUND_TRIP = 1e-6  # of the model's size

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


def export(arguments, oracle, folder, ending='.glb', *options):
    sources = [os.path.join(arguments.models, oracle['file'])]
    if oracle.get('animation_file'):
        sources.append(os.path.join(arguments.models, oracle['animation_file']))
    out = os.path.join(folder, oracle['name'] + ending)
    ran = subprocess.run([arguments.sinew, *sources, '--export', out, *options], capture_output=True, text=True, timeout=120)
    return sources, out, ran


def told_move(ran):
    """The largest move of a vertex that --meshopt tells, of the model's size."""
    told = re.search(r'meshopt: .* mm, (\S+) %', ran.stderr)
    return float(told[1]) / 100 if told else 0.0


def round_trip(arguments, sources, out):
    """What sinew --compare tells, or nothing and the reason."""
    ran = subprocess.run([arguments.sinew, *sources, '--compare', out, '--threshold', str(ROUND_TRIP), '--json'],
                         capture_output=True, text=True, timeout=300)
    if ran.returncode not in (0, 1):
        return None, ran.stderr.strip()
    return json.loads(ran.stdout), ''


def round_trip_faults(oracle, compared, slack):
    faults = []
    if compared['missing_clips']:
        faults.append('sinew: clips missing: %s' % compared['missing_clips'])
    if compared['largest_share'] > ROUNDING.get(oracle['name'], (ROUND_TRIP, ''))[0] + slack:
        faults.append('sinew: %.2e off in %d of %d clips' % (compared['largest_share'], sum(
            clip['largest_share'] > ROUND_TRIP for clip in compared['clips']), len(compared['clips'])))
    return faults


class Judges:
    """The programs that are there."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.has_node = bool(shutil.which('node')) and all(
            os.path.isdir(os.path.join(arguments.modules, 'node_modules', name)) for name in ('three', 'gltf-validator'))
        self.has_blender = not arguments.meshopt and bool(arguments.blender and shutil.which(arguments.blender))
        self.proven = None
        if not self.has_node:
            print('without three.js and gltf-validator: --modules DIR, from third_party/install_judges.py DIR')
        if not self.has_blender:
            print('without Blender%s' % (', which does not read EXT_meshopt_compression' if arguments.meshopt
                                         else ': --blender PROGRAM'))
        else:
            self.proven, lines = judges.blender_proof(folder, arguments.blender)
            print('\n'.join(lines))

    def missing(self):
        """What --needs asks for and is not there."""
        if self.arguments.needs == 'node' and not self.has_node:
            return 'node, three.js or gltf-validator is not installed'
        if self.arguments.needs == 'blender' and not self.has_blender:
            return 'Blender is not installed'
        return None

    def run(self, models):
        """Each model gets 'three.js' and 'Blender', what they make of it."""
        if self.has_node:
            jobs = judges.jobs_for([(model['oracle'], model['out']) for model in models])
            judges.three_js(jobs, self.folder, self.arguments.modules)
            for model, job in zip(models, jobs):
                model['three.js'] = judges.Poses(job['out'])
        if self.proven is None:
            return
        written = []
        for model in models:
            _, out, ran = export(self.arguments, model['oracle'], self.folder, '.keys.glb', '--keys=all')
            if ran.returncode:
                raise RuntimeError('%s: --keys=all: %s' % (model['oracle']['name'], ran.stderr.strip()))
            if model['oracle']['samples']:
                written.append((model, out))
        jobs = judges.jobs_for([(model['oracle'], out) for model, out in written])
        judges.blender(jobs, self.folder, self.arguments.blender)
        for (model, _), job in zip(written, jobs):
            model['Blender'] = judges.Poses(job['out'])

    def faults(self, compare, model):
        faults, oracle = [], model['oracle']
        where = judges.space(self.arguments.sinew, model['sources'][0])
        if 'three.js' in model:
            told = model['three.js'].validator
            faults += judges.validator_faults(told) if told else []
            faults += judges.pose_faults(compare, oracle, model['three.js'], 'three.js', where,
                                         compare.TOLERANCE + model['slack'])
        if 'Blender' in model:
            faults += judges.pose_faults(compare, oracle, model['Blender'], 'Blender', where, compare.TOLERANCE,
                                         lambda *pose: judges.blender_excuse(pose[0], self.proven, *pose[1:]))
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
    parser.add_argument('--all', action='store_true', default=os.environ.get('SINEW_EXPORT') == 'all')
    parser.add_argument('--only', nargs='+', metavar='NAME')
    parser.add_argument('--needs', choices=('node', 'blender'))
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
    failed, within, clips, figures, excused = 0, 0, 0, [], {}
    with tempfile.TemporaryDirectory() as folder:
        others = Judges(arguments, folder)
        if others.missing():
            print('SKIPPED:', others.missing())
            return 77
        models = []
        for oracle in read_oracles(arguments):
            sources, out, ran = export(arguments, oracle, folder, '.glb', *(['--meshopt'] if arguments.meshopt else []))
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
                within += sum(clip['largest_share'] <= ROUND_TRIP for clip in compared['clips'])
                faults += round_trip_faults(oracle, compared, model['slack'])
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
        print('not judged, as Blender %s: %s' % (judges.BLENDER_FAULTS[fault], ', '.join(names)))
    print('%d models, %d failed; %d of %d clips within %g after the round trip' % (len(figures), failed, within, clips,
                                                                                 ROUND_TRIP))
    if arguments.json:
        with open(arguments.json, 'w') as file:
            json.dump(figures, file, indent=1)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
