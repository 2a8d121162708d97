import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inEditor, mayChooseFields } from '../../../src/host/dataset/editorMessages';
import { root } from '../made/bundle';

const core = join(root, 'src/core');
const options = /--(map|values|gather|layout)\b/;

/** Every text of the core that speaks of an option of the command line. */
const messages = readdirSync(core, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [...readFileSync(join(core, file), 'utf8').matchAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g)].map(([text]) =>
      text.slice(1, -1),
    ),
  )
  .filter((text) => options.test(text) && !text.includes('\n'));

describe('messages in the editor', () => {
  it('are known wherever the core speaks of an option', () => {
    expect(messages.length).toBeGreaterThan(8);
  });

  it.each(messages)('speak of no option: %s', (message) => {
    expect(inEditor(message)).not.toMatch(/--\w/);
    expect(mayChooseFields(message)).toBe(true);
  });

  it.each([
    [
      '"rejected" is missing. The item was left out; mend the record or name another field with --map',
      '"rejected" is missing. The item was left out; mend the record or choose another field with “Choose Fields…”',
    ],
    [
      '--map responses=a,b: no record has "b". The first record of x has the fields a',
      'the field "responses": no record has "b". The first record of x has the fields a',
    ],
    [
      '"test" holds records too; only those of "train" were read. Name the others with --map records=test',
      '"test" holds records too; only those of "train" were read. Choose the others with “Choose Fields…”',
    ],
    [
      'a.jsonl: no known layout. The nearest reading is not certain: nothing uses "story". If it is right, use it with --layout responses --map prompt=question',
      'a.jsonl: no known layout. The nearest reading is not certain: nothing uses "story". Correct it with “Choose Fields…”',
    ],
  ])('say what to do there: %s', (message, words) => {
    expect(inEditor(message)).toBe(words);
  });

  it('that have nothing to do with fields stay as they are', () => {
    const message = '/data/a.jsonl: is empty. Choose another file, or write this one again where it was made';
    expect([inEditor(message), mayChooseFields(message)]).toEqual([message, false]);
    expect(mayChooseFields('/s.tiebreak: dataset.layout: there is no layout "csv"')).toBe(true);
  });
});
