import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonWriter } from '../../../../src/core/dataset/json/jsonWriter';
import { sourceTexts } from '../../../../src/core/dataset/json/sourceTexts';
import type { JsonObject } from '../../../../src/core/dataset/fields/recordFields';

const parse = (json: string, before = '', behind = ''): ReturnType<typeof sourceTexts> => {
  const bytes = Buffer.from(before + json + behind);
  const start = Buffer.byteLength(before);
  return sourceTexts({ bytes, start, end: start + Buffer.byteLength(json) }, JSON.parse(json) as JsonObject);
};

/** All texts within a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('the texts of a record', () => {
  const long = fc
    .array(fc.constantFrom('"', '\\', '\\"', '\n', '\t', 'é', '漢', '😀', 'plain ASCII words ', '","', '":{"'), {
      minLength: 6,
      maxLength: 40,
    })
    .map((parts) => parts.join(''));
  const name = fc
    .oneof(fc.constantFrom('prompt', 'a"b', '__proto__', 'x\\', ''), long)
    .filter((each) => !/^[0-9]/.test(each));
  const record = fc.dictionary(
    name,
    fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        long,
        fc.string(),
        fc.double(),
        fc.constant(null),
        fc.boolean(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value'), { maxKeys: 3 }),
      ),
    })).value,
  );

  it('are found as they stand there, and no other', () => {
    fc.assert(
      fc.property(
        record.filter((each) => JSON.stringify(each).isWellFormed()),
        fc.string(),
        long,
        (value, other, unlike) => {
          const texts = parse(JSON.stringify(value), '{"x":"one before"}\n', '\n{"x":1}')!;
          const all = textsIn(value);
          for (const text of all.filter(({ length }) => length > 32))
            expect(texts.jsonAt(texts.find(text)).toString()).toBe(JSON.stringify(text));
          for (const text of [other, unlike].filter((each) => !all.includes(each))) expect(texts.find(text)).toBe(-1);
        },
      ),
    );
  });

  it.each([
    ['a name that comes twice', `{"a":"${'x'.repeat(40)}","a":"${'y'.repeat(40)}","b":"${'z'.repeat(40)}"}`],
    ['names that are numbers, which go before others', `{"b":"${'x'.repeat(40)}","1":"${'y'.repeat(40)}"}`],
    ['more levels than anybody nests', `{"a":${'['.repeat(5000)}"${'x'.repeat(40)}"${']'.repeat(5000)}}`],
  ])('are not taken from a record with %s', (_, json) => expect(parse(json)).toBeUndefined());

  it('are written with the same bytes from there as anew', () => {
    fc.assert(
      fc.property(fc.array(long, { minLength: 1, maxLength: 5 }), (texts) => {
        const written = (source: ReturnType<typeof sourceTexts>): string => {
          const json = new JsonWriter();
          json.begin();
          json.forget(source);
          for (const text of [...texts, ...texts]) json.text(text);
          return json.written.toString();
        };
        expect(written(parse(JSON.stringify({ texts })))).toBe(written(undefined));
      }),
    );
  });
});
