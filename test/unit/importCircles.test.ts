import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Each source file with the source files that it imports, for their types too. */
function imports(): ReadonlyMap<string, readonly string[]> {
  const files = ['src', 'webview'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => join(root, folder, name)),
  );
  const known = new Set(files);
  const resolve = (from: string, to: string): string[] => {
    const path = join(dirname(from), to);
    return [`${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].filter((each) => known.has(each)).slice(0, 1);
  };
  return new Map(
    files.map((file) => [
      file,
      ts
        .preProcessFile(readFileSync(file, 'utf8'))
        .importedFiles.flatMap(({ fileName }) => (fileName.startsWith('.') ? resolve(file, fileName) : [])),
    ]),
  );
}

/** The first circle that leads from a file back to itself; undefined where there is none. */
function circle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const found = visit(next, [...path, file]);
      if (found) return found;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const found = visit(file, []);
    if (found) return found.map((each) => relative(root, each));
  }
  return undefined;
}

// The linter sees circles of values (import-x/no-cycle); one of types is a file that belongs in two.
it('no file imports itself through others, not even for types', () => {
  const graph = imports();
  expect(graph.size).toBeGreaterThan(500);
  expect(circle(graph)).toBeUndefined();
  expect(
    circle(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toHaveLength(3);
});
