import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import MarkdownIt from 'markdown-it';
import { cardText, sizeCategory, type CardFacts } from '../../../../src/core/export/folder/datasetCard';

const facts: CardFacts = {
  title: 'Helpful: "yes" or no?',
  file: 'parquet',
  format: 'Plain-text pairs',
  manifest: {
    format: 'trl-dpo-text',
    trainers: ['TRL (every version)'],
    dataset: { sources: [{ path: 'data.jsonl', sha256: 'a'.repeat(64) }], layout: 'responses', mapping: {} },
    options: { criterion: null, split: { train: 0.9, test: 0.1 }, seed: 4 },
    questions: [{ version: 2, text: 'Which is *better*?\n# Say why: <b>now</b>' }],
    guidelines: ['0123456789abcdef0123456789abcdef'],
    rubrics: [{ id: 'r', title: 'Style', version: 3 }],
    annotations: 1200,
    rows: { train: 1100, test: 100 },
    dropped: { tie: { count: 7, reason: 'tied: trainers for pairs cannot use ties' } },
    notes: { 'empty-completion': { count: 1, reason: 'a completion is empty' } },
    unreadable: 2,
  },
  judges: {
    annotators: 2,
    names: ['ana', 'ben_*'],
    groups: [{ name: 'experts', annotators: 1 }],
    origins: [{ name: 'people, at the desk', annotations: 1200 }],
  },
  reliability: {
    figures: [{ measure: 'Krippendorff’s alpha', value: 0.713, interval: [0.65, 0.77], over: '412 pairs' }],
    sampled: 0.0123,
  },
  commands: [
    { trainer: 'TRL', language: 'sh', text: 'trl dpo --dataset_name "." `date`' },
    { trainer: 'Unsloth', language: 'python', text: 'load_dataset(".")' },
    { trainer: 'axolotl', language: 'yaml', text: 'rl: dpo\ndatasets:\n  - path: .' },
  ],
  limits: ['Only English'],
  languages: ['en', 'no'],
  digest: 'd'.repeat(64),
};

const headOf = (card: string): unknown => parse(/^---\n([\s\S]*?)\n---\n/.exec(card)![1]!);

describe('a dataset card', () => {
  it('has a head that hubs read, with the file of each split', async () => {
    expect(headOf(await cardText(facts))).toEqual({
      pretty_name: 'Helpful: "yes" or no?',
      language: ['en', 'no'],
      size_categories: ['1K<n<10K'],
      task_categories: ['text-generation'],
      tags: ['preference-data', 'trl-dpo-text'],
      configs: [
        {
          config_name: 'default',
          description: `SHA-256 ${'d'.repeat(64)}`,
          data_files: [
            { split: 'train', path: 'train.parquet' },
            { split: 'test', path: 'test.parquet' },
          ],
        },
      ],
    });
    expect(headOf(await cardText({ ...facts, license: 'cc-by-4.0', tags: ['safety'] }))).toMatchObject({
      license: 'cc-by-4.0',
      tags: ['preference-data', 'trl-dpo-text', 'safety'],
    });
  });

  it('says what was asked, who judged, how reliable that is, how rows were made and what was left out', async () => {
    const card = await cardText(facts);
    for (const line of [
      '# Helpful: "yes" or no?',
      'Plain-text pairs (`trl-dpo-text`): 1,200 rows from 1,200 annotations, written by Tiebreak.',
      '| `train.parquet` | 1,100 |',
      '> Which is \\*better\\*?\n> \\# Say why: \\<b\\>now\\</b\\>',
      '- guidelines, version `0123456789ab`\n- rubric Style, version 3',
      '- 2 annotators: ana, ben\\_\\*\n- group experts: 1 annotator\n- people, at the desk: 1,200 annotations',
      'about 1% of its items.',
      '| Krippendorff’s alpha | 0.71 (0.65 to 0.77) | 412 pairs |',
      'TRL:\n\n```sh\ntrl dpo --dataset_name "." `date`\n```',
      'Unsloth:\n\n```python\nload_dataset(".")\n```\n\naxolotl:\n\n```yaml\nrl: dpo\n',
      '- split: {"train":0.9,"test":0.1}\n- seed: 4',
      '- 7: tied: trainers for pairs cannot use ties\n- 2: records of the sources that could not be read',
      '- 1 row: a completion is empty\n- Only English',
    ])
      expect(card).toContain(line);
    expect(card).not.toContain('criterion');
    expect(await cardText(facts)).toBe(card);
  });

  it('says so where nothing tells how far people agree', async () => {
    const { reliability: _, ...bare } = facts;
    expect(await cardText(bare)).toContain('Too few items were judged to say.');
    expect(await cardText({ ...bare, judges: { annotators: 1, origins: [] } })).toContain(
      '- 1 annotator\n\n## How reliable the judgments are\n\nOnly one annotator judged, so agreement with others is unknown.\n\n## How rows',
    );
  });

  it('keeps whatever the study says within its place', async () => {
    const markdown = new MarkdownIt({ html: true });
    const any = fc.string({ unit: 'grapheme', maxLength: 12 });
    const tricky = fc.oneof(
      any,
      fc.constantFrom(
        '---',
        '\n---\n',
        ': x',
        '- a',
        '"',
        "'",
        '# h',
        '```',
        '<script>',
        '| a',
        '& b',
        '!tag',
        '*all',
        '{a: 1}',
        '> q',
        '1. a',
        'no',
        '&amp;',
      ),
    );
    await fc.assert(
      fc.asyncProperty(tricky, tricky, async (title, text) => {
        const card = await cardText({
          ...facts,
          title,
          tags: [text],
          limits: [text],
          manifest: { ...facts.manifest, questions: [{ version: 1, text }] },
        });
        const end = card.indexOf('\n---\n\n', 4);
        expect(parse(card.slice(4, end + 1))).toMatchObject({
          pretty_name: title,
          tags: [...new Set(['preference-data', 'trl-dpo-text', text])],
        });
        const tokens = markdown.parse(card.slice(end + 6), {});
        expect(tokens.filter(({ type }) => type === 'heading_open').length).toBe(7);
        expect(
          tokens.filter(({ type }) => ['html_block', 'hr', 'ordered_list_open', 'code_block'].includes(type)).length,
        ).toBe(0);
        expect(tokens.filter(({ type }) => type === 'list_item_open').length).toBe(13);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[number, string]>([
    [0, 'n<1K'],
    [999, 'n<1K'],
    [1000, '1K<n<10K'],
    [99_999, '10K<n<100K'],
    [5e8, '100M<n<1B'],
    [2e9, 'n>1B'],
  ])('of %d rows has the size %s', (rows, size) => {
    expect(sizeCategory(rows)).toBe(size);
  });
});
