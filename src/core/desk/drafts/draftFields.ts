import type { Draft } from '../../model/annotation/draft';
import { fieldNames, judgementFields, type FieldName, type FieldNameWith } from '../../model/annotation/fields';
import type { Comparison, DraftComparison } from '../../model/annotation/fields/comparisons';
import { noParts } from '../../model/annotation/fields/critiques';
import type { SameInDraft } from '../../model/annotation/fields/field';
import type { Judgement } from '../../model/annotation/judgement';
import { isByComparisons } from '../../model/annotation/mode';
import { placesOf, tiersOf } from '../../model/annotation/ranking';
import type { Rating } from '../../model/annotation/aspect';
import type { DraftVerdict, Verdicts } from '../../model/annotation/verdictSchemas';
import { critiquesOf, marksOf } from '../critiqueConversion';
import { passageId } from '../item/contextPanel';
import { refinementsOf, selectedRefinements } from '../item/refinements';
import type { ShownItem } from '../item/shownItem';
import { draftMetaCritiques, metaCritiquesOf } from '../othersCritiques/metaCritiqueConversion';
import { callsOf, draftCalls, draftRunSteps, numberOfStep, runStepsOf } from '../runs/runStepConversion';
import { lostSteps, stepRanges, stepsOfDraft } from '../stepOffsets';

/** A field of a judgement as annotators change it: responses by the index at which they are shown, texts as typed. */
interface DraftFieldOf<K extends keyof Judgement> {
  /** What the draft says of it, in the journal's terms; nothing, or empty, where it says nothing. */
  readonly toJudgement: (draft: Draft, shown: ShownItem, before: Judgement) => Judgement[K] | undefined;
  /** The part of a draft that holds it. */
  readonly toDraft: (judgement: Judgement, shown: ShownItem) => Partial<Draft>;
}

/** The fields that a draft has in another form than a journal; a skip is made at once, and no draft has it. */
type ConvertedFields = { readonly [K in Exclude<FieldName, FieldNameWith<'saved'> | 'skip'>]: DraftFieldOf<K> };

const converted: ConvertedFields = {
  ranking: {
    toJudgement: (draft, shown) => {
      const tiers = tiersIn(draft, shown);
      return tiers.length > 0 && !isByPairs(draft, tiers) ? { tiers } : undefined;
    },
    toDraft: ({ ranking }, { responses }) => {
      const tiers = (ranking?.tiers ?? [])
        .map((tier) => tier.map((id) => indexOf(responses, id)).filter((at) => at >= 0))
        .filter((tier) => tier.length > 0);
      return { places: placesOf(tiers, responses.length) };
    },
  },
  comparisons: {
    toJudgement: (draft, shown, before) => {
      const tiers = tiersIn(draft, shown);
      return tiers.length > 0 && !isByPairs(draft, tiers) ? undefined : comparisonsOf(draft, shown, before);
    },
    toDraft: ({ comparisons = [] }, { responses }) => ({
      comparisons: comparisons
        .filter(isSeen)
        .map(({ a, b, ...rest }): DraftComparison => ({ a: indexOf(responses, a), b: indexOf(responses, b), ...rest }))
        .filter(({ a, b }) => a >= 0 && b >= 0),
    }),
  },
  acceptable: {
    toJudgement: ({ acceptable }, shown) =>
      Object.fromEntries(acceptable.flatMap((value, at) => (value === null ? [] : [[idAt(shown, at), value]]))),
    toDraft: ({ acceptable }, { responses }) => ({ acceptable: responses.map(({ id }) => acceptable?.[id] ?? null) }),
  },
  ratings: { toJudgement: ratingsOf, toDraft: draftRatings },
  verdicts: { toJudgement: verdictsOf, toDraft: draftVerdicts },
  winners: {
    toJudgement: ({ winners }, shown) =>
      Object.entries(winners).map(([criterion, indices]) => ({
        criterion,
        responses: indices.map((at) => idAt(shown, at)),
      })),
    toDraft: ({ winners = [] }, { responses }) => ({
      winners: Object.fromEntries(
        winners
          .map(({ criterion, responses: ids }) => {
            const indices = ids.map((id) => indexOf(responses, id)).filter((at) => at >= 0);
            return [criterion, indices.sort((a, b) => a - b)] as const;
          })
          .filter(([, indices]) => indices.length > 0),
      ),
    }),
  },
  steps: {
    toJudgement: stepsOf,
    toDraft: ({ steps = [] }, { responses }) => ({
      steps: responses.map(({ id, text }) => {
        const own = stepsOfDraft(
          steps.filter(({ response }) => response === id),
          text,
        );
        return own.length > 0 ? own : null;
      }),
    }),
  },
  runSteps: { toJudgement: runStepsOf, toDraft: draftRunSteps },
  calls: { toJudgement: callsOf, toDraft: draftCalls },
  diffComments: {
    toJudgement: ({ diffComments }, shown) =>
      diffComments.flatMap((own, index) =>
        own.map(({ note, ...comment }) => ({
          response: idAt(shown, index),
          ...comment,
          ...(note.trim() !== '' && { note }),
        })),
      ),
    toDraft: ({ diffComments = [] }, { responses }) => ({
      diffComments: responses.map(({ id }) =>
        diffComments
          .filter(({ response }) => response === id)
          .map(({ response: _, note = '', ...comment }) => ({ ...comment, note })),
      ),
    }),
  },
  takeovers: {
    toJudgement: ({ takeovers }, shown) =>
      takeovers.flatMap((own, index) => (own ? [{ response: idAt(shown, index), ...own }] : [])),
    toDraft: ({ takeovers = [] }, { responses }) => ({
      takeovers: responses.map(({ id }) => {
        const own = takeovers.find(({ response }) => response === id);
        if (!own) return null;
        const { response: _, ...rest } = own;
        return rest;
      }),
    }),
  },
  critiques: {
    toJudgement: critiquesOf,
    toDraft: (judgement, { responses, item }) => {
      const own = responses.map(({ id }) => judgement.critiques?.find(({ response }) => response === id));
      return {
        critiques: own.map((critique) => critique?.text ?? ''),
        critiqueParts: own.map((critique) => {
          const { strengths = '', weaknesses = '', suggestion = '' } = critique ?? noParts;
          return { strengths, weaknesses, suggestion };
        }),
        critiqueSteps: responses.map((response, index) => numberOfStep(own[index]?.step, response)),
        ...marksOf(judgement, responses, item),
      };
    },
  },
  flags: {
    toJudgement: ({ flags }, shown) =>
      flags.map(({ flag, index }) => ({ flag, ...(index !== null && { response: idAt(shown, index) }) })),
    toDraft: ({ flags = [] }, { responses }) => ({
      flags: flags
        .map(({ flag, response }) => ({ flag, index: response === undefined ? null : indexOf(responses, response) }))
        .filter(({ index }) => index !== -1),
    }),
  },
  supports: {
    toJudgement: ({ supports }, shown) =>
      supports.flatMap(({ index, passage }) => {
        const id = passageId(shown.item, passage);
        return id === undefined ? [] : [{ response: idAt(shown, index), passage: id }];
      }),
    toDraft: ({ supports = [] }, { item, responses }) => ({
      supports: supports
        .map(({ response, passage }) => ({
          index: indexOf(responses, response),
          passage: item.evidence?.findIndex(({ id }) => id === passage) ?? -1,
        }))
        .filter((each) => each.index >= 0 && each.passage >= 0),
    }),
  },
  demonstrations: {
    toJudgement: ({ answers }, _, { demonstrations = [] }) => [
      ...answers
        .filter((answer) => answer.trim() !== '')
        .map((content) => ({ turns: [{ role: 'assistant', content }] })),
      ...demonstrations.filter((each) => !isAnswer(each)),
    ],
    toDraft: ({ demonstrations = [] }) => ({
      answers: demonstrations.filter(isAnswer).map(({ turns }) => turns[0]?.content ?? ''),
    }),
  },
  refinements: { toJudgement: refinementsOf, toDraft: selectedRefinements },
  metaCritiques: {
    toJudgement: metaCritiquesOf,
    toDraft: (judgement, shown) => ({ metaCritiques: draftMetaCritiques(judgement, shown) }),
  },
  rules: {
    toJudgement: ({ rules }) =>
      Object.entries(rules)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([rule, { version, scope }]) => ({ rule, version, scope })),
    toDraft: ({ rules = [] }) => ({
      rules: Object.fromEntries(rules.map(({ rule, version, scope }) => [rule, { version, scope }])),
    }),
  },
};

/** Finds how a field is converted: as is said above, or as it says itself. */
function conversionOf(name: Exclude<FieldName, 'skip'>): DraftFieldOf<FieldName> {
  if (isConverted(name)) return converted[name];
  const field = judgementFields[name] as SameInDraft<unknown, unknown>;
  return {
    toJudgement: (draft) => field.saved(draft[name]) as Judgement[typeof name],
    toDraft: (judgement) => ({ [name]: field.drafted(judgement[name]) }),
  };
}

const isConverted = (name: FieldName): name is keyof ConvertedFields => Object.hasOwn(converted, name);

/** The fields of a judgement between journal and draft, in the order in which a line of the journal has them. */
export const draftFields: ReadonlyMap<string, DraftFieldOf<FieldName>> = new Map(
  fieldNames.flatMap((name) => (name === 'skip' ? [] : [[name, conversionOf(name)]])),
);

type Said<K extends keyof Judgement> = NonNullable<Judgement[K]>;

const idAt = ({ responses }: ShownItem, index: number): string => responses[index]?.id ?? '';
const indexOf = (responses: ShownItem['responses'], id: string): number =>
  responses.findIndex((response) => response.id === id);

const tiersIn = ({ places }: Draft, shown: ShownItem): string[][] =>
  tiersOf(places).map((tier) => tier.map((index) => idAt(shown, index)));

/**
 * A judgement is a ranking or comparisons: where a draft holds both, the way in which it is judged now decides.
 */
const isByPairs = ({ comparisons, mode }: Draft, tiers: readonly unknown[]): boolean =>
  comparisons.length > 0 && (isByComparisons(mode) || tiers.length === 0);

function comparisonsOf(draft: Draft, shown: ShownItem, before: Judgement): Comparison[] {
  const made = draft.comparisons.map(({ a, b, ...rest }): Comparison => ({
    a: idAt(shown, a),
    b: idAt(shown, b),
    ...rest,
  }));
  return [...made, ...(before.comparisons ?? []).filter((each) => !isSeen(each))];
}

/**
 * The desk shows comparisons of the whole; those for one criterion only stay as they are, until a ranking replaces all
 * comparisons.
 */
const isSeen = ({ criterion }: Comparison): boolean => criterion === undefined;

function ratingsOf(draft: Draft, shown: ShownItem, before: Judgement): Said<'ratings'> {
  return Object.entries(draft.ratings).flatMap(([aspect, values]) =>
    values.flatMap((rating, index) => {
      if (rating === null) return [];
      const response = idAt(shown, index);
      const value = rating === 'n/a' ? null : rating;
      const note = before.ratings?.find(
        (each) => each.response === response && each.aspect === aspect && each.value === value,
      )?.note;
      return [{ response, aspect, value, ...(note !== undefined && { note }) }];
    }),
  );
}

/** Also those by criteria that are no longer in force, which the desk does not show. */
function verdictsOf({ verdicts }: Draft, shown: ShownItem): Said<'verdicts'> {
  return Object.entries(verdicts).flatMap(([criterion, row]) =>
    row.flatMap((each, index) =>
      each
        ? [
            {
              response: idAt(shown, index),
              criterion,
              value: each.value,
              ...(each.note.trim() !== '' && { note: each.note }),
            },
          ]
        : [],
    ),
  );
}

function draftRatings({ ratings = [] }: Judgement, { responses }: ShownItem): Partial<Draft> {
  const values = new Map<string, (Rating | null)[]>();
  for (const { response, aspect, value } of ratings) {
    const index = indexOf(responses, response);
    if (index < 0) continue;
    const row = values.get(aspect) ?? responses.map(() => null);
    values.set(aspect, row.with(index, value ?? 'n/a'));
  }
  return { ratings: Object.fromEntries(values) };
}

function draftVerdicts({ verdicts = [] }: Judgement, { responses }: ShownItem): { verdicts: Verdicts } {
  const rows = new Map<string, (DraftVerdict | null)[]>();
  for (const { response, criterion, value, note = '' } of verdicts) {
    const index = indexOf(responses, response);
    if (index < 0) continue;
    const row = rows.get(criterion) ?? responses.map(() => null);
    row[index] = { value, note };
    rows.set(criterion, row);
  }
  return { verdicts: Object.fromEntries(rows) };
}

function stepsOf(draft: Draft, { responses }: ShownItem, before: Judgement): Said<'steps'> {
  return draft.steps.flatMap((all, index) => {
    const { id: response, text } = responses[index] ?? { id: '', text: '' };
    const lost = lostSteps(before.steps?.filter((step) => step.response === response) ?? [], text);
    if (!all?.some(({ label }) => label !== null)) return lost;
    const ranges = stepRanges(all, text);
    const judged = all.map(({ label, ...own }, step) => {
      const { start, end } = ranges[step] ?? own;
      const same = before.steps?.find(
        (each) => each.response === response && each.start === start && each.end === end && each.label === label,
      );
      return { ...same, response, start, end, label };
    });
    return [...judged, ...lost];
  });
}

/** The desk shows answers that are one text. */
const isAnswer = ({ turns }: Said<'demonstrations'>[number]): boolean =>
  turns.length === 1 && turns[0]?.role === 'assistant' && turns[0].media === undefined;
