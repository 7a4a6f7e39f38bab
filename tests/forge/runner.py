#!/usr/bin/env python3
"""A runner such as a forge has, as far as docs/forge/iacta.yml needs one.

	runner.py WORKFLOW EVENT-NAME EVENT.json

runs the job's steps as Forgejo, Gitea and GitHub do: each `run` by `sh -e` in a
fresh workspace, with the step's `env` and the variables that they set, and
nothing else of ours but PATH and what git must not read.  `uses:
actions/checkout` takes the branch from RUNNER_REPOSITORY.  secrets and vars
are SECRET_NAME and VAR_NAME in the environment.  An expression that is not
known here is an error, so that the workflow cannot grow beyond the test.
"""
import json
import os
import re
import subprocess
import sys
import tempfile


def indent(line):
    return len(line) - len(line.lstrip(' '))


def steps_of(lines):
    """The job's `if` and its steps: dicts of name, if, uses, run, env, with"""
    job_if, steps, i = None, [], 0
    while not lines[i].startswith('jobs:'):
        i += 1
    block, table = None, None
    for line in lines[i + 1:]:
        if block is not None and (not line.strip() or indent(line) > block[1]):
            block[2].append(line[block[1] + 2:])
            continue
        block = None
        text = line.strip()
        if not text or text.startswith('#'):
            continue
        if indent(line) == 4 and text.startswith('if: '):
            job_if = text[4:]
        if indent(line) < 6 or (indent(line) == 6 and text[0] != '-'):
            continue
        if text.startswith('- '):
            steps.append({})
            text, at = text[2:], indent(line) + 2
        else:
            at = indent(line)
        key, value = re.fullmatch(r'([\w-]+):\s*(.*)', text).groups()
        if at == 8:
            table = None
            if value == '|':
                block = (key, 8, [])
                steps[-1][key] = block[2]
            elif value == '':
                table = steps[-1][key] = {}
            else:
                steps[-1][key] = value
        else:
            table[key] = value
    return job_if, steps


class Context:
    def __init__(self, name, event):
        self.name, self.event = name, event

    def value(self, path):
        """github.event.comment.body, secrets.X, vars.X"""
        first, *rest = path.split('.')
        if first == 'secrets':
            return os.environ['SECRET_' + rest[0]]
        if first == 'vars':
            return os.environ['VAR_' + rest[0]]
        if rest[0] == 'event':
            v = self.event
            for k in rest[1:]:
                v = v.get(k, {}) if isinstance(v, dict) else ''
            return v if isinstance(v, str) else ''
        return {'event_name': self.name,
                'server_url': os.environ['RUNNER_SERVER'],
                'api_url': os.environ['RUNNER_SERVER'] + '/api/v1',
                'repository': 'club/game'}[rest[0]]

    def holds(self, condition):
        for part in condition.split(' || '):
            same = re.fullmatch(r"([\w.]+) == '([^']*)'", part)
            has = re.fullmatch(r"contains\(([\w.]+), '([^']*)'\)", part)
            if same and self.value(same[1]) == same[2]:
                return True
            if has and has[2] in self.value(has[1]):
                return True
            if not same and not has:
                sys.exit('runner: what is "%s"?' % part)
        return False

    def filled(self, text):
        return re.sub(r'\$\{\{ *([\w.]+) *\}\}',
                      lambda m: self.value(m[1]), text)


def main():
    path, name, event_path = sys.argv[1:]
    with open(path, encoding='utf-8') as f:
        job_if, steps = steps_of(f.read().split('\n'))
    with open(event_path, encoding='utf-8') as f:
        context = Context(name, json.load(f))
    if job_if and not context.holds(job_if):
        print('runner: skipped')
        return
    keep = ('PATH', 'GIT_CONFIG_NOSYSTEM', 'GIT_CONFIG_GLOBAL', 'LC_ALL',
            'IACTA_DATA', 'ASAN_OPTIONS')
    given = {k: os.environ[k] for k in keep if k in os.environ}
    with tempfile.TemporaryDirectory() as space:
        given.update(HOME=space, CI='true', GITHUB_ACTIONS='true',
                     GITHUB_EVENT_NAME=name,
                     GITHUB_EVENT_PATH=os.path.abspath(event_path),
                     GITHUB_WORKSPACE=space + '/work',
                     GITHUB_REPOSITORY='club/game',
                     GITHUB_SERVER_URL=os.environ['RUNNER_SERVER'])
        os.mkdir(space + '/work')
        for step in steps:
            if 'if' in step and not context.holds(step['if']):
                continue
            if 'uses' in step:
                if not step['uses'].startswith('actions/checkout@'):
                    sys.exit('runner: what is %s?' % step['uses'])
                command = ['git', 'clone', '-q', '-b', step['with']['ref'],
                           os.environ['RUNNER_REPOSITORY'], '.']
            else:
                run = step['run']
                command = ['sh', '-e', '-c', context.filled(
                    '\n'.join(run) if isinstance(run, list) else run)]
            env = dict(given)
            for k, v in step.get('env', {}).items():
                env[k] = context.filled(v)
            status = subprocess.run(command, cwd=space + '/work',
                                    env=env).returncode
            if status:
                sys.exit('runner: %s: status %d' % (
                    step.get('name', command[-1].split('\n')[0]), status))


main()
