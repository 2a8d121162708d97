import { expect, it } from 'vitest';
import { digestOf } from '../../../../src/core/export/folder/datasetCard';
import { ColumnShapes, featuresOf } from '../../../../src/core/export/rows/columnShapes';

const featuresOfRows = (...rows: Record<string, unknown>[]): unknown => {
  const shapes = new ColumnShapes();
  for (const row of rows) shapes.look(row);
  return featuresOf(shapes.root);
};

it('gives a digest that changes with any byte of the data and any file, and with nothing else', () => {
  const train = { name: 'train.jsonl', sha256: 'a'.repeat(64) };
  const digests = [
    [train],
    [{ ...train, sha256: `${'a'.repeat(63)}b` }],
    [{ ...train, name: 'test.jsonl' }],
    [train, { ...train, name: 'test.jsonl' }],
  ].map(digestOf);
  expect(new Set(digests).size).toBe(4);
  expect(digestOf([{ ...train }])).toBe(digests[0]);
});

it('types calls of tools as JSON, where a struct would give every call the arguments of all tools', () => {
  const call = (name: string, args: Record<string, unknown>): unknown => ({
    role: 'assistant',
    content: '',
    tool_calls: [{ type: 'function', function: { name, arguments: args } }],
  });
  const rows = [
    { prompt: [{ role: 'user', content: 'Rain?' }], chosen: [call('weather', { city: 'Oslo' })] },
    { prompt: [{ role: 'user', content: 'Rain?' }], chosen: [call('forecast', { days: 3 })] },
  ];
  expect(JSON.stringify(featuresOfRows(...rows))).not.toContain('arguments');
  expect(featuresOfRows(...rows)).toContainEqual({
    name: 'chosen',
    list: [
      { name: 'content', dtype: 'string' },
      { name: 'role', dtype: 'string' },
      { name: 'tool_calls', list: 'json' },
    ],
  });
});

it('gives messages of all columns the same fields, as TRL compares whole messages to find what two conversations share', () => {
  const features = featuresOfRows({
    chosen: [
      { role: 'user', content: 'a' },
      { role: 'tool', content: 'b', name: 'n' },
    ],
    rejected: [{ role: 'user', content: 'a' }],
    label: true,
  }) as { name: string; list: unknown }[];
  const [chosen, rejected, label] = features;
  expect(rejected?.list).toEqual(chosen?.list);
  expect(chosen?.list).toEqual([
    { name: 'content', dtype: 'string' },
    { name: 'name', dtype: 'string' },
    { name: 'role', dtype: 'string' },
  ]);
  expect(label).toEqual({ name: 'label', dtype: 'bool' });
});
