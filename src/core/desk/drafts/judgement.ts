import type { Annotation, Comparison, Judgement } from '../../model/annotation/annotation';
import { inCodePoints, offsetsFromMessage } from '../../journal/offsets';
import { emptyDraft, noParts, type Draft, type DraftComparison } from '../../model/annotation/draft';
import type { Item } from '../../model/item/item';
import { shuffled } from '../../model/annotation/blind';
import { modeFor, type ModeName } from '../../model/annotation/mode';
import { placesOf, tiersOf } from '../../model/annotation/ranking';
import { plainKey, type JudgementKey } from '../../model/annotation/judgementKey';
import type { Rating } from '../../model/annotation/scale';
import type { DraftVerdict, Verdicts } from '../../model/annotation/verdictSchemas';
import { passageId } from '../item/contextPanel';
import { critiquesOf, marksOf } from '../critiques';
import { orderSeed } from './draftName';
import { draftMetaCritiques, metaCritiquesOf } from '../othersCritiques/lines';
import { selectedRefinements, refinementsOf } from '../item/refined';
import type { ShownItem } from '../item/shownItem';
import { stepRanges, stepsOfDraft } from '../stepOffsets';

/**
 * The blind order: drawn from study, annotator and item, so that it is the same after a reload and different for
 * everyone. One that comes again has another order.
 */
export function show(
  item: Item,
  studySeed: number,
  annotator: string,
  judgementKey: JudgementKey = plainKey,
): ShownItem {
  const seed = orderSeed(item.id, studySeed, annotator);
  const first: ShownItem = { item, annotator, judgementKey, seed, responses: shuffled(item.responses, seed) };
  return judgementKey.repeat === undefined ? first : reordered(first, studySeed, judgementKey.repeat);
}

/** Seeds that are tried for another order. */
const maxTried = 32;

function reordered(first: ShownItem, studySeed: number, repeat: number): ShownItem {
  const { item, annotator } = first;
  for (let attempt = 0; ; attempt++) {
    const seed = orderSeed(item.id, studySeed, annotator, 'repeat', String(repeat), String(attempt));
    const responses = shuffled(item.responses, seed);
    if (attempt === maxTried || responses.some((response, index) => response !== first.responses[index]))
      return { ...first, seed, responses };
  }
}

/**
 * What the draft says, in the journal's terms; empty where nothing was judged. An annotation is complete in itself, so
 * what `before` (the judgement that this one supersedes) says and the desk does not show is said again. A judgement is
 * a ranking or comparisons: where the draft holds both, the way in which it is judged now decides.
 */
export function judgementOf(draft: Draft, shown: ShownItem, before: Judgement = {}): Judgement {
  const {
    ranking: _ranking,
    comparisons: _comparisons,
    critiques: _critiques,
    rationale: _rationale,
    skip: _skip,
    acceptable: _acceptable,
    ratings: _ratings,
    verdicts: _verdicts,
    winners: _winners,
    steps: _steps,
    flags: _flags,
    supports: _supports,
    confidence: _confidence,
    demonstrations: _demonstrations,
    clarification: _clarification,
    because: _because,
    refinements: _refinements,
    metaCritiques: _metaCritiques,
    rules: _rules,
    ...unseen
  } = before;
  const names = shown.responses.map(({ id }) => id);
  const tiers = tiersOf(draft.places).map((tier) => tier.map((index) => names[index] ?? ''));
  const comparisons = comparisonsOf(draft, names, before);
  const byPairs = draft.comparisons.length > 0 && (draft.mode === 'pair' || tiers.length === 0);
  const said: Judgement = {
    ...(tiers.length > 0 && !byPairs ? { ranking: { tiers } } : comparisons.length > 0 && { comparisons }),
    acceptable: Object.fromEntries(
      draft.acceptable.flatMap((value, index) => (value === null ? [] : [[names[index] ?? '', value]])),
    ),
    ratings: ratingsOf(draft, names, before),
    verdicts: verdictsOf(draft, names),
    winners: Object.entries(draft.winners).map(([criterion, indices]) => ({
      criterion,
      responses: indices.map((index) => names[index] ?? ''),
    })),
    steps: stepsOf(draft, shown, before),
    critiques: critiquesOf(draft, shown, before),
    flags: draft.flags.map(({ flag, index }) => ({ flag, ...(index !== null && { response: names[index] ?? '' }) })),
    supports: draft.supports.flatMap(({ index, passage }) => {
      const id = passageId(shown.item, passage);
      return id === undefined ? [] : [{ response: names[index] ?? '', passage: id }];
    }),
    ...(draft.confidence !== null && { confidence: draft.confidence }),
    demonstrations: [
      ...draft.answers
        .filter((answer) => answer.trim() !== '')
        .map((content) => ({ turns: [{ role: 'assistant', content }] })),
      ...(before.demonstrations ?? []).filter((each) => !isAnswer(each)),
    ],
    refinements: refinementsOf(draft, shown, before),
    metaCritiques: metaCritiquesOf(draft, shown, before),
    rules: Object.entries(draft.rules)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([rule, { version, scope }]) => ({ rule, version, scope })),
    ...(draft.rationale.trim() !== '' && { rationale: draft.rationale }),
    because: [...draft.because],
    ...(draft.clarification.trim() !== '' && { clarification: draft.clarification }),
  };
  return { ...unseen, ...Object.fromEntries(Object.entries(said).filter(([, value]) => !isNothing(value))) };
}

/**
 * A saved judgement as a draft that can be changed, to be judged in the way it was made, or else as the study `wishes`.
 * A ranking is never guessed from comparisons.
 */
export function draftOf(
  inForce: Pick<Annotation, 'judgement' | 'mode' | 'offsets'> | undefined,
  shown: ShownItem,
  wish: ModeName = 'rank',
): Draft {
  const { item, responses } = shown;
  const empty = emptyDraft(responses.length, modeFor(wish, responses.length));
  if (!inForce) return empty;
  const annotation = inCodePoints(inForce, responses);
  const {
    ranking,
    comparisons,
    acceptable,
    ratings,
    verdicts,
    winners,
    steps,
    critiques,
    rationale,
    flags,
    supports,
    confidence,
    clarification,
    demonstrations,
    because,
    rules,
  } = annotation.judgement;
  const index = (id: string): number => responses.findIndex((response) => response.id === id);
  const tiers = (ranking?.tiers ?? [])
    .map((tier) => tier.map(index).filter((at) => at >= 0))
    .filter((tier) => tier.length > 0);
  const values = new Map<string, (Rating | null)[]>();
  for (const { response, aspect, value } of ratings ?? []) {
    if (index(response) < 0) continue;
    const row = values.get(aspect) ?? responses.map(() => null);
    values.set(aspect, row.with(index(response), value ?? 'n/a'));
  }
  return {
    ...empty,
    mode: annotation.mode ?? (comparisons && !ranking ? 'pair' : empty.mode),
    places: placesOf(tiers, responses.length),
    comparisons: (comparisons ?? [])
      .filter(isSeen)
      .map(({ a, b, ...rest }): DraftComparison => ({ a: index(a), b: index(b), ...rest }))
      .filter(({ a, b }) => a >= 0 && b >= 0),
    ratings: Object.fromEntries(values),
    acceptable: responses.map(({ id }) => acceptable?.[id] ?? null),
    steps: responses.map(({ id, text }) => {
      const own = (steps ?? []).filter(({ response }) => response === id);
      return own.length > 0 ? stepsOfDraft(own, text) : null;
    }),
    verdicts: draftVerdicts(verdicts ?? [], index, responses.length),
    winners: Object.fromEntries(
      (winners ?? [])
        .map(
          ({ criterion, responses: ids }) =>
            [
              criterion,
              ids
                .map(index)
                .filter((at) => at >= 0)
                .sort((a, b) => a - b),
            ] as const,
        )
        .filter(([, indices]) => indices.length > 0),
    ),
    flags: (flags ?? [])
      .map(({ flag, response }) => ({ flag, index: response === undefined ? null : index(response) }))
      .filter(({ index: at }) => at !== -1),
    supports: (supports ?? [])
      .map(({ response, passage }) => ({
        index: index(response),
        passage: item.evidence?.findIndex(({ id }) => id === passage) ?? -1,
      }))
      .filter((each) => each.index >= 0 && each.passage >= 0),
    confidence: confidence ?? null,
    critiques: responses.map(({ id }) => critiques?.find(({ response }) => response === id)?.text ?? ''),
    critiqueParts: responses.map(({ id }) => {
      const {
        strengths = '',
        weaknesses = '',
        suggestion = '',
      } = critiques?.find(({ response }) => response === id) ?? noParts;
      return { strengths, weaknesses, suggestion };
    }),
    ...marksOf(annotation.judgement, responses, item),
    metaCritiques: draftMetaCritiques(annotation.judgement, shown),
    rationale: rationale ?? '',
    because: because ?? [],
    ...selectedRefinements(annotation.judgement, shown),
    rules: Object.fromEntries((rules ?? []).map(({ rule, version, scope }) => [rule, { version, scope }])),
    answers: (demonstrations ?? []).filter(isAnswer).map(({ turns }) => turns[0]?.content ?? ''),
    clarification: clarification ?? '',
  };
}

type Said<K extends keyof Judgement> = NonNullable<Judgement[K]>;

function comparisonsOf(draft: Draft, names: readonly string[], before: Judgement): Comparison[] {
  const made = draft.comparisons.map(({ a, b, ...rest }): Comparison => ({
    a: names[a] ?? '',
    b: names[b] ?? '',
    ...rest,
  }));
  return [...made, ...(before.comparisons ?? []).filter((each) => !isSeen(each))];
}

/**
 * The desk shows comparisons of the whole; those for one criterion only stay as they are, until a ranking replaces all
 * comparisons.
 */
const isSeen = ({ criterion }: Comparison): boolean => criterion === undefined;

function ratingsOf(draft: Draft, names: readonly string[], before: Judgement): Said<'ratings'> {
  return Object.entries(draft.ratings).flatMap(([aspect, values]) =>
    values.flatMap((rating, index) => {
      if (rating === null) return [];
      const response = names[index] ?? '';
      const value = rating === 'n/a' ? null : rating;
      const note = before.ratings?.find(
        (each) => each.response === response && each.aspect === aspect && each.value === value,
      )?.note;
      return [{ response, aspect, value, ...(note !== undefined && { note }) }];
    }),
  );
}

/** Also those by criteria that are no longer in force, which the desk does not show. */
function verdictsOf({ verdicts }: Draft, names: readonly string[]): Said<'verdicts'> {
  return Object.entries(verdicts).flatMap(([criterion, row]) =>
    row.flatMap((each, index) =>
      each
        ? [
            {
              response: names[index] ?? '',
              criterion,
              value: each.value,
              ...(each.note.trim() !== '' && { note: each.note }),
            },
          ]
        : [],
    ),
  );
}

function draftVerdicts(verdicts: Said<'verdicts'>, index: (id: string) => number, count: number): Verdicts {
  const rows = new Map<string, (DraftVerdict | null)[]>();
  for (const { response, criterion, value, note = '' } of verdicts) {
    const at = index(response);
    if (at < 0) continue;
    const row = rows.get(criterion) ?? new Array<DraftVerdict | null>(count).fill(null);
    row[at] = { value, note };
    rows.set(criterion, row);
  }
  return Object.fromEntries(rows);
}

function stepsOf(draft: Draft, { responses }: ShownItem, before: Judgement): Said<'steps'> {
  return draft.steps.flatMap((all, index) => {
    if (!all?.some(({ label }) => label !== null)) return [];
    const { id: response, text } = responses[index] ?? { id: '', text: '' };
    const ranges = stepRanges(all, text);
    return all.map(({ label, ...own }, step) => {
      const { start, end } = ranges[step] ?? own;
      const same = before.steps?.find(
        (each) => each.response === response && each.start === start && each.end === end && each.label === label,
      );
      return { ...same, response, start, end, label };
    });
  });
}

/** The desk shows answers that are one text. */
const isAnswer = ({ turns }: Said<'demonstrations'>[number]): boolean =>
  turns.length === 1 && turns[0]?.role === 'assistant' && turns[0].media === undefined;

/**
 * A draft that was made with other responses on the desk, as it is with those that are shown now: something was refined
 * meanwhile, or that was taken back. What was refined and is not among the responses any more is in hand again; what
 * was judged of it is gone.
 */
export function carriedOver(draft: Draft, from: ShownItem, to: ShownItem): Draft {
  if (from.seed === to.seed) return draft;
  const judgement = judgementOf(draft, from);
  return draftOf({ judgement, ...offsetsFromMessage(judgement), mode: draft.mode }, to);
}

const isNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
