import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indentedJson, floatColumns } from '../../../../src/core/export/rows/floatColumns';
import { writtenFloats } from '../../../../src/core/export/validation/writtenFloats';

it.each<[string, readonly string[]]>([
  ['{"margin":1.0}', ['margin']],
  ['{"margin":1}', []],
  ['{"margin":0.5,"weight":-2.00}', ['weight']],
  ['{"n":1e3,"m":1.5E1,"p":1.5e0}', ['n', 'm']],
  ['{ "scores" : [ 1 , 2.0 ] , "text" : "1.0 \\" 2.0 \\\\" , "none":null,"yes":true,"no":false }', ['scores[]']],
  ['{"1.0":[],"a":{},"b":[{"weight":3.0},{"b\\n\\"1.0":{"c":[[4.0]]}}]}', ['b[].weight', 'b[].b\n"1.0.c[][]']],
])('whole numbers that are written as real ones are found in %s', (json, places) => {
  JSON.parse(json);
  expect([...writtenFloats(json)]).toEqual(places);
});

it('none is found in what JSON.stringify writes, and each in what is written with fractions, however it is laid out', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\', '"', '1.0', '\\"', '[{,', '2e5'));
  fc.assert(
    fc.property(
      fc.dictionary(
        texts.filter((name) => name !== 'score'),
        fc.jsonValue({ stringUnit: 'binary' }),
      ),
      fc.integer(),
      fc.boolean(),
      (row, score, isIndented) => {
        const plain = JSON.stringify({ ...row, score });
        const isLarge = /\de\+/.test(plain);
        if (!isLarge && !/\d\.0/.test(plain))
          expect([...writtenFloats(plain)].filter((place) => place === 'score')).toEqual([]);
        const written = isIndented
          ? indentedJson({ ...row, score }, floatColumns(['score']))
          : `${plain.slice(0, -1)}.0}`;
        expect(writtenFloats(written).has('score')).toBe(true);
      },
    ),
  );
});
