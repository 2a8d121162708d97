import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import type { ExportOptions } from '../../../src/core/export/format';
import { droppedOf, notesOf } from '../../../src/core/export/rows/tally';
import { manifestName, previewExport, provenanceName, writeExport } from '../../../src/core/export/write';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import type { Project } from '../../../src/core/model/study/project';
import type { Study } from '../../../src/core/study/study';
import { temporaryFolder } from '../made/temporaryFolder';
import { judge, opened, studyOf } from '../made/study';

const ranked = (...tiers: string[][]): Judgement => ({ ranking: { tiers } });
const question = (n: number, more: object = {}): object => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  responses: [`first ${n}`, `second ${n}`],
  ...more,
});
const named = (name: string): ExportOptions['format'] => exportFormatNamed(name)!;
const rowsOf = async (
  study: Study,
  format: string,
  more: Partial<ExportOptions> = {},
): Promise<{ rows: unknown[]; dropped: object; notes: object }> => {
  const { rows, tally } = await previewExport(study, { format: named(format), ...more }, 100);
  return { rows: rows.map(({ json }) => JSON.parse(json) as unknown), dropped: tally.dropped, notes: tally.notes };
};

describe('what was judged of one turn', () => {
  it('is no pair of whole responses: left out, and counted, beside the whole that stands', async () => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [question(0), question(1)]);
    await judge(study, 0, ranked(['r1'], ['r2']));
    await judge(study, 0, ranked(['r2'], ['r1']), { turn: 0 });
    await judge(study, 1, ranked(['r2'], ['r1']), { turn: 0 });
    for (const format of ['trl-dpo', 'trl-dpo-text', 'full-conversations']) {
      const { rows, dropped } = await rowsOf(study, format);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('Question 1');
      expect(dropped).toEqual({ 'one-turn': 2 });
    }
    const out = join(folder, 'out');
    await writeExport(study, { format: named('trl-dpo') }, out);
    expect(JSON.parse(readFileSync(join(out, manifestName), 'utf8'))).toMatchObject({
      dropped: { 'one-turn': { count: 2, reason: expect.stringContaining('one turn') as string } },
    });
    expect(JSON.parse(readFileSync(join(out, provenanceName), 'utf8'))).toMatchObject({ item: 'q0', chosen: 'r1' });
    await study.close();
  });

  it('decides nothing of the file: a conversation of which one turn was judged makes no plain prompt a transcript', async () => {
    const study = await studyOf(temporaryFolder(), [
      question(0),
      question(1, {
        prompt: [
          { role: 'user', content: 'Why?' },
          { role: 'assistant', content: 'So.' },
          { role: 'user', content: 'Ah?' },
        ],
      }),
    ]);
    await judge(study, 0, ranked(['r1'], ['r2']));
    await judge(study, 1, ranked(['r1'], ['r2']), { turn: 0 });
    expect((await rowsOf(study, 'trl-dpo-text')).rows).toEqual([
      { prompt: 'Question 0', chosen: 'first 0', rejected: 'second 0' },
    ]);
    await study.close();
  });
});

const said = (role: string, content: string): object => ({ role, content });
/** Two conversations that agree up to the second question, and part after it. */
const conversation = {
  id: 'talk',
  prompt: [said('user', 'Hello.')],
  responses: [
    { id: 'r1', messages: [said('assistant', 'Hi.'), said('user', 'Why?'), said('assistant', 'Because.')] },
    { id: 'r2', messages: [said('assistant', 'Hi.'), said('user', 'Why?'), said('assistant', 'No idea.')] },
    { id: 'r3', messages: [said('assistant', 'Go.'), said('user', 'Why?'), said('assistant', 'As I say so.')] },
  ],
};
const upToWhy = [said('user', 'Hello.'), said('assistant', 'Hi.'), said('user', 'Why?')];

describe('what was judged of one turn of a conversation', () => {
  const judged = async (folder: string): Promise<Study> => {
    const study = await studyOf(folder, [conversation]);
    await judge(
      study,
      0,
      { ...ranked(['r1'], ['r2'], ['r3']), acceptable: { r1: true, r2: false, r3: false } },
      { turn: 1 },
    );
    return study;
  };

  it('is a pair whose prompt is the conversation up to the turn; two whose conversations differ before it are none', async () => {
    const folder = temporaryFolder();
    const study = await judged(folder);
    const { rows, dropped, notes } = await rowsOf(study, 'trl-dpo');
    expect(rows).toEqual([
      { prompt: upToWhy, chosen: [said('assistant', 'Because.')], rejected: [said('assistant', 'No idea.')] },
    ]);
    expect(dropped).toEqual({ 'turns-apart': 2 });
    expect(notes).toMatchObject({ 'of-turn': 1 });
    expect((await rowsOf(study, 'full-conversations')).rows).toEqual([
      { chosen: [...upToWhy, said('assistant', 'Because.')], rejected: [...upToWhy, said('assistant', 'No idea.')] },
    ]);
    expect((await rowsOf(study, 'trl-dpo-text')).rows).toEqual([
      {
        prompt: '\n\nHuman: Hello.\n\nAssistant: Hi.\n\nHuman: Why?\n\nAssistant:',
        chosen: ' Because.',
        rejected: ' No idea.',
      },
    ]);
    const out = join(folder, 'out');
    await writeExport(study, { format: named('trl-dpo') }, out);
    expect(JSON.parse(readFileSync(join(out, provenanceName), 'utf8'))).toMatchObject({
      item: 'talk',
      turn: 1,
      chosen: 'r1',
      rejected: 'r2',
    });
    await study.close();
  });

  it('is a label of each response with its own conversation, which needs no other', async () => {
    const study = await judged(temporaryFolder());
    expect(await rowsOf(study, 'trl-kto')).toMatchObject({
      rows: [
        { prompt: upToWhy, completion: [said('assistant', 'Because.')], label: true },
        { prompt: upToWhy, completion: [said('assistant', 'No idea.')], label: false },
        {
          prompt: [said('user', 'Hello.'), said('assistant', 'Go.'), said('user', 'Why?')],
          completion: [said('assistant', 'As I say so.')],
          label: false,
        },
      ],
    });
    await study.close();
  });

  it('stands beside the whole, and of several annotators only judgements of the same turn are put together', async () => {
    const study = await studyOf(temporaryFolder(), [
      { ...conversation, responses: conversation.responses.slice(0, 2) },
    ]);
    await judge(study, 0, ranked(['r1'], ['r2']));
    await judge(study, 0, ranked(['r1'], ['r2']), { annotator: 'ben' });
    for (const annotator of ['ana', 'ben', 'cleo'])
      await judge(study, 0, ranked(...(annotator === 'ana' ? [['r1'], ['r2']] : [['r2'], ['r1']])), {
        annotator,
        turn: 1,
      });
    for (const aggregate of ['majority', 'dawid-skene'] as const) {
      const { rows } = await rowsOf(study, 'trl-dpo', { aggregate });
      expect(rows).toMatchObject([
        { prompt: [said('user', 'Hello.')], chosen: conversation.responses[0]?.messages },
        { prompt: upToWhy, chosen: [said('assistant', 'No idea.')] },
      ]);
    }
    expect((await rowsOf(study, 'trl-dpo', { minAgreement: 1 })).dropped).toEqual({ 'no-agreement': 3 });
    await study.close();
  });

  it('is in the split of its conversation, and of no turn that the responses do not have', async () => {
    const study = await studyOf(
      temporaryFolder(),
      [...Array(20).keys()].map((n) => ({ ...conversation, id: `talk${n}`, prompt: [said('user', `Hello ${n}.`)] })),
    );
    for (let n = 0; n < 20; n++) {
      await judge(study, n, ranked(['r1'], ['r2'], ['r3']));
      await judge(study, n, ranked(['r1'], ['r2'], ['r3']), { turn: 1 });
    }
    await judge(study, 0, ranked(['r1'], ['r2'], ['r3']), { turn: 7 });
    const { rows, tally } = await previewExport(
      study,
      { format: named('trl-dpo'), split: { train: 0.5, test: 0.5 } },
      200,
    );
    const splits = new Map<string, Set<string>>();
    for (const { split, provenance } of rows)
      splits.set(provenance.item, (splits.get(provenance.item) ?? new Set()).add(split));
    expect([...splits.values()].map(({ size }) => size)).toEqual(Array(20).fill(1));
    expect(tally.dropped).toMatchObject({ 'one-turn': 1, 'turns-apart': 40 });
    await study.close();
  });
});

describe('what was judged under a context', () => {
  it('is left out where the context is, and told of, because the label may be another there', async () => {
    const study = await studyOf(temporaryFolder(), [question(0), question(1)]);
    await judge(study, 0, ranked(['r1'], ['r2']));
    await judge(study, 0, ranked(['r2'], ['r1']), { context: 'In winter.' });
    await judge(study, 1, ranked(['r2'], ['r1']), { context: 'In winter.' });
    for (const format of ['trl-dpo', 'trl-dpo-text', 'full-conversations']) {
      const { rows, dropped } = await rowsOf(study, format, { context: 'none' });
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('winter');
      expect(dropped).toEqual({ 'other-context': 2 });
    }
    const { tally } = await previewExport(study, { format: named('trl-dpo'), context: 'none' }, 9);
    expect(droppedOf(tally)).toMatchObject({
      'other-context': {
        count: 2,
        reason: expect.stringContaining('under a context that is not in the prompt') as string,
      },
    });
    expect(tally.annotations).toBe(3);
    await study.close();
  });

  it.each([
    [
      'trl-dpo',
      'Question 0',
      {
        prompt: [
          { role: 'system', content: 'In winter.' },
          { role: 'user', content: 'Question 0' },
        ],
      },
    ],
    [
      'full-conversations',
      'Question 0',
      {
        chosen: [
          { role: 'system', content: 'In winter.' },
          { role: 'user', content: 'Question 0' },
          { role: 'assistant', content: 'second 0' },
        ],
      },
    ],
    ['trl-dpo-text', 'Question 0', { prompt: 'In winter.\n\nQuestion 0' }],
    [
      'trl-dpo',
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Why?' },
      ],
      {
        prompt: [
          { role: 'system', content: 'Be brief.\n\nIn winter.' },
          { role: 'user', content: 'Why?' },
        ],
      },
    ],
    [
      'trl-dpo-text',
      [
        { role: 'user', content: 'Why?' },
        { role: 'assistant', content: 'So.' },
        { role: 'user', content: 'Ah?' },
      ],
      { prompt: 'In winter.\n\nHuman: Why?\n\nAssistant: So.\n\nHuman: Ah?\n\nAssistant:' },
    ],
  ])('is written with its context where that is asked for: %s, %j', async (format, prompt, row) => {
    const folder = temporaryFolder();
    const study = await studyOf(folder, [question(0, { prompt })]);
    await judge(study, 0, ranked(['r1'], ['r2']));
    const under = await judge(study, 0, ranked(['r2'], ['r1']), { context: 'In winter.' });
    const { rows, dropped, notes } = await rowsOf(study, format, { context: 'system' });
    expect(dropped).toEqual({});
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows[0])).not.toContain('winter');
    expect(rows[1]).toMatchObject(row);
    expect(notes).toMatchObject({ 'under-context': 1 });
    const out = join(folder, 'out');
    const { tally } = await writeExport(study, { format: named(format), context: 'system' }, out);
    expect(notesOf(tally)).toHaveProperty('under-context');
    expect(JSON.parse(readFileSync(join(out, manifestName), 'utf8'))).toMatchObject({ options: { context: 'system' } });
    const [first, second] = readFileSync(join(out, provenanceName), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(first).not.toHaveProperty('context');
    expect(second).toMatchObject({ annotations: [under.id], context: 'In winter.', chosen: 'r2' });
    await study.close();
  });

  it('stays in the split of its prompt, whatever the context', async () => {
    const study = await studyOf(
      temporaryFolder(),
      [...Array(20).keys()].map((n) => question(n)),
    );
    for (let n = 0; n < 20; n++)
      for (const context of [undefined, 'In winter.'])
        await judge(study, n, ranked(['r1'], ['r2']), context === undefined ? {} : { context });
    const { rows } = await previewExport(
      study,
      { format: named('trl-dpo'), context: 'system', split: { train: 0.5, test: 0.5 } },
      100,
    );
    const splits = new Map<string, Set<string>>();
    for (const { split, provenance } of rows)
      splits.set(provenance.item, (splits.get(provenance.item) ?? new Set()).add(split));
    expect([...splits.values()].map(({ size }) => size)).toEqual(Array(20).fill(1));
    expect(new Set(rows.map(({ split }) => split)).size).toBe(2);
    await study.close();
  });
});

describe('what was judged again without the annotator being told', () => {
  it('is left out, and told of', async () => {
    const study = await studyOf(temporaryFolder(), [question(0)]);
    await judge(study, 0, ranked(['r1'], ['r2']));
    await judge(study, 0, ranked(['r2'], ['r1']), { repeat: 1 });
    await judge(study, 0, ranked(['r2'], ['r1']), { repeat: 1, context: 'In winter.' });
    const { rows, dropped } = await rowsOf(study, 'trl-dpo', { context: 'system' });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ chosen: [{ content: 'first 0' }] });
    expect(dropped).toEqual({ repeat: 2 });
    await study.close();
  });

  it('takes no row from records that repeat the item', async () => {
    const study = await studyOf(temporaryFolder(), [question(0), question(0)]);
    await judge(study, 0, ranked(['r1'], ['r2']));
    await judge(study, 0, ranked(['r2'], ['r1']), { repeat: 1 });
    const { rows } = await rowsOf(study, 'trl-dpo');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toEqual(rows[0]);
    await study.close();
  });
});

describe('control items', () => {
  it('are left out unless they are asked for', async () => {
    const folder = temporaryFolder();
    await (await studyOf(folder, [question(0), question(1)])).close();
    const file = join(folder, 'data.tiebreak');
    const project = JSON.parse(readFileSync(file, 'utf8')) as Project;
    writeFileSync(file, JSON.stringify({ ...project, plan: { controls: { items: ['q1'], rate: 0.1 } } }));
    const study = await opened(file);
    await judge(study, 0, ranked(['r1'], ['r2']));
    await judge(study, 1, ranked(['r1'], ['r2']));
    expect(await rowsOf(study, 'trl-dpo')).toMatchObject({
      rows: [{ chosen: [{ content: 'first 0' }] }],
      dropped: { control: 1 },
    });
    expect((await rowsOf(study, 'trl-dpo', { controls: 'keep' })).rows).toHaveLength(2);
    await study.close();
  });
});

describe('what was refined and judged among the responses', () => {
  it('is a response by its own text in every format, and changes no split', async () => {
    const study = await studyOf(temporaryFolder(), [question(0), question(1)]);
    const refinements = [{ response: 'r1', round: 1, text: 'first 0, better', id: 'r1~1.x' }];
    await judge(study, 0, { ...ranked(['r1~1.x'], ['r1', 'r2']), refinements }, { shown: ['r2', 'r1~1.x', 'r1'] });
    await judge(study, 1, { ...ranked(['r1'], ['r2']), refinements: [{ response: 'r1', text: 'never judged' }] });
    const { rows, dropped } = await rowsOf(study, 'trl-dpo-text');
    expect(rows).toEqual([
      { prompt: 'Question 0', chosen: 'first 0, better', rejected: 'first 0' },
      { prompt: 'Question 0', chosen: 'first 0, better', rejected: 'second 0' },
      { prompt: 'Question 1', chosen: 'first 1', rejected: 'second 1' },
    ]);
    expect(dropped).toEqual({ tie: 1 });
    for (const format of ['trl-dpo', 'full-conversations']) expect((await rowsOf(study, format)).rows).toHaveLength(3);
    const out = join(temporaryFolder(), 'out');
    await writeExport(study, { format: named('trl-dpo') }, out);
    expect(readFileSync(join(out, provenanceName), 'utf8')).toContain('r1~1.x');
    await study.close();
  });
});
