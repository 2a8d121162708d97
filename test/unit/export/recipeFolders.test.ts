import { expect, it } from 'vitest';
import { assertOwnFolder, folderName } from '../../../src/core/export/recipes';

it.each([
  ['DPO, first half', 'DPO-first-half'],
  ['aux', 'export-aux'],
  ['NUL', 'export-NUL'],
  ['com1.', 'export-com1'],
  ['con. ', 'export-con'],
  ['console', 'console'],
  ['…', 'export'],
])('the recipe "%s" is written to the folder "%s", which every system takes', (name, folder) => {
  expect(folderName(name)).toBe(folder);
});

it.each([
  ['Chat', 'chat'],
  ['é', 'e\u0301'],
])('two recipes whose folders are one on some disks are refused: %s and %s', (name, other) => {
  const project = { exports: { [name]: {}, [other]: {} } } as unknown as Parameters<typeof assertOwnFolder>[1];
  expect(() => assertOwnFolder('/study/data.tiebreak', project, name)).toThrow(/folder/);
  expect(() => assertOwnFolder('/study/data.tiebreak', { exports: { [name]: {} } }, name)).not.toThrow();
});
