import type { ExportOptions } from '../../../src/core/export/format';
import { critiqueTask } from '../../../src/core/export/judges/critiqueTask';
import type { Annotation, Judgement } from '../../../src/core/model/annotation/annotation';
import { TextOffsets } from '../../../src/core/model/text/codePoints';
import { turnsOf, type Item } from '../../../src/core/model/item/item';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import { assistant, pairsIn, pairsOfLabels, plainTurns, type PairTexts } from './formatRows';
import { wholeAspects, wholeCriteria, wholeQuestion, wholeScale, wholeSizes, type JudgedItem } from './arbitraryStudy';

/** What of a study a format holds, and how an importer gives it back: each way says both in words that compare. */

export type Read = readonly { readonly item: Item; readonly labels: readonly Label[] }[];

export interface RoundTrip {
  readonly layout: string;
  /** The items that one file holds, and the options that ask for them, where a file holds some of them only. */
  readonly files?: readonly {
    readonly options: Partial<ExportOptions>;
    readonly holds: (judged: JudgedItem) => boolean;
  }[];
  /** What there is to be held, and what came back of it, in words that compare; in no order. */
  readonly held: (judged: readonly JudgedItem[]) => readonly string[];
  readonly back: (read: Read) => readonly string[];
}

const keyed = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value));
const answerOf = (item: Item, id: string): string =>
  plainTurns(turnsOf(item.responses.find((response) => response.id === id) ?? { id, text: '' }));

export const pairs = (layout: string, holds: (pair: PairTexts) => boolean = () => true): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(judged.flatMap(({ item, judgement }) => pairsIn(item, judgement.ranking?.tiers ?? []).filter(holds))),
  back: (read) => keyed(pairsOfLabels(read)),
});

const labelsIn = (item: Item, acceptable: Readonly<Record<string, boolean>> = {}): [string, string, boolean][] =>
  Object.entries(acceptable).map(([id, good]) => [plainTurns(item.prompt), answerOf(item, id), good]);
export const labels = (layout: string, holds: (answer: string, good: boolean) => boolean = () => true): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, judgement }) =>
        labelsIn(item, judgement.acceptable).filter(([, answer, good]) => holds(answer, good)),
      ),
    ),
  back: (read) =>
    keyed(
      read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement }) => labelsIn(item, judgement.acceptable))),
    ),
});

const ratingsIn = (item: Item, { ratings = [] }: Judgement, names: readonly string[]): unknown[] =>
  item.responses.flatMap(({ id }) => {
    const own = ratings.filter(({ response }) => response === id);
    return own.length === 0
      ? []
      : [
          [
            plainTurns(item.prompt),
            answerOf(item, id),
            names.map((name) => own.find(({ aspect }) => aspect === name)?.value),
          ],
        ];
  });
/** @param names what the aspects are called in the file */
export const ratings = (layout: string, names: readonly string[] = wholeAspects): RoundTrip => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement }) => ratingsIn(item, judgement, wholeAspects))),
  back: (read) =>
    keyed(
      read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement }) => ratingsIn(item, judgement, names))),
    ),
});

const sides = (item: Item, tiers: readonly (readonly string[])[]): unknown[] =>
  tiers.flatMap((tier, depth) =>
    tier.flatMap((one, i) => [
      ...tier
        .slice(i + 1)
        .map((other) => [plainTurns(item.prompt), ...[answerOf(item, one), answerOf(item, other)].sort(), 'tie']),
      ...tiers
        .slice(depth + 1)
        .flat()
        .map((other) => [plainTurns(item.prompt), answerOf(item, one), answerOf(item, other)]),
    ]),
  );
/**
 * Of every two responses which is better, ties included. Where a file has what all annotators come to beside what each
 * of them said, as HelpSteer2-Preference has, that of one annotator is theirs.
 */
export const votes = (layout: string): RoundTrip => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement }) => sides(item, judgement.ranking?.tiers ?? []))),
  back: (read) => [
    ...new Set(
      keyed(
        read.flatMap(({ item, labels: found }) =>
          found.flatMap(({ judgement: { ranking, comparisons = [] } }) => [
            ...sides(item, ranking?.tiers ?? []),
            ...comparisons.flatMap(({ a, b, outcome }) =>
              sides(item, outcome === 'a' ? [[a], [b]] : outcome === 'b' ? [[b], [a]] : [[a, b]]),
            ),
          ]),
        ),
      ),
    ),
  ],
});

/** Orders of lists of one length: a file for each length that a generated study has. */
export const orders = (layout: string): RoundTrip => ({
  ...votes(layout),
  files: wholeSizes.map((listSize) => ({
    options: { listSize },
    holds: ({ item }: JudgedItem) => item.responses.length === listSize,
  })),
});

/**
 * Which responses are good and which are bad, where an item has some of both; of those of which nothing was said, the
 * best against all others.
 */
export const twoSides = (layout: string): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, judgement: { acceptable = {}, ranking } }) => {
        const said =
          Object.keys(acceptable).length > 0
            ? acceptable
            : Object.fromEntries(
                (ranking?.tiers ?? []).flatMap((tier, place) => tier.map((id) => [id, place === 0] as const)),
              );
        return new Set(Object.values(said)).size === 2 ? labelsIn(item, said) : [];
      }),
    ),
  back: labels(layout).back,
});

const textOf = (item: Item, id: string): string => item.responses.find((response) => response.id === id)?.text ?? '';
const promptIn = ({ prompt }: Item): string =>
  prompt
    .map(({ content }) => content)
    .join('\n')
    .trimEnd();

/**
 * The steps of each response with what is thought of them; what a step says without the number that a format gives it.
 */
const stepsIn = (item: Item, { steps = [] }: Judgement): unknown[] =>
  [...new Set(steps.map(({ response }) => response))].map((id) => {
    const offsets = new TextOffsets(textOf(item, id));
    return [
      promptIn(item),
      steps
        .filter(({ response }) => response === id)
        .map(({ start, end, label }) => {
          const range = offsets.utf16({ start, end });
          return [
            textOf(item, id)
              .slice(range?.start, range?.end)
              .replace(/^Step \d+: /, '')
              .trim(),
            label,
          ];
        }),
    ];
  });
export const steps = (layout: string): RoundTrip => ({ layout, ...comparing(stepsIn) });

/** A way that looks at each judgement alike, before and after. */
function comparing(told: (item: Item, judgement: Judgement) => readonly unknown[]): Pick<RoundTrip, 'held' | 'back'> {
  return {
    held: (judged) => keyed(judged.flatMap(({ item, judgement }) => told(item, judgement))),
    back: (read) =>
      keyed(read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement }) => told(item, judgement)))),
  };
}

/** Each edit with the text that it was made of. */
export const edits = (layout: string): RoundTrip => ({
  layout,
  ...comparing((item, { refinements = [] }) =>
    refinements.map(({ response, text }) => [plainTurns(item.prompt), textOf(item, response), text]),
  ),
});
export const editedPairs = (layout: string): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, judgement: { refinements = [] } }) =>
        refinements.map(({ response, text }): PairTexts => [
          plainTurns(item.prompt),
          plainTurns([{ role: 'assistant', content: text }]),
          answerOf(item, response),
        ]),
      ),
    ),
  back: (read) => keyed(pairsOfLabels(read)),
});

const isWritten = (text: string): boolean => text.trim() !== '';
const critiquesIn = (item: Item, { critiques = [] }: Judgement): unknown[] =>
  critiques
    .filter(({ text }) => isWritten(text))
    .map(({ response, text }) => [plainTurns(item.prompt), textOf(item, response), text]);
/** What was written on responses, in words; of two responses alone where a row is of two. */
export const written = (layout: string, size?: number): RoundTrip => ({
  layout,
  ...(size !== undefined && {
    files: [
      {
        options: {},
        holds: ({ item, judgement }) =>
          item.responses.length === size && (judgement.critiques ?? []).some(({ text }) => isWritten(text)),
      },
    ],
  }),
  ...comparing(critiquesIn),
});

/** Whether each response meets the one criterion that is a question. */
export const meets = (layout: string): RoundTrip => ({
  layout,
  ...comparing((item, { verdicts = [] }) =>
    verdicts.flatMap(({ response, criterion, value }) => {
      const text =
        item.criteria?.find(({ id }) => id === criterion)?.text ??
        (criterion === wholeQuestion.id ? wholeQuestion.text : undefined);
      return typeof value === 'boolean' && text !== undefined
        ? [[plainTurns(item.prompt), textOf(item, response), text, value]]
        : [];
    }),
  ),
});

/** Each response's grade by the scale, with its levels and the words that explain it. */
export const grades = (layout: string): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, judgement: { verdicts = [] } }) =>
        verdicts.flatMap(({ response, criterion, value, note }) =>
          criterion === wholeScale.id
            ? [[promptIn(item), textOf(item, response), wholeScale.text, wholeScale.levels, value, note]]
            : [],
        ),
      ),
    ),
  back: (read) =>
    keyed(
      read.flatMap(({ item, labels: found }) =>
        found.flatMap(({ judgement: { ratings: rated = [], critiques = [] } }) =>
          rated.map(({ response, value }) => [
            promptIn(item),
            textOf(item, response),
            item.criteria?.[0]?.text,
            item.criteria?.[0]?.levels,
            value,
            critiques[0]?.text,
          ]),
        ),
      ),
    ),
});

/** Pairs that somebody explained, by a rationale, or by critiques of both: with these words. */
export const explained = (layout: string): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, judgement: { ranking, rationale = '', critiques = [] } }) => {
        const words = new Map(critiques.map(({ response, text }) => [answerOf(item, response), text]));
        const order = item.responses.map(({ id }) => answerOf(item, id));
        return pairsIn(item, ranking?.tiers ?? []).flatMap((pair) => {
          const [one = '', other = ''] = pair
            .slice(1)
            .sort((a, b) => order.indexOf(a) - order.indexOf(b))
            .map((answer) => words.get(answer) ?? '');
          if (isWritten(rationale)) return [[pair, rationale]];
          return isWritten(one) && isWritten(other) ? [[pair, `Response A: ${one}\n\nResponse B: ${other}`]] : [];
        });
      }),
    ),
  back: (read) =>
    keyed(
      read.flatMap((each) =>
        each.labels.flatMap((label) =>
          pairsOfLabels([{ ...each, labels: [label] }]).map((pair) => [pair, label.judgement.rationale]),
        ),
      ),
    ),
});

/** What is marked in the first of four responses and missing from it, its edit, and all that is preferred. */
export const marked = (layout: string): RoundTrip => ({
  layout,
  files: [{ options: {}, holds: ({ item }) => item.responses.length === 4 }],
  ...comparing((item, { critiques = [], refinements = [], ranking, comparisons = [] }) => [
    ...critiques
      .slice(0, 1)
      .flatMap(({ spans = [], missing = [] }) => [
        ...spans.map(({ start, end, quote, type, note }) => ['marked', start, end, quote, type, note?.trim()]),
        ...missing.map(({ type, sentences }) => ['missing', type, sentences]),
      ]),
    ...refinements.slice(0, 1).map(({ text }) => ['edited', textOf(item, item.responses[0]?.id ?? ''), text]),
    ...sides(item, ranking?.tiers ?? []),
    ...comparisons.flatMap(({ a, b, outcome }) =>
      sides(item, outcome === 'a' ? [[a], [b]] : outcome === 'b' ? [[b], [a]] : [[a, b]]),
    ),
  ]),
});

/** Each edit with the text that it was made of, and what was written of that. */
export const criticisedEdits = (layout: string): RoundTrip => ({
  layout,
  ...comparing((item, { refinements = [], critiques = [] }) =>
    refinements.map(({ response, text }) => {
      const critique = critiques.find((each) => each.response === response)?.text ?? '';
      return [plainTurns(item.prompt), textOf(item, response), text, isWritten(critique) ? critique : ''];
    }),
  ),
});

const answersOf = (item: Item, { demonstrations = [] }: Judgement): unknown[] =>
  demonstrations.map(({ turns }) => [plainTurns(item.prompt), plainTurns(turns)]);
const answersBack: RoundTrip['back'] = (read) =>
  keyed(read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement }) => answersOf(item, judgement))));
/** Answers to imitate: what annotators wrote. */
export const answers = (layout: string): RoundTrip => ({
  layout,
  held: (judged) => keyed(judged.flatMap(({ item, judgement }) => answersOf(item, judgement))),
  back: answersBack,
});

/**
 * Answers to imitate: the responses that somebody found best and not bad, one an item, which are demonstrations when
 * they come back.
 */
export const best = (layout: string): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, judgement: { ranking, acceptable = {} } }) => {
        const [first = [], ...others] = ranking?.tiers ?? [];
        const one =
          others.length === 0
            ? undefined
            : item.responses.find(({ id }) => first.includes(id) && acceptable[id] !== false);
        return one ? [[plainTurns(item.prompt), answerOf(item, one.id)]] : [];
      }),
    ),
  back: answersBack,
});

/** Answers that a rule leaves as they are: the first of an order, for prompts that are not in its scope. */
export const kept = (layout: string): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, judgement: { ranking, rules = [] } }) =>
        rules
          .filter(({ scope }) => scope !== 'in')
          .flatMap(() => (ranking?.tiers[0] ?? []).map((id) => [plainTurns(item.prompt), answerOf(item, id)])),
      ),
    ),
  back: answersBack,
});
/** What was refined by a rule over what it was made of, in the rule's scope. */
export const refinedByRule = (layout: string): RoundTrip => ({
  ...editedPairs(layout),
  held: (judged) =>
    editedPairs(layout).held(
      judged.flatMap(({ judgement, ...each }) =>
        judgement.rules?.some(({ scope }) => scope === 'in')
          ? [
              {
                ...each,
                judgement: { refinements: judgement.refinements?.filter(({ rule }) => rule !== undefined) ?? [] },
              },
            ]
          : [],
      ),
    ),
});

/** Pairs of one criterion: what meets it better over what meets it less. */
export const byPrinciple = (layout: string): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, judgement: { verdicts = [] } }) =>
        wholeCriteria.flatMap((criterion) => {
          const own = verdicts.filter((each) => each.criterion === criterion.id);
          return own.flatMap((better) =>
            own.flatMap((worse) =>
              Number(better.value) > Number(worse.value)
                ? [
                    [
                      [plainTurns(item.prompt), answerOf(item, better.response), answerOf(item, worse.response)],
                      criterion.text,
                    ],
                  ]
                : [],
            ),
          );
        }),
      ),
    ),
  back: (read) =>
    keyed(read.flatMap((each) => pairsOfLabels([each]).map((pair) => [pair, each.item.criteria?.[0]?.text]))),
});

/** Edits of one response against each other: all strict pairs without it. */
export const amongEdits = (layout: string, original: string): RoundTrip => ({
  layout,
  files: [{ options: {}, holds: ({ item }) => item.responses.some(({ id }) => id === original) }],
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, judgement }) =>
        pairsIn(
          item,
          (judgement.ranking?.tiers ?? []).map((tier) => tier.filter((id) => id !== original)),
        ).map((pair) => [pair, textOf(item, original)]),
      ),
    ),
  back: (read) =>
    keyed(read.flatMap((each) => pairsOfLabels([each]).map((pair) => [pair, textOf(each.item, original)]))),
});

/** All verdicts: of whom, under what, by which criterion, and why. */
export const tableOfVerdicts = (layout: string): RoundTrip => {
  const rows = (
    item: Item,
    { verdicts = [] }: Judgement,
    annotator: string | undefined,
    context: string | undefined,
  ): unknown[] =>
    verdicts.map(({ response, criterion, value, note }) => [
      plainTurns(item.prompt),
      context,
      answerOf(item, response),
      item.criteria?.find(({ id }) => id === criterion)?.text ?? wholeCriteria.find(({ id }) => id === criterion)?.text,
      value,
      note,
      annotator,
    ]);
  return {
    layout,
    held: (judged) =>
      keyed(
        judged.flatMap(({ item, judgement, annotation: { annotator, context } }) =>
          rows(item, judgement, annotator, context),
        ),
      ),
    back: (read) =>
      keyed(
        read.flatMap(({ item, labels: found }) =>
          found.flatMap(({ judgement, annotator }) => rows(item, judgement, annotator, item.context)),
        ),
      ),
  };
};

/** What somebody says of critiques, with the critiques. */
export const judgedCritiques = (layout: string): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, annotation, meta }) =>
        metaOf(meta).map(({ response, critique, said: { soundness, agrees, accepted } }) => [
          plainTurns(item.prompt),
          meta.context,
          answerOf(item, response),
          annotation.annotator,
          critique,
          meta.annotator,
          soundness,
          agrees,
          accepted,
        ]),
      ),
    ),
  back: (read) =>
    keyed(
      read.flatMap(({ item, labels: found }) =>
        found.flatMap(({ annotator, ofCritiques = [] }) =>
          ofCritiques.map(({ response, critic, critique, soundness, agrees, accepted }) => [
            plainTurns(item.prompt),
            item.context,
            answerOf(item, response),
            critic.annotator,
            critique,
            annotator,
            soundness,
            agrees,
            accepted,
          ]),
        ),
      ),
    ),
});

/** Critiques that somebody made of others' over those, for the task to write one. */
export const madeCritiques = (layout: string): RoundTrip => ({
  layout,
  held: (judged) =>
    keyed(
      judged.flatMap(({ item, meta }) =>
        metaOf(meta).flatMap(({ response, critique, made }) => {
          const one = item.responses.find(({ id }) => id === response);
          return one
            ? [
                [
                  plainTurns([critiqueTask(item, one)]),
                  plainTurns([assistant(made)]),
                  plainTurns([assistant(critique)]),
                ],
              ]
            : [];
        }),
      ),
    ),
  back: (read) => keyed(pairsOfLabels(read)),
});

const metaOf = ({
  judgement: { metaCritiques = [] },
}: Annotation): {
  response: string;
  critique: string;
  made: string;
  said: { soundness?: string | undefined; agrees?: boolean | undefined; accepted?: boolean | undefined };
}[] =>
  metaCritiques.flatMap(({ response, critiques: [said], texts = [] }) =>
    said
      ? [{ response, critique: (texts[0]?.text ?? '').replace(/ And so on\.$/, ''), made: texts[0]?.text ?? '', said }]
      : [],
  );

/**
 * Formats in which a conversation of several turns becomes one text, from which it need not be had again; into the
 * study that has the turns its rows come back (`import/flattenedTexts`).
 */
export const ofTexts: Readonly<Record<string, RoundTrip>> = {
  'axolotl-reward': pairs('preference-pairs'),
  'trl-dpo-text': pairs('preference-pairs'),
  'trl-reward-text': pairs('preference-pairs'),
  'trl-kto-text': labels('kto'),
  rrhf: orders('rrhf'),
  rewardbench2: twoSides('reward-bench-2'),
  'trl-prm': steps('stepwise'),
  'math-shepherd': steps('math-shepherd'),
  'fg-rlhf': marked('fine-grained-rlhf'),
  'feedback-collection': grades('feedback-collection'),
  'preference-collection': explained('preference-collection'),
  'auto-j': votes('auto-j'),
  lipo: orders('lipo'),
  helpsteer2: ratings('helpsteer2'),
  ultrafeedback: ratings('ultrafeedback'),
  'helpsteer2-preference': votes('helpsteer2-preference'),
  refinements: criticisedEdits('refinements'),
  'sft-text': best('demonstrations'),
};
