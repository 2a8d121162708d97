import type { Annotation, Judgement, Refinement } from '../../model/annotation/annotation';
import { seedOf } from '../../model/annotation/blindOrder';
import { critiqueParts, type CallVerdict, type Fault } from '../../model/annotation/judgementValues';
import { hasChanged, testScores } from './testedResponses';
import { filesOfPatch } from '../../model/annotation/filesOfPatch';
import { eachPreference } from '../coverage/preferences';

/**
 * What annotations say beside the values by which annotators are compared (`StudyJudgements.values`): one row for each
 * thing that was said. A kind that nobody used takes no room.
 */
export interface SaidColumns {
  readonly annotation: number[];
  /** Place of the response that it is said of, among all of the dataset's; -1 where it is said of the item. */
  readonly place: number[];
  readonly value: number[];
}

/** Of a run that is judged and has no first error. */
export const noFirstError = -1;

/** What came of an edit, where the two texts were judged beside each other. */
export const edits = { worse: -1, same: 0, improved: 1, unknown: 2 } as const;

/** Kinds of what is said; `notApplicable` has one for each aspect. */
export type SaidKind =
  /** Characters of a critique with its parts, and those of one part. */
  | 'critique'
  | `critique ${(typeof critiqueParts)[number]}`
  /** Characters of a rationale; criteria that a judgment rests on. */
  | 'reason'
  | 'because'
  /** One of `edits`; the round of an edit. */
  | 'edit'
  | 'edit round'
  /** Of a response: its steps, those with a label, those that are wrong, and whether it is acceptable (1 or 0). */
  | 'steps listed'
  | 'steps judged'
  | 'steps wrong'
  | 'steps outcome'
  /** Two steps behind the same steps, of two responses: 1 where one of them is wrong and the other is not. */
  | 'steps siblings'
  /**
   * Of a run: its judged steps, those that are wrong, and the number of the first error (`noFirstError` where there is
   * none); how bad a wrong step is, and 1 for one of a kind or by somebody's fault.
   */
  | 'run steps'
  | 'run wrong'
  | 'run first error'
  | 'run severity'
  /** The numbers of steps of the run itself that are wrong, and of those that are judged and not. */
  | 'run step wrong'
  | 'run step right'
  | `run category ${string}`
  | `run fault ${Fault}`
  /** A place that is wrong in a call of a run in that way (by `seedOf` of its step and path); 1 for one in a call of a tool. */
  | `call ${CallVerdict}`
  | `call of ${string}`
  /** Comments on the code of a response, 1 for one of a type, how bad one is, and a line that one is on (by `seedOf`). */
  | 'diff comments'
  | `diff type ${string}`
  | 'diff severity'
  | 'diff line'
  /**
   * Of each state of the code that tests ran on: 1 where they ran without isolation, else 0; and where they ran again,
   * 1 where a test is flaky, else 0.
   */
  | 'tests'
  | 'tests flaky'
  /** How well the code of a response did in the tests, beside the others of the judgment (`testScores`). */
  | 'tests score'
  /** 1 where a preference is another than before the tests (`hasChanged`), else 0; nothing where there was none before. */
  | 'tests changed'
  /** Files that an annotator leaves of a run that they took over, and 1 for one that was taken over before its last step. */
  | 'takeover'
  | 'takeover midway'
  /** A passage (by `seedOf` of its id) that supports a response. */
  | 'support'
  /** 1 for a comparison that is too close to call or about which somebody is unsure. */
  | 'ambiguous'
  /** Characters of an answer of the annotator's own, and of what they would have to know. */
  | 'demonstration'
  | 'clarification'
  /** Of a critique that was judged: 1 or 0. */
  | 'critique flawed'
  | 'critique accepted'
  | 'critique right'
  /** Of the critiques of a response that were judged: 1 where they were ranked, and where a text was made of them; else 0. */
  | 'critique ranked'
  | 'critique rewritten'
  /** Characters of a note to a rating, a verdict, a passage or a step. */
  | 'note'
  /** 1 for a wrong step of that type. */
  | `step type ${string}`
  /** Whether the best response by a criterion is the one that is preferred: 1 or 0. */
  | `winner ${string}`
  | `not applicable ${string}`;

const sumOf = (texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** More sibling steps of one judgment than this are not paired. */
const maxSiblings = 64;

/** Takes annotations that are no skips. */
export class SaidCollector {
  readonly columns = new Map<SaidKind, SaidColumns>();

  /** @param placeOf the place of a response that was shown; -1 where the dataset does not have it */
  add(said: Annotation, annotation: number, placeOf: (response: string) => number): void {
    const { judgement, shown } = said;
    const say = (kind: SaidKind, response: string | undefined, value: number): void => {
      let own = this.columns.get(kind);
      if (!own) this.columns.set(kind, (own = { annotation: [], place: [], value: [] }));
      own.annotation.push(annotation);
      own.place.push(response === undefined ? -1 : placeOf(response));
      own.value.push(value);
    };
    for (const critique of judgement.critiques ?? []) {
      const parts = critiqueParts.map((part) => critique[part]);
      say('critique', critique.response, sumOf([critique.text, ...parts]));
      for (const part of critiqueParts)
        if ((critique[part] ?? '') !== '') say(`critique ${part}`, critique.response, critique[part]?.length ?? 0);
    }
    if ((judgement.rationale ?? '') !== '') say('reason', undefined, judgement.rationale?.length ?? 0);
    if ((judgement.because?.length ?? 0) > 0) say('because', undefined, judgement.because?.length ?? 0);
    for (const { response, aspect, value } of judgement.ratings ?? [])
      if (value === null) say(`not applicable ${aspect}`, response, 1);
    for (const edit of judgement.refinements ?? []) {
      say('edit', edit.response, editOutcome(judgement, shown, edit));
      say('edit round', edit.response, edit.round ?? 1);
    }
    for (const { response, passage } of judgement.supports ?? []) say('support', response, seedOf(passage));
    for (const { outcome } of judgement.comparisons ?? [])
      if (outcome === 'too-close' || outcome === 'unsure') say('ambiguous', undefined, 1);
    for (const { turns } of judgement.demonstrations ?? [])
      say('demonstration', undefined, sumOf(turns.map(({ content }) => content)));
    if ((judgement.clarification ?? '') !== '') say('clarification', undefined, judgement.clarification?.length ?? 0);
    for (const { response, critiques, ranking, texts } of judgement.metaCritiques ?? []) {
      say('critique ranked', response, ranking ? 1 : 0);
      say('critique rewritten', response, texts ? 1 : 0);
      for (const { accepted, soundness, agrees, lost } of critiques) {
        if (lost) continue;
        if (soundness !== undefined && soundness !== 'unsure')
          say('critique flawed', response, soundness === 'flawed' ? 1 : 0);
        if (accepted !== undefined) say('critique accepted', response, accepted ? 1 : 0);
        if (agrees !== undefined) say('critique right', response, agrees ? 1 : 0);
      }
    }
    for (const note of notesIn(judgement)) say('note', undefined, note.length);
    const best = bestOf(judgement, shown);
    for (const { criterion, responses } of judgement.winners ?? [])
      if (best !== undefined && responses.length === 1) say(`winner ${criterion}`, best, responses[0] === best ? 1 : 0);
    addSteps(judgement, say);
    addRunSteps(judgement, say);
    for (const { response, step, path, tool, verdict, lost } of judgement.calls ?? []) {
      if (lost) continue;
      say(`call ${verdict}`, response, seedOf(`${step} ${path}`));
      say(`call of ${tool}`, response, 1);
    }
    addDiffComments(judgement, say);
    addTests(said, say);
    for (const { response, step, patch } of judgement.takeovers ?? []) {
      say('takeover', response, filesOfPatch(patch));
      say('takeover midway', response, step === undefined ? 0 : 1);
    }
  }
}

function addTests(said: Annotation, say: Say): void {
  const { checks } = said;
  if (!checks) return;
  const runs = [...(checks.base ? [{ response: undefined, ...checks.base }] : []), ...checks.responses];
  for (const { response, sandbox, flaky } of runs) {
    say('tests', response, sandbox === 'none' ? 1 : 0);
    if (flaky) say('tests flaky', response, flaky.length > 0 ? 1 : 0);
  }
  for (const [response, score] of testScores(checks)) say('tests score', response, score);
  const changed = hasChanged(said);
  if (changed !== undefined) say('tests changed', undefined, changed ? 1 : 0);
}

/** Of one comment only so many lines are compared: a journal may say anything. */
const maxCommentedLines = 1000;

function addDiffComments({ diffComments = [] }: Judgement, say: Say): void {
  const counts = new Map<string, number>();
  for (const { response, file, side, lines, type, severity } of diffComments) {
    counts.set(response, (counts.get(response) ?? 0) + 1);
    if (type !== undefined) say(`diff type ${type}`, response, 1);
    if (severity !== undefined) say('diff severity', response, severity);
    const [first, last] = lines;
    for (let line = first; line <= Math.min(last, first + maxCommentedLines - 1); line++)
      say('diff line', response, seedOf(`${file}\0${side}\0${line}`));
  }
  for (const [response, count] of counts) say('diff comments', response, count);
}

/** What is noted of single ratings, verdicts, passages, steps and lines of code. */
function notesIn({
  ratings = [],
  verdicts = [],
  critiques = [],
  steps = [],
  runSteps = [],
  diffComments = [],
}: Judgement): string[] {
  const passages = critiques.flatMap(({ spans = [], missing = [] }) => [...spans, ...missing]);
  return [...ratings, ...verdicts, ...passages, ...steps, ...runSteps, ...diffComments].flatMap(({ note }) =>
    note ? [note] : [],
  );
}

/** The one response that is preferred to all others that were compared with it; none where it has an equal. */
function bestOf(judgement: Judgement, shown: readonly string[]): string | undefined {
  const beaten = new Set<number>();
  const beats = new Set<number>();
  eachPreference(
    judgement,
    (id) => shown.indexOf(id),
    shown.length,
    (winner, loser, isTied) => {
      beaten.add(loser);
      if (isTied) beaten.add(winner);
      else beats.add(winner);
    },
  );
  const best = [...beats].filter((each) => !beaten.has(each));
  return best.length === 1 ? shown[best[0] ?? -1] : undefined;
}

/** By preference where the two texts were compared; else by the aspects that both were rated on; else by being acceptable. */
function editOutcome(judgement: Judgement, shown: readonly string[], { response, of, id }: Refinement): number {
  const base =
    of === undefined
      ? response
      : judgement.refinements?.find((each) => each.response === response && (each.round ?? 1) === of)?.id;
  if (id === undefined || base === undefined) return edits.unknown;
  let preferred: number | undefined;
  eachPreference(
    judgement,
    (each) => shown.indexOf(each),
    shown.length,
    (winner, loser, isTied) => {
      const [better, worse] = [shown[winner], shown[loser]];
      if ((better === id && worse === base) || (better === base && worse === id))
        preferred = isTied ? edits.same : better === id ? edits.improved : edits.worse;
    },
  );
  if (preferred !== undefined) return preferred;
  const before = new Map(
    (judgement.ratings ?? []).flatMap(({ response: rated, aspect, value }) =>
      rated === base && value !== null ? [[aspect, value] as const] : [],
    ),
  );
  const gains = (judgement.ratings ?? []).flatMap(({ response: rated, aspect, value }) => {
    const was = before.get(aspect);
    return rated === id && value !== null && was !== undefined ? [value - was] : [];
  });
  if (gains.length > 0) return Math.sign(gains.reduce((sum, gain) => sum + gain, 0));
  const [was, is] = [judgement.acceptable?.[base], judgement.acceptable?.[id]];
  return was === undefined || is === undefined ? edits.unknown : Number(is) - Number(was);
}

type Say = (kind: SaidKind, response: string | undefined, value: number) => void;

function addSteps({ steps = [], acceptable }: Judgement, say: Say): void {
  const byResponse = new Map<string, (typeof steps)[number][]>();
  for (const step of steps)
    if (!step.lost) byResponse.set(step.response, [...(byResponse.get(step.response) ?? []), step]);
  /** By the text of the steps before: what was said of the next one, by its own text. */
  const siblings = new Map<string, Map<string, boolean>>();
  for (const [response, own] of byResponse) {
    const judged = own.filter(({ label }) => label !== null);
    say('steps listed', response, own.length);
    say('steps judged', response, judged.length);
    if (judged.length === 0) continue;
    say('steps wrong', response, judged.filter(({ label }) => label === 'incorrect').length);
    for (const { label, type } of judged)
      if (label === 'incorrect' && type !== undefined) say(`step type ${type}`, response, 1);
    const outcome = acceptable?.[response];
    if (outcome !== undefined) say('steps outcome', response, outcome ? 1 : 0);
    let before = '';
    for (const { label, quote } of own.toSorted((a, b) => a.start - b.start)) {
      // Steps that were saved without their text have no siblings, and what follows them has none either.
      if (quote === undefined) break;
      const text = quote.trim();
      const next = siblings.get(before) ?? new Map<string, boolean>();
      if (label !== null && !next.has(text)) next.set(text, label === 'incorrect');
      siblings.set(before, next);
      before += `${text}\n`;
    }
  }
  for (const next of siblings.values()) {
    const isWrong = [...next.values()].slice(0, maxSiblings);
    for (let a = 0; a < isWrong.length; a++)
      for (let b = a + 1; b < isWrong.length; b++) say('steps siblings', undefined, isWrong[a] === isWrong[b] ? 0 : 1);
  }
}

function addRunSteps({ runSteps = [] }: Judgement, say: Say): void {
  const byRun = new Map<string, (typeof runSteps)[number][]>();
  for (const step of runSteps) if (!step.lost) byRun.set(step.response, [...(byRun.get(step.response) ?? []), step]);
  for (const [response, own] of byRun) {
    const judged = own.filter(({ label }) => label !== null);
    if (judged.length === 0) continue;
    say('run steps', response, judged.length);
    say('run wrong', response, judged.filter(({ label }) => label === -1).length);
    say('run first error', response, own.find(({ firstError }) => firstError)?.at ?? noFirstError);
    // What hangs beside a run has no number in it.
    for (const { at, label } of judged.filter(({ inner }) => !inner))
      say(label === -1 ? 'run step wrong' : 'run step right', response, at);
    for (const { severity, category, fault } of own) {
      if (severity !== undefined) say('run severity', response, severity);
      if (category !== undefined) say(`run category ${category}`, response, 1);
      if (fault !== undefined) say(`run fault ${fault}`, response, 1);
    }
  }
}
