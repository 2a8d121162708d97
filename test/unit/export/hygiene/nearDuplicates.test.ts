import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Signatures } from '../../../../src/core/export/dedup/minhash';
import { bandsFor, NearDuplicates } from '../../../../src/core/export/dedup/nearDuplicates';
import { similarityOf } from '../../../../src/core/export/dedup/shingles';
import { UsageError } from '../../../../src/core/model/problems/problem';
import { Sentences } from './randomSentences';

function clustersOf(texts: readonly string[], likeness = {}): number[] {
  const near = new NearDuplicates(likeness);
  texts.forEach((text, i) => expect(near.add(text)).toBe(i));
  return [...near.clusters()];
}

const poem =
  'Please write a short poem about the sea in autumn, with four lines of verse, and do not use any rhyme at all in it, thank you very much in advance for your help';

describe('near duplicates', () => {
  it('are found among other texts, and named by the first of them', () => {
    expect(
      clustersOf([
        'What is the capital of France, and how many people live there today according to official figures?',
        poem,
        'How do I boil an egg?',
        poem.toUpperCase().replaceAll(',', ''),
        `${poem}!!`,
        poem.replace('four', 'five'),
        'How do I boil two eggs?',
        'HOW DO I BOIL AN EGG',
      ]),
    ).toEqual([0, 1, 2, 1, 1, 1, 6, 2]);
  });

  it.each([
    [
      'Chinese',
      '请写一首关于秋天大海的短诗,共四行,不要押韵,也不要使用任何形容词,谢谢你的帮助和耐心',
      '请写一首关于秋天大海的短诗,共五行,不要押韵,也不要使用任何形容词,谢谢你的帮助和耐心。',
      '请解释量子纠缠的基本原理,并举两个日常生活中的例子来帮助学生理解这个概念',
    ],
    [
      'Arabic',
      'اكتب قصيدة قصيرة عن البحر في الخريف من أربعة أسطر بدون قافية وبدون أي صفات من فضلك وشكرا جزيلا لك على المساعدة',
      'اكتب قصيدة قصيرة عن البحر في الخريف من أربعة أسطر بدون قافية وبدون أي صفات من فضلك وشكرا جزيلا لك على المساعدة!',
      'اشرح لي كيف يعمل محرك البحث وكيف يرتب النتائج',
    ],
    ['emoji', '🌊🍂🌊🍂📝✨🎵🎶🌙⭐', '🌊🍂🌊🍂📝✨🎵🎶🌙⭐️ ', '😀😡😀😡😀😡🚗🚕🚙🚌'],
  ])('are found in %s', (_, text, alike, other) => expect(clustersOf([text, other, alike])).toEqual([0, 1, 0]));

  it('are never short texts that differ in a word, a number or a sign', () => {
    const texts = [
      'hi',
      'hello',
      'hey',
      'yes',
      'no',
      '',
      '?',
      '!',
      '😀',
      '😡',
      '你好',
      '再见',
      'What is 7 - 2?',
      'What is 7 * 2?',
      'What is 7 - 3?',
      ...Array.from({ length: 400 }, (_, n) => `item ${n}`),
    ];
    expect(clustersOf(texts)).toEqual(texts.map((_, i) => i));
  });

  it('include texts that have nothing in them, and the same text a thousand times', () => {
    expect(clustersOf(['', ' ', '\n'])).toEqual([0, 0, 0]);
    expect(clustersOf(Array.from({ length: 1000 }, (_, n) => (n % 2 === 0 ? poem : 'How do I boil an egg?')))).toEqual(
      Array.from({ length: 1000 }, (_, n) => n % 2),
    );
  });

  it('are the same clusters at every run, and in another order', () => {
    const made = new Sentences(3);
    const texts = Array.from({ length: 60 }, () => made.words(40)).flatMap((words) =>
      [words, made.changed(words, 1), made.changed(words, 6)].map((each) => each.join(' ')),
    );
    const clusters = clustersOf(texts);
    expect(clustersOf(texts)).toEqual(clusters);
    expect(new Set(clusters).size).toBeLessThan(texts.length);
    const reversed = clustersOf(texts.toReversed()).toReversed();
    const together = (of: number[]): string[] =>
      of.flatMap((a, i) => of.flatMap((b, j) => (i < j && a === b ? [`${i} ${j}`] : [])));
    expect(together(reversed)).toEqual(together(clusters));
  });

  // Pairs within a standard deviation or three of the threshold fall on either side by chance; beyond, the estimate
  // must tell.
  it.each([
    [0.8, 128],
    [0.6, 128],
    [0.9, 256],
  ])(
    'at a threshold of %d with %i permutations are nearly all that brute force finds, and hardly any other',
    (threshold, permutations) => {
      let clearInAll = 0;
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
          const made = new Sentences(seed);
          const texts = Array.from({ length: 40 }, () => made.words(30 + made.below(60)))
            .flatMap((words) => [words, made.changed(words, made.below(8))])
            .map((words) => words.join(' '));
          const margin = 3 * Math.sqrt((threshold * (1 - threshold)) / permutations);
          const clusters = clustersOf(texts, { threshold, permutations });
          let [clear, found, wrong] = [0, 0, 0];
          for (let i = 0; i < texts.length; i++) {
            for (let j = i + 1; j < texts.length; j++) {
              const similarity = similarityOf(texts[i]!, texts[j]!);
              const isFound = clusters[i] === clusters[j];
              if (similarity >= threshold + margin) clear++;
              if (similarity >= threshold + margin && isFound) found++;
              if (similarity < threshold - margin && isFound) wrong++;
            }
          }
          clearInAll += clear;
          expect(found).toBeGreaterThanOrEqual(clear - 1);
          expect(wrong).toBeLessThanOrEqual(1);
        }),
        { numRuns: 15 },
      );
      expect(clearInAll).toBeGreaterThan(0);
    },
  );

  it('are found where thousands of texts share a template', () => {
    const made = new Sentences(11);
    const template =
      'You are given a sentence in English. Translate it to French, keep its tone, and give nothing but the translation. The sentence:';
    const texts = Array.from({ length: 3000 }, () => `${template} ${made.words(7).join(' ')}`);
    const planted = Array.from({ length: 100 }, (_, n) => `${texts[n * 30]!}, please`);
    const clusters = clustersOf([...texts, ...planted]);
    const found = planted.filter((_, n) => clusters[3000 + n] === clusters[n * 30]).length;
    expect(found).toBeGreaterThanOrEqual(95);
    expect(new Set(clusters.slice(0, 3000)).size).toBeGreaterThan(2950);
  });

  it('take 64 bytes a text', () => {
    const near = new NearDuplicates();
    for (let n = 0; n < 200_000; n++) near.add(`question number ${n} of many`);
    expect(near.count).toBe(200_000);
    expect(near.bytes).toBeLessThan(200_000 * 64 + 2 ** 20);
    expect(near.clusters().byteLength).toBe(800_000);
  });

  it.each([
    [{ threshold: 0 }],
    [{ threshold: 1.2 }],
    [{ threshold: Number.NaN }],
    [{ permutations: 100 }],
    [{ permutations: 0 }],
    [{ shingle: 0 }],
  ])('cannot be looked for with %j', (likeness) => {
    expect(() => new NearDuplicates(likeness)).toThrow(UsageError);
  });
});

/** The Jaccard similarity of two sets whose signatures of four bits agree on so many of the permutations. */
const similarityBy = (agreeing: number, permutations: number): number => (agreeing / permutations - 1 / 16) / (15 / 16);

describe('signatures', () => {
  it('tell the similarity of two texts without leaning to either side', () => {
    const made = new Sentences(5);
    let [sum, squares, count] = [0, 0, 0];
    for (let n = 0; n < 400; n++) {
      const words = made.words(20 + made.below(100));
      const [a, b] = [words.join(' '), made.changed(words, made.below(12)).join(' ')];
      const signatures = new Signatures(128, 3);
      const error = similarityBy(signatures.agreeing(signatures.add(a), signatures.add(b)), 128) - similarityOf(a, b);
      sum += error;
      squares += error ** 2;
      count++;
    }
    expect(Math.abs(sum / count)).toBeLessThan(0.01);
    expect(Math.sqrt(squares / count)).toBeLessThan(0.05);
  });
});

describe('bands', () => {
  it.each([
    [0.5, 128, 3],
    [0.8, 128, 7],
    [0.8, 256, 9],
    [0.9, 128, 12],
    [1, 128, 128],
  ])('for a threshold of %d and %i permutations have %i rows', (threshold, permutations, rows) => {
    const { bands, rows: found } = bandsFor(threshold, permutations);
    expect(found).toBe(rows);
    expect(bands).toBe(Math.floor(permutations / rows));
    expect(1 - (1 - threshold ** rows) ** bands).toBeGreaterThanOrEqual(0.95);
  });
});
