import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackHash, unpackId, packHash, packId } from '../../../src/core/journal/packedIds';
import { noRow, AnnotationVersions } from '../../../src/core/journal/annotationVersions';

const digits = (all: string): fc.Arbitrary<string> => fc.nat({ max: all.length - 1 }).map((at) => all.charAt(at));
const ulid = fc
  .tuple(
    digits('01234567'),
    fc.string({ unit: digits('0123456789ABCDEFGHJKMNPQRSTVWXYZ'), minLength: 25, maxLength: 25 }),
  )
  .map((parts) => parts.join(''));
const hash = fc.string({ unit: digits('0123456789abcdef'), minLength: 32, maxLength: 32 });

describe('packed ids and hashes', () => {
  it('are the same when they are unpacked', () => {
    const words = new Uint32Array(12);
    fc.assert(
      fc.property(fc.oneof(ulid, fc.constantFrom('0'.repeat(26), `7${'Z'.repeat(25)}`)), hash, (id, of) => {
        packId(id, words, 4);
        expect(unpackId(words, 4)).toBe(id);
        expect(packHash(of, words, 8)).toBe(true);
        expect(unpackHash(words, 8)).toBe(of);
      }),
      { numRuns: 1000 },
    );
  });

  it('keep a hash that is none of an item as it is, among thousands of versions', () => {
    const versions = new AnnotationVersions();
    const hashes = Array.from({ length: 20_000 }, (_, i) =>
      i % 3 === 0
        ? ['é', 'A'.repeat(32), `${'a'.repeat(31)}g`, 'ı'.repeat(32), ''][i % 5]!
        : i.toString(16).padStart(32, '0'),
    );
    const ref = { source: 's', id: '', line: 1, offset: 0, length: 1 };
    const rows = hashes.map((each) =>
      versions.push(
        {
          id: '01KAAA00000000000000000000',
          hash: each,
          skipped: false,
          imported: false,
          byModel: false,
          pointsAtTexts: false,
          ref,
        },
        noRow,
      ),
    );
    for (const [i, row] of rows.entries()) {
      if (versions.hash(row) !== hashes[i] || !versions.hasHash(row, hashes[i]))
        expect.fail(`${hashes[i] ?? ''} is ${versions.hash(row)}`);
      if (versions.hasHash(row, hashes[(i + 1) % hashes.length]!))
        expect.fail(`${hashes[i] ?? ''} is told to be the next one`);
    }
  });
});
