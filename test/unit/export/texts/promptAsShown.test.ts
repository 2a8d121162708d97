import { describe, expect, it } from 'vitest';
import { exportFormatNamed, exportFormats } from '../../../../src/core/export';
import { droppedOf, notesOf } from '../../../../src/core/export/rows/tally';
import { previewExport } from '../../../../src/core/export/write';
import { promptAsShown } from '../../../../src/core/export/texts/promptAsShown';
import type { ExportOptions } from '../../../../src/core/export/format';
import { importLabels } from '../../../../src/core/import/importLabels';
import type { Study } from '../../../../src/core/study/study';
import type { Response } from '../../../../src/core/model/item/item';
import { assistant, itemOf, ranked, system, user, weather } from '../../made/formatRows';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { judge, studyOf } from '../../made/study';

const evidence = [
  { id: '1', title: 'The Moon', text: 'The Moon\nIt is 384,400 km away.', source: 'moon.txt' },
  { id: '2', text: 'It has no air.' },
];
const documents = 'Documents:\n[1] The Moon (moon.txt)\nIt is 384,400 km away.\n\n[2]\nIt has no air.';

const named = (name: string): ExportOptions['format'] => exportFormatNamed(name)!;

async function rowsOf(
  study: Study,
  name: string,
  options: Partial<ExportOptions> = {},
): Promise<{ rows: Record<string, unknown>[]; dropped: string[]; notes: Record<string, number> }> {
  const { rows, tally } = await previewExport(study, { format: named(name), ...options }, 100);
  return {
    rows: rows.map(({ json }) => JSON.parse(json) as Record<string, unknown>),
    dropped: Object.keys(droppedOf(tally)),
    notes: Object.fromEntries(Object.entries(notesOf(tally)).map(([note, { count }]) => [note, count])),
  };
}

describe('what stood beside a prompt', () => {
  it("stands before the words of the last user's turn where nothing is said, the context first", () => {
    const item = itemOf([system('Be brief.'), user('Hello'), assistant('Hi!'), user('How far is it?')], ['x', 'y'], {
      context: 'At night.',
      evidence,
    });
    expect(promptAsShown(item, undefined, {}, {})?.prompt).toEqual([
      system('Be brief.'),
      user('Hello'),
      assistant('Hi!'),
      user(`Context:\nAt night.\n\n${documents}\n\nHow far is it?`),
    ]);
  });

  it('stands in the system message, or nowhere, each by itself', () => {
    const item = itemOf('How far is it?', ['x', 'y'], { context: 'At night.', evidence });
    expect(promptAsShown(item, undefined, { context: 'system', evidence: 'system' }, {})?.prompt).toEqual([
      system(`At night.\n\n${documents}`),
      user('How far is it?'),
    ]);
    expect(promptAsShown(item, undefined, { context: 'system' }, {})?.prompt).toEqual([
      system('At night.'),
      user(`${documents}\n\nHow far is it?`),
    ]);
    expect(promptAsShown(item, undefined, { context: 'none', evidence: 'none' }, {})).toEqual(item);
  });

  it('stands in the text of a source too, which keeps all of its other bytes', () => {
    const transcript = itemOf([user('A'), assistant('B'), user('C')], ['x', 'y'], {
      promptText: '\n\nHuman:  A\n\nAssistant: B\n\nHuman: C\n\nAssistant:',
      evidence: [{ id: '1', text: 'P' }],
    });
    expect(promptAsShown(transcript, undefined, {}, {})?.promptText).toBe(
      '\n\nHuman:  A\n\nAssistant: B\n\nHuman: Documents:\n[1]\nP\n\nC\n\nAssistant:',
    );
    expect(promptAsShown(transcript, undefined, { evidence: 'system' }, {})?.promptText).toBe(
      'Documents:\n[1]\nP\n\nHuman:  A\n\nAssistant: B\n\nHuman: C\n\nAssistant:',
    );
  });

  it('has the tools in the system message where the format has no column for them, or somebody asks for it', () => {
    const item = itemOf([system('S'), user('Q')], ['x', 'y'], { tools: [weather] });
    const listed = promptAsShown(item, undefined, {}, { toolsIn: 'system' });
    expect(listed?.prompt[0]?.content).toBe(
      `S\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\nYou are provided with function signatures within <tools></tools> XML tags:\n<tools>\n${JSON.stringify(weather)}\n</tools>`,
    );
    expect(listed?.tools).toBeUndefined();
    expect(promptAsShown(item, undefined, { tools: 'system' }, { toolsIn: 'column' })).toEqual(listed);
    expect(promptAsShown(item, undefined, {}, { toolsIn: 'column' })).toBe(item);
    expect(promptAsShown(item, undefined, {}, {})).toBe(item);
    const without = promptAsShown(item, undefined, { tools: 'none' }, { toolsIn: 'column' });
    expect([without?.prompt, without?.tools]).toEqual([item.prompt, undefined]);
  });

  it('is so of runs that were told something else than the others', () => {
    const item = itemOf('Q', ['x', 'y'], { context: 'C', tools: [weather] });
    const [first, second] = item.responses as [Response, Response];
    const told = { ...second, run: { harness: 'any', prompt: [system('other'), user('Q')] } };
    const shown = promptAsShown({ ...item, responses: [first, told] }, undefined, {}, { toolsIn: 'system' });
    const own = shown?.responses[1]?.run?.prompt;
    expect(own?.[0]?.content).toMatch(/^other\n\n# Tools/);
    expect(own?.[1]?.content).toBe('Context:\nC\n\nQ');
  });

  it('is the item itself where there was nothing', () => {
    const item = itemOf('Q', ['x', 'y']);
    expect(promptAsShown(item, undefined, {}, {})).toBe(item);
  });

  it("has no place where there is no user's turn, and the item is left out by that name", async () => {
    const study = await studyOf(temporaryFolder(), [
      { id: 'q', prompt: [system('Say something.')], responses: ['x', 'y'], context: 'At night.' },
    ]);
    await judge(study, 0, ranked('r1', 'r2'));
    expect(await rowsOf(study, 'trl-dpo')).toMatchObject({ rows: [], dropped: ['no-user-turn'] });
    expect((await rowsOf(study, 'trl-dpo', { context: 'system' })).rows).toHaveLength(1);
    await study.close();
  });
});

describe('every format', () => {
  const withoutPrompt = exportFormats
    .map(({ name }) => name)
    .filter((name) => ['spans', 'swe-bench-predictions'].includes(name) || name.startsWith('annotators'));

  it('that holds prompts takes both options, and tables without texts neither', () => {
    expect(
      exportFormats
        .filter(({ takes }) => !takes.includes('context'))
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...withoutPrompt].sort());
    expect(
      exportFormats
        .filter(({ takes }) => !takes.includes('evidence'))
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...withoutPrompt, 'fg-rlhf'].sort());
  });
});

describe('an export', () => {
  const record = { id: 'q', prompt: 'How far is it?', responses: ['Far.', 'Near.'], context: 'At night.', evidence };

  it('tells where context and evidence went, and counts what is left out', async () => {
    const study = await studyOf(temporaryFolder(), [record]);
    await judge(study, 0, ranked('r1', 'r2'));
    const { rows, notes } = await rowsOf(study, 'trl-dpo-text');
    expect(rows).toEqual([
      { prompt: `Context:\nAt night.\n\n${documents}\n\nHow far is it?`, chosen: 'Far.', rejected: 'Near.' },
    ]);
    expect(notes).toEqual({ 'context-in-prompt': 1, 'evidence-in-prompt': 1 });
    const without = await rowsOf(study, 'trl-dpo-text', { context: 'none', evidence: 'none' });
    expect(without.rows).toEqual([{ prompt: 'How far is it?', chosen: 'Far.', rejected: 'Near.' }]);
    expect(without.notes).toEqual({ 'context-left-out': 1, 'evidence-left-out': 1 });
    await study.close();
  });

  it('of what was judged under a context holds that and the own one', async () => {
    const study = await studyOf(temporaryFolder(), [record]);
    await judge(study, 0, ranked('r2', 'r1'), { context: 'In winter.' });
    expect((await rowsOf(study, 'trl-dpo-text', { evidence: 'none' })).rows).toEqual([
      { prompt: 'Context:\nAt night.\n\nIn winter.\n\nHow far is it?', chosen: 'Near.', rejected: 'Far.' },
    ]);
    expect((await rowsOf(study, 'context-pairs', { evidence: 'none' })).rows).toMatchObject([
      { prompt: [user('Context:\nAt night.\n\nHow far is it?')], context: 'In winter.' },
    ]);
    expect((await rowsOf(study, 'trl-dpo', { context: 'none' })).dropped).toEqual(['other-context']);
    await study.close();
  });

  it.each([
    {},
    { context: 'system', evidence: 'system' },
    { context: 'none' },
    { context: 'system', evidence: 'user' },
  ] as const)('comes back to the item that it is of, with %j', async (options) => {
    const study = await studyOf(temporaryFolder(), [record, { ...record, id: 'p', prompt: 'How large is it?' }]);
    await judge(study, 1, ranked('r1', 'r2'));
    for (const name of ['trl-dpo', 'trl-dpo-text', 'full-conversations']) {
      const { rows } = await rowsOf(study, name, { ...options, annotators: ['ana'] });
      expect(
        await importLabels(study, { annotator: name, file: temporaryFile('train.jsonl', jsonl(rows)) }),
        name,
      ).toMatchObject({ labels: 1, written: 1, unknown: 0 });
      expect(
        [...study.replay.all(name)].map(({ item }) => item),
        name,
      ).toEqual(['p']);
    }
    await study.close();
  });
});
