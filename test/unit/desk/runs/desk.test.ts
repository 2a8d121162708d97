import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStudy } from '../../../../src/core/study/create';
import type { DraftDiffComment } from '../../../../src/core/model/annotation/diffComments';
import type { DraftTakeover } from '../../../../src/core/model/annotation/takeovers';
import type { JudgementAction } from '../../../../src/core/model/annotation/judgementAction';
import { airlineRun } from '../../made/airlineRuns';
import { annotationsIn, folderOf, windowIn, type DeskWindow } from '../../made/deskWindow';
import { jsonl, temporaryFolder } from '../../made/temporaryFolder';

const found = ['get_user_details', { user_id: 'mia' }, 'gold member'] as const;
const wrong = ['get_user_details', { user_id: 'max' }, 'Error: user not found'] as const;
const booked = ['book_reservation', { user_id: 'mia' }, 'booked'] as const;
const runs = [
  airlineRun(0, 0, [found, wrong, booked], 'Booked in the end.'),
  airlineRun(0, 1, [found, booked], 'Booked.'),
];

async function runFolder(): Promise<string> {
  const folder = temporaryFolder();
  const dataset = join(folder, 'airline.json');
  writeFileSync(dataset, JSON.stringify(runs));
  await createStudy({ projectFile: join(folder, 'data.tiebreak'), datasets: [dataset], mode: 'rank' });
  return folder;
}

async function deskOn(folder: string): Promise<DeskWindow> {
  const seen = await windowIn(folder);
  await seen.desk.start();
  return seen;
}

async function press({ desk }: DeskWindow, ...keys: readonly (JudgementAction | number)[]): Promise<void> {
  for (const key of keys) await (typeof key === 'number' ? desk.type(key) : desk.judge(key));
}

/** The index at which the run with so many steps is shown. */
const shownWith = (seen: DeskWindow, steps: number): number =>
  seen.contents.at(-1)!.runs!.runs.findIndex((run) => run?.steps.length === steps);

const take: JudgementAction = { do: 'run' };
const down: JudgementAction = { do: 'runBy', by: 1, to: 'step' };
const failure: JudgementAction = { do: 'runBy', by: 1, to: 'failure' };
const select = (index: number): JudgementAction => ({ do: 'select', index });

describe('the steps of runs at the desk', () => {
  it('come with the texts, aligned, and tell where the runs part', async () => {
    const seen = await deskOn(await runFolder());
    const { runs: shown, responses } = seen.contents.at(-1)!;
    const long = shownWith(seen, 5);
    expect(shown!.divergence).toBe(2);
    expect(
      shown!.runs[long]!.steps.map(({ kind, tool, line, failed, row }) => [kind, tool, line, failed, row]),
    ).toEqual([
      ['say', undefined, 'Hello.', undefined, 0],
      ['read', 'get_user_details', 'user_id: mia', undefined, 1],
      ['read', 'get_user_details', 'user_id: max', true, 2],
      ['call', 'book_reservation', 'user_id: mia', undefined, 3],
      ['say', undefined, 'Booked in the end.', undefined, 4],
    ]);
    expect(shown!.runs[1 - long]!.steps.map(({ row }) => row)).toEqual([0, 1, 3, 4]);
    expect(JSON.stringify([shown, responses])).not.toContain('call-');
  });

  it('are judged by a key each, kept in one annotation with the ranking, and there again in the next window', async () => {
    const folder = await runFolder();
    const seen = await deskOn(folder);
    const long = shownWith(seen, 5);
    await press(seen, 1, 2, select(long), take);
    // Where the runs part.
    expect(seen.item.run).toMatchObject({ step: 2, row: 2 });
    await press(
      seen,
      { do: 'firstError' },
      { do: 'runFault', category: 'wrong argument', severity: 2, fault: 'agent' },
    );
    await press(seen, down, 1, 2);
    expect(seen.item.draft.places).toEqual([1, 2]);
    await seen.desk.setText(seen.item.key, { kind: 'runNote', index: long, step: 2 }, 'Nobody is called Max.');
    await seen.desk.save();
    const [annotation] = annotationsIn(folder);
    const { ranking, runSteps } = (annotation as { judgement: { ranking: unknown; runSteps: object[] } }).judgement;
    expect(ranking).toBeDefined();
    expect(runSteps).toEqual([
      {
        response: annotation!.shown[long],
        step: expect.any(String) as string,
        at: 2,
        quote: 'get_user_details user_id: max',
        label: -1,
        firstError: true,
        category: 'wrong argument',
        severity: 2,
        fault: 'agent',
        note: 'Nobody is called Max.',
      },
      expect.objectContaining({ quote: 'book_reservation user_id: mia', label: 1 }),
      expect.objectContaining({ quote: 'Booked in the end.', label: 0 }),
    ]);
    const next = await deskOn(folder);
    await next.desk.goTo(0);
    expect(next.item.status).toBe('saved');
    expect(next.item.draft.runSteps[long]!.map(({ step, label }) => [step, label])).toEqual([
      [2, -1],
      [3, 1],
      [4, 0],
    ]);
  });

  it('are taken back by the same key, 0, or undo, which leaves the step in hand', async () => {
    const seen = await deskOn(await runFolder());
    await press(seen, take, 1);
    const { step } = seen.item.run!;
    await press(seen, { do: 'runStep', index: 0, step: step - 1 }, 1);
    expect(seen.item.draft.runSteps[0]).toEqual([]);
    await press(seen, { do: 'firstError' }, 0);
    expect(seen.item.draft.runSteps[0]).toEqual([]);
    await seen.desk.undo();
    expect(seen.item.draft.runSteps[0]).toMatchObject([{ label: -1, firstError: true }]);
    expect(seen.item.run).toBeDefined();
  });

  it('go on by a digit, except from a wrong one, of which more is said: X is about it too', async () => {
    const seen = await deskOn(await runFolder());
    await press(seen, take);
    const { step } = seen.item.run!;
    await press(seen, 1);
    expect(seen.item.run!.step).toBe(step + 1);
    await press(seen, 3);
    expect(seen.item.run!.step).toBe(step + 1);
    await press(seen, { do: 'firstError' });
    expect(seen.item.draft.runSteps[0]).toMatchObject([
      { step, label: 1, firstError: false },
      { step: step + 1, label: -1, firstError: true },
    ]);
    await press(seen, 3);
    expect(seen.item.draft.runSteps[0]![1]).toBeUndefined();
  });

  it('have one first error a run, which a better label takes away', async () => {
    const seen = await deskOn(await runFolder());
    await press(seen, select(shownWith(seen, 5)), take, { do: 'firstError' }, down, { do: 'firstError' });
    const own = (): unknown =>
      seen.item.draft.runSteps[seen.item.selected]!.map((each) => [each.step, each.firstError]);
    expect(own()).toEqual([
      [2, false],
      [3, true],
    ]);
    await press(seen, 1);
    expect(own()).toEqual([
      [2, false],
      [3, false],
    ]);
  });

  it('are gone through by failure, and side by side with the run beside', async () => {
    const seen = await deskOn(await runFolder());
    const long = shownWith(seen, 5);
    await press(seen, select(long), take, { do: 'runStep', index: long, step: 0 }, failure);
    expect(seen.item.run).toMatchObject({ step: 2, row: 2 });
    await press(seen, failure);
    expect(seen.currentNotice).toEqual({ kind: 'no-such-step', to: 'failure' });
    const by = long === 0 ? 1 : -1;
    await press(seen, down, { do: 'runBeside', by });
    expect([seen.item.selected, seen.item.run]).toEqual([1 - long, { step: 2, nth: '3', row: 3 }]);
    await press(seen, { do: 'runBeside', by }, { do: 'runBy', by: -1, to: 'divergence' });
    expect(seen.item.selected).toBe(1 - long);
    await press(seen, { do: 'run', on: false }, 1);
    expect(seen.item.draft.places[1 - long]).toBe(1);
  });

  it('say what is wrong in a call, kept beside the label and there again in the next window', async () => {
    const folder = await runFolder();
    const seen = await deskOn(folder);
    const long = shownWith(seen, 5);
    const wrongValue: JudgementAction = { do: 'runCall', path: '/user_id', verdict: 'wrong-value', corrected: 'mia' };
    await press(seen, 1, 2, select(long), take, wrongValue);
    expect(seen.currentNotice).toEqual({ kind: 'run-call', nth: '3', path: '/user_id', verdict: 'wrong-value' });
    expect(seen.item.draft.runSteps[long]).toMatchObject([{ step: 2, label: -1, firstError: false }]);
    await press(seen, { do: 'runCall', path: '', verdict: 'wrong-tool' });
    // The step has a label, which stays.
    await press(seen, down, 1, { do: 'runStep', index: long, step: 3 });
    await press(seen, { do: 'runCall', path: '/date', verdict: 'missing', corrected: null });
    expect(seen.item.draft.runSteps[long]).toMatchObject([{ label: -1 }, { label: 1 }]);
    await seen.desk.save();
    const own = { response: annotationsIn(folder)[0]!.shown[long], step: expect.any(String) as string };
    const saved = annotationsIn(folder)[0] as unknown as { judgement: { calls: object[] } };
    expect(saved.judgement.calls).toEqual([
      { ...own, at: 2, tool: 'get_user_details', path: '/user_id', verdict: 'wrong-value', corrected: 'mia' },
      { ...own, at: 2, tool: 'get_user_details', path: '', verdict: 'wrong-tool' },
      { ...own, at: 3, tool: 'book_reservation', path: '/date', verdict: 'missing', corrected: null },
    ]);
    const next = await deskOn(folder);
    await next.desk.goTo(0);
    expect(next.item.status).toBe('saved');
    expect(next.item.draft.calls[long]).toEqual([
      { step: 2, path: '/user_id', verdict: 'wrong-value', corrected: 'mia' },
      { step: 2, path: '', verdict: 'wrong-tool' },
      { step: 3, path: '/date', verdict: 'missing', corrected: null },
    ]);
  });

  it('have comments on lines of their code, which are undone, saved and there again in the next window', async () => {
    const folder = await runFolder();
    const seen = await deskOn(folder);
    const long = shownWith(seen, 5);
    const comments = (): unknown => seen.item.draft.diffComments[long];
    const comment = (first: number, more: Partial<DraftDiffComment> = {}): DraftDiffComment => ({
      ...{ file: 'src/a.py', side: 'patched', lines: [first, first + 1], note: `On ${first}.` },
      ...more,
    });
    const change = (before: DraftDiffComment | null, after: DraftDiffComment | null): JudgementAction => ({
      do: 'diffComment',
      index: long,
      before,
      after,
    });
    await press(seen, change(null, comment(9)), change(null, comment(3)), change(null, comment(4, { side: 'base' })));
    expect(comments()).toEqual([comment(4, { side: 'base' }), comment(3), comment(9)]);
    await press(seen, change(comment(9), comment(9, { type: 'style', severity: 2 })));
    // One that is not there any more is not changed.
    await press(seen, change(comment(9), comment(9, { note: 'Late.' })), change(comment(3), null));
    expect(comments()).toEqual([comment(4, { side: 'base' }), comment(9, { type: 'style', severity: 2 })]);
    await seen.desk.undo();
    expect(comments()).toHaveLength(3);
    await seen.desk.redo();
    await press(seen, 1, 2);
    await seen.desk.save();
    const [saved] = annotationsIn(folder);
    const response = saved!.shown[long];
    expect(saved!.judgement.diffComments).toEqual([
      { response, ...comment(4, { side: 'base' }) },
      { response, ...comment(9, { type: 'style', severity: 2 }) },
    ]);
    const next = await deskOn(folder);
    await next.desk.goTo(0);
    expect(next.item.status).toBe('saved');
    expect(next.item.draft.diffComments[long]).toEqual([
      comment(4, { side: 'base' }),
      comment(9, { type: 'style', severity: 2 }),
    ]);
    await press(next, change(comment(4, { side: 'base' }), null));
    await next.desk.skip('The prompt is unclear');
    expect(annotationsIn(folder).at(-1)!.judgement).not.toHaveProperty('diffComments');
  });

  it('are taken over, which is a draft at once, undone, saved and there again in the next window', async () => {
    const folder = await runFolder();
    const seen = await deskOn(folder);
    const long = shownWith(seen, 5);
    const takeover: DraftTakeover = {
      step: 'k3',
      at: 2,
      patch: 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n',
      leftOut: ['x.png'],
      text: 'So.',
    };
    // The screen only has to know which files there are.
    const onScreen = { ...takeover, patch: 'diff --git a/x b/x\n' };
    const { key } = seen.item;
    await seen.desk.judge({ do: 'takeover', index: long, takeover }, key);
    // A window that is killed now has it in its draft.
    const killed = await deskOn(folder);
    expect(killed.item.draft.takeovers[long]).toEqual(onScreen);
    await seen.desk.judge({ do: 'takeover', index: long, takeover: { patch: 'other' } }, key);
    await seen.desk.undo();
    expect(seen.item.draft.takeovers[long]).toEqual(onScreen);
    await seen.desk.judge({ do: 'takeover', index: 9, takeover }, key);
    await press(seen, 1, 2);
    await seen.desk.save();
    const [saved] = annotationsIn(folder);
    expect(saved!.judgement.takeovers).toEqual([{ response: saved!.shown[long], ...takeover }]);
    const next = await deskOn(folder);
    await next.desk.goTo(0);
    expect(next.item.draft.takeovers[long]).toEqual(onScreen);
    await press(next, { do: 'takeover', index: long, takeover: null });
    await next.desk.save();
    expect(annotationsIn(folder).at(-1)!.judgement).not.toHaveProperty('takeovers');
  });

  it('take back what is wrong in a call by the same again, 0 or undo, and keep a correction that is written later', async () => {
    const seen = await deskOn(await runFolder());
    const long = shownWith(seen, 5);
    const wrongValue: JudgementAction = { do: 'runCall', path: '/user_id', verdict: 'wrong-value' };
    const marks = (): unknown => seen.item.draft.calls[long];
    await press(seen, select(long), take, wrongValue, wrongValue);
    expect(marks()).toEqual([]);
    expect(seen.currentNotice).toMatchObject({ kind: 'run-call', verdict: null });
    const place = { index: long, step: 2, path: '/user_id' };
    expect(await seen.desk.correctedText(seen.item.key, place)).toBeUndefined();
    await press(seen, wrongValue);
    expect(await seen.desk.correctedText(seen.item.key, place)).toBe('max');
    await seen.desk.setText(seen.item.key, { kind: 'callCorrected', ...place }, 'mia\r\n');
    expect(marks()).toMatchObject([{ verdict: 'wrong-value', corrected: 'mia\r\n' }]);
    await press(seen, 0);
    expect([marks(), seen.item.draft.runSteps[long]]).toEqual([[], []]);
    await seen.desk.undo();
    expect(marks()).toMatchObject([{ corrected: 'mia\r\n' }]);
    await press(seen, { do: 'runStep', index: long, step: 0 }, { do: 'runCall', path: '', verdict: 'wrong-tool' });
    expect(seen.currentNotice).toEqual({ kind: 'no-call' });
    await press(seen, { do: 'runBy', by: 1, to: 'judged' });
    expect(seen.item.run!.step).toBe(2);
  });

  it('are what a critique is about that is begun at one or quotes one, until it is emptied', async () => {
    const folder = await runFolder();
    const seen = await deskOn(folder);
    const long = shownWith(seen, 5);
    const write = (text: string): Promise<void> =>
      seen.desk.setText(seen.item.key, { kind: 'critique', index: long }, text);
    const about = (): unknown => seen.item.draft.critiqueSteps[long];
    const quotes = (step: number): JudgementAction => ({ do: 'runCritique', index: long, step });
    await press(seen, 1, 2, select(long), take);
    await write('Wrong');
    expect(about()).toBe(2);
    // Another step in hand, or another quotation, is not what it was begun at.
    await press(seen, down, quotes(4));
    await write('Wrong user');
    expect([about(), seen.item.run?.step]).toEqual([2, 3]);
    await write('');
    expect(about()).toBeNull();
    await press(seen, { do: 'run', on: false }, quotes(99), quotes(4));
    await write('It ends well');
    expect(about()).toBe(4);
    await seen.desk.save();
    const saved = (): unknown =>
      (annotationsIn(folder).at(-1) as unknown as { judgement: { critiques: object[] } }).judgement.critiques;
    expect(saved()).toEqual([
      { response: annotationsIn(folder)[0]!.shown[long], text: 'It ends well', step: expect.any(String) as string },
    ]);
    const next = await deskOn(folder);
    await next.desk.goTo(0);
    expect(next.item.draft.critiqueSteps[long]).toBe(4);
    await press(next, { do: 'runCritique', index: long, step: null });
    await next.desk.save();
    expect(saved()).toEqual([{ response: annotationsIn(folder)[0]!.shown[long], text: 'It ends well' }]);
  });

  it('are none where responses are texts', async () => {
    const seen = await deskOn(await folderOf(1, () => ({})));
    expect(seen.contents.at(-1)).not.toHaveProperty('runs');
    await press(seen, take);
    expect(seen.currentNotice).toEqual({ kind: 'no-run-steps' });
    expect(seen.item).not.toHaveProperty('run');
    await press(seen, down, 1);
    expect(seen.item.draft.places[0]).toBe(1);
  });

  it('pass by what hangs beside the run, which is gone to by a key, judged, and kept as its own', async () => {
    const folder = temporaryFolder();
    const line = (uuid: string, parentUuid: string | null, role: string, content: unknown): object => ({
      type: role,
      uuid,
      parentUuid,
      sessionId: 's-1',
      message: { role, content },
    });
    writeFileSync(
      join(folder, 's-1.jsonl'),
      jsonl([
        line('u1', null, 'user', 'Mend it.'),
        line('a1', 'u1', 'assistant', [{ type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'ls' } }]),
        line('r1', 'a1', 'user', [{ type: 'tool_result', tool_use_id: 'c', content: 'a.txt' }]),
        line('b1', 'r1', 'assistant', [{ type: 'text', text: 'Wrong way.' }]),
        line('b2', 'b1', 'user', 'No.'),
        line('a2', 'r1', 'assistant', [{ type: 'text', text: 'Done.' }]),
      ]),
    );
    await createStudy({
      projectFile: join(folder, 'data.tiebreak'),
      datasets: [join(folder, 's-1.jsonl')],
      mode: 'thumbs',
    });
    const seen = await deskOn(folder);
    const inner: JudgementAction = { do: 'runBy', by: 1, to: 'inner' };
    expect(seen.contents.at(-1)!.runs!.runs[0]!.steps.map(({ nth, line: text }) => [nth, text])).toEqual([
      ['1', 'ls'],
      ['1.1', 'Wrong way.'],
      ['1.2', 'No.'],
      ['2', 'Done.'],
    ]);
    expect(
      seen.contents
        .at(-1)!
        .responses[0]!.map(({ text }) => text)
        .slice(-2),
    ).toEqual(['Wrong way.', 'No.']);
    await press(seen, 1, { do: 'runStep', index: 0, step: 0 }, down);
    expect(seen.item.run).toMatchObject({ step: 3, row: 1 });
    await press(seen, inner);
    expect(seen.item.run).toMatchObject({ step: 1, row: 0 });
    await press(seen, { do: 'firstError' }, down);
    expect(seen.item.run?.step).toBe(2);
    await press(seen, inner);
    expect(seen.item.run?.step).toBe(3);
    await seen.desk.save();
    expect(annotationsIn(folder)[0]).toMatchObject({
      judgement: { runSteps: [{ step: 'a1>b1', at: 0, quote: 'Wrong way.', label: -1, firstError: true }] },
    });
  });

  it('tell how many screenshots a step gave', async () => {
    const folder = temporaryFolder();
    const example = join(folder, 'runs', 'example');
    mkdirSync(example, { recursive: true });
    const step = (step_num: number, more: object): object => ({
      step_num,
      action_timestamp: `at ${step_num}`,
      action: 'click()',
      response: 'I click.',
      ...more,
    });
    writeFileSync(
      join(example, 'traj.jsonl'),
      jsonl([step(1, { screenshot_file: 'a.png' }), step(2, { action: 'DONE' })]),
    );
    await createStudy({ projectFile: join(folder, 'data.tiebreak'), datasets: [join(folder, 'runs')], mode: 'rank' });
    const seen = await deskOn(folder);
    expect(seen.contents.at(-1)!.runs!.runs[0]!.steps.map(({ size, media }) => [size, media])).toEqual([
      [0, 1],
      [undefined, undefined],
    ]);
  });

  it('leave nothing told of a step when one goes on to another', async () => {
    const seen = await deskOn(await runFolder());
    await press(seen, take, { do: 'firstError' });
    expect(seen.currentNotice).toMatchObject({ kind: 'run-step', firstError: true });
    await press(seen, { do: 'runBy', by: -1, to: 'step' });
    expect(seen.currentNotice).toBeUndefined();
  });
});
