import { describe, expect, it } from 'vitest';
import { programsIn } from '../../../../src/core/code/tests/programsIn';

describe('the programs of a command', () => {
  it.each<[string, readonly string[]]>([
    ['python -m pytest -q', ['python']],
    ['CI=1 tsc -p . && node --test build', ['tsc', 'node']],
    ['env A=1 B=2 cargo test', ['cargo']],
    ['time go test ./...', ['go']],
    ['cd src && export A=1; make test || true', ['make']],
    ['pip install -e . && pytest | tee log\npytest --lf', ['pip', 'pytest', 'tee']],
    ['./runtests.py --parallel 1', []],
    ['/opt/venv/bin/python -m pytest', []],
    ['"my program" --all', []],
    ['$(which python) -m pytest', []],
    ['python3.11 x.py & g++ a.cc', ['python3.11']],
    ['', []],
    [' && ; || ', []],
  ])('%j are %j', (command, programs) => {
    expect(programsIn(command)).toEqual(programs);
  });
});
