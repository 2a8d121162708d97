import { describe, expect, it } from 'vitest';
import { pairedResponses } from '../../../../src/core/dataset/layouts/pairs/pairedResponses';
import type { Content } from '../../../../src/core/dataset/layouts/layout';
import { fullMapping } from '../../../../src/core/dataset/layouts/layout';
import type { JsonObject } from '../../../../src/core/dataset/fields/recordFields';
import { RecordReader } from '../../../../src/core/dataset/records/recordReader';

const read = (record: JsonObject): Content =>
  pairedResponses.read(new RecordReader(record, fullMapping(pairedResponses, {}))) as Content;
const matches = (record: JsonObject): boolean =>
  pairedResponses.matches(new RecordReader(record, fullMapping(pairedResponses, {})));
const outcome = (record: JsonObject): unknown =>
  read(record).labels?.map(({ judgement }) => judgement.comparisons?.[0]?.outcome);

/** Where responses stand is known of the fields of earlier records: it is that of each record all the same. */
describe('two responses in fields of their own', () => {
  const pair = { prompt: 'Why?', response_a: 'One of them.', response_b: 'The other one.' };

  it('are found by the fields of their own record, whatever others were read before', () => {
    expect(matches(pair)).toBe(true);
    expect(matches({ prompt: 'Why?', 'response_a\nresponse_b': 'One of them.' })).toBe(false);
    expect(matches({ prompt: 'Why?', 'response_a","response_b': 'One of them.' })).toBe(false);
    expect(matches({ ...pair, response_b: 7 })).toBe(false);
    expect(matches({ ...pair, response_c: 'A third one.' })).toBe(false);
    expect(matches(pair)).toBe(true);
    expect(read({ prompt: 'Why?', output_2: 'Two.', output_1: 'One.' }).responses).toEqual([
      { id: 'output_1', text: 'One.' },
      { id: 'output_2', text: 'Two.' },
    ]);
  });

  it('are named by the models of their own record', () => {
    const by = (model_a: string, model_b: string, winner: string): unknown =>
      outcome({ ...pair, model_a, model_b, winner });
    expect(by('alpha', 'beta', 'beta')).toEqual(['b']);
    expect(by('beta', 'alpha', 'beta')).toEqual(['a']);
    expect(by('alpha\nbeta', 'gamma', 'gamma')).toEqual(['b']);
    expect(by('alpha', 'beta\ngamma', 'alpha')).toEqual(['a']);
    expect(by('x'.repeat(100_000), 'beta', 'beta')).toEqual(['b']);
  });

  it('are compared by a 1 in one of three fields, which are told as the label and read as one that is mapped', () => {
    const flags = (a: number, b: number, tie: number): JsonObject => ({
      ...pair,
      winner_model_a: a,
      winner_model_b: b,
      winner_tie: tie,
    });
    const record = new RecordReader(flags(0, 1, 0), fullMapping(pairedResponses, {}));
    pairedResponses.read(record);
    const { label = '' } = record.foundFields;
    expect(label).toBe('winner_model_a,winner_model_b,winner_tie');
    const mapped = (found: JsonObject): unknown =>
      (pairedResponses.read(new RecordReader(found, fullMapping(pairedResponses, { label }))) as Content).labels;
    expect(outcome(flags(0, 1, 0))).toEqual(['b']);
    for (const each of [flags(1, 0, 0), flags(0, 1, 0), flags(0, 0, 1), flags(0, 0, 0)])
      expect(mapped(each)).toEqual(read(each).labels);
  });
});
