import type { Comparison } from '../../../model/annotation/annotation';
import { field, listInText, pathsIn, wrongValue, type LayoutError } from '../../fields/recordFields';
import {
  betterNames,
  hasWord,
  modelOfBothNames,
  placeEndings,
  plainName,
  responseStems,
  winnerWords,
  wordsIn,
} from '../../fields/fieldWords';
import { remembered } from '../../fields/remembered';
import { booleanOf, type RecordReader } from '../../records/recordReader';
import { byShape } from '../../records/recordShape';
import { contextAndEvidenceFields } from '../texts/contextAndEvidence';
import { ratingIn } from '../labels/numericJudgements';
import { labelsByJudge, voterOf, type Said } from '../labels/whoJudged';
import {
  pairMeanings,
  outcomeNamed,
  tieNamed,
  unreadLabel,
  unreadOf,
  unreadRating,
  type NamedSide,
  type UnreadLabel,
} from '../labels/labelCodes';
import type { Content, Label, Layout } from '../layout';
import { itemContent } from '../texts/itemContent';
import { modelOf } from '../texts/nestedValues';
import { promptByFieldName, withEarlier } from '../texts/promptByFieldName';
import { votesAt, type Vote } from '../labels/votes';

/** The fields of a record that may say which is better, by their names. */
const sayingBetter = byShape(({ keys }) => keys.filter((key) => betterNames.test(plainName(key))));

/** A field with one of two responses, one with the model that wrote it, and what it may be called but for that model. */
interface Place {
  readonly key: string;
  readonly model: string | undefined;
  readonly names: readonly string[];
}

/** One of two responses. */
interface Side extends NamedSide {
  readonly key: string;
  readonly model?: string;
}

/**
 * `{prompt, response_a, response_b, winner}`: two responses in fields that differ by a letter, a number or a word,
 * under any of the names in use, and perhaps which is better. The label counts where it names one of them, or a tie; a
 * number does not, as it means the first response in one file and the second in another, until a person says which.
 */
export const pairedResponses: Layout = {
  name: 'paired-responses',
  title: 'A prompt and two responses in one field each, optionally with the better one',
  origin:
    'what people write by hand; princeton-nlp/LLMBar, Dataset (output_1, output_2); tatsu-lab/alpaca_eval, outputs_pairs',
  fields: {
    id: 'id',
    prompt: 'prompt',
    first: 'first',
    second: 'second',
    label: 'label',
    rating: 'rating',
    annotator: 'annotator',
    tools: 'tools',
    ...contextAndEvidenceFields,
  },
  several: ['rating', 'label'],
  joined: ['prompt'],
  free: { names: ['prompt', 'first', 'second', 'label', 'rating'] },
  hasCodes: true,
  matches: (record) =>
    sidesAt(record) !== undefined && (isPromptNamed(record) || promptByFieldName(record) !== undefined),
  read(record): Content {
    const sides = sidesAt(record);
    if (!sides) throw noSidesAt(record);
    const asked = withEarlier(
      record,
      (isPromptNamed(record) ? undefined : promptByFieldName(record)) ?? record.promptAt(),
    );
    const responses = sides.map(({ key, text: answer, model }) => ({ id: key, text: answer, ...modelOf(model) }));
    for (const { key } of sides) record.value(key);
    for (const [name, { key }] of [
      ['first', sides[0]],
      ['second', sides[1]],
    ] as const)
      record.noteFound(name, key);
    return itemContent(record, asked, responses, labelsAt(record, sides));
  },
};

/** Whether the prompt stands where the layout or a mapping says: in one field, or in several together. */
const isPromptNamed = (record: RecordReader): boolean => record.has('prompt') || record.several('prompt') !== undefined;

function labelsAt(record: RecordReader, sides: readonly [Side, Side]): Pick<Content, 'labels' | 'unread'> {
  const flags = winnersIn(record).map(({ key }) => key);
  const isFlagged = pathsIn(record.record, record.path('label')).some((path) => flags.includes(path));
  const votes = isFlagged ? undefined : votesAt(record, 'label');
  if (votes) return labelsOfVotes(record, sides, votes);
  const flagged = flaggedOutcome(record, sides);
  const {
    outcome,
    by = '',
    unread = ungraded(record),
  } = flagged === undefined ? outcomeAt(record, sides) : { outcome: flagged };
  const ratings = ratingsAt(record, sides);
  if (outcome === undefined && ratings.length === 0) return unread ? { unread } : {};
  const compared: Said[] =
    outcome === undefined
      ? []
      : [{ path: by, judgement: { comparisons: [{ a: sides[0].key, b: sides[1].key, outcome }] } }];
  const names = (): string[] => sides.flatMap(({ key, model }) => (model === undefined ? [key] : [key, model]));
  return { labels: labelsByJudge(record, [...compared, ...ratings], names), ...(unread && { unread }) };
}

/** A label for each person who said which is better. */
function labelsOfVotes(
  record: RecordReader,
  sides: readonly [Side, Side],
  votes: readonly Vote[],
): Pick<Content, 'labels' | 'unread'> {
  const labels = votes.flatMap((vote): Label[] => {
    const outcome = outcomeNamed(record, vote.value, sides);
    return outcome === undefined
      ? []
      : [
          {
            ...voterOf(record, vote),
            judgement: { comparisons: [{ a: sides[0].key, b: sides[1].key, outcome }] },
          },
        ];
  });
  if (labels.length > 0) record.useAll('label');
  const unread = unreadOf(
    record.path('label'),
    votes.filter(({ value }) => outcomeNamed(record, value, sides) === undefined).map(({ value }) => value),
    pairMeanings,
  );
  return { ...(labels.length > 0 && { labels }), ...(unread && { unread }) };
}

/**
 * Ratings of both responses: two numbers in one list, in their order, or fields of their own, `A_clarity` and
 * `B_clarity`: each is of the response whose name's own word stands in its, on the aspect of the others.
 */
function ratingsAt(record: RecordReader, sides: readonly [Side, Side]): Said[] {
  if (record.path('rating') === 'rating') return [];
  const [first, second] = sides.map(({ key }) => wordsIn(key));
  const own = [first?.filter((word) => !second?.includes(word)), second?.filter((word) => !first?.includes(word))];
  return pathsIn(record.record, record.path('rating')).flatMap((path): Said[] => {
    const both = listInText(field(record.record, path));
    if (Array.isArray(both)) {
      const ratings = both.flatMap((value: unknown, at) => {
        const rating = sides[at] && ratingIn(sides[at].key, path.split('.').at(-1) ?? path, value);
        return rating ? [rating] : [];
      });
      if (both.length !== 2 || ratings.length !== 2) return [];
      record.value(path);
      return [{ path, judgement: { ratings } }];
    }
    const words = wordsIn(path);
    const at = own.findIndex(
      (each) => each !== undefined && each.length > 0 && each.every((word) => words.includes(word)),
    );
    const side = sides[at];
    const aspect = words.filter((word) => !own[at]?.includes(word)).join(' ') || 'rating';
    const rating = side && ratingIn(side.key, aspect, field(record.record, path));
    if (!rating) return [];
    record.value(path);
    return [{ path: aspect, judgement: { ratings: [rating] } }];
  });
}

/** The fields of a record that are called after a winner, or a tie, with what else they are called. */
const winnersIn = byShape(({ keys }) => {
  const named = keys.flatMap((key) => {
    const words = wordsIn(key);
    const of = words.filter((word) => !winnerWords.has(word)).join('');
    const isTie = tieNamed(of) === 'tie' && words.length <= 2;
    return isTie || (of !== '' && hasWord(words, winnerWords)) ? [{ key, of, isTie }] : [];
  });
  return named.filter(({ isTie }) => !isTie).length < 2 ? [] : named;
});

/**
 * What a record says with a field for each response, and one for a tie, of which one is 1: `winner_model_a`,
 * `winner_model_b`, `winner_tie` (lmsys/lmsys-arena-human-preference-55k); undefined where there are none, or more than
 * one is 1.
 */
function flaggedOutcome(record: RecordReader, sides: readonly [Side, Side]): Comparison['outcome'] | undefined {
  const winners = winnersIn(record);
  if (winners.length === 0) return undefined;
  const own = sides.map(({ names }) => names.map(plainName));
  const flags = winners.flatMap(({ key, of, isTie }): { key: string; flag: boolean; outcome: 'a' | 'b' | 'tie' }[] => {
    const value = record.record[key];
    const flag = typeof value === 'string' && value.length > 5 ? undefined : booleanOf(value);
    if (flag === undefined) return [];
    if (isTie) return [{ key, flag, outcome: 'tie' }];
    const at = own.findIndex((names) => names.includes(of));
    return at < 0 ? [] : [{ key, flag, outcome: at === 0 ? 'a' : 'b' }];
  });
  const isOfBoth = ['a', 'b'].every((side) => flags.filter(({ outcome }) => outcome === side).length === 1);
  const [said, ...more] = flags.filter(({ flag }) => flag);
  if (!isOfBoth || !said || more.length > 0) return undefined;
  for (const { key } of flags) record.value(key);
  record.noteFound('label', ...flags.map(({ key }) => key));
  return said.outcome;
}

/** What stands where ratings do and is none. */
const ungraded = (record: RecordReader): UnreadLabel | undefined =>
  record.path('rating') === 'rating'
    ? undefined
    : pathsIn(record.record, record.path('rating')).flatMap(
        (path) => unreadRating(path, [listInText(field(record.record, path))].flat()) ?? [],
      )[0];

function outcomeAt(
  record: RecordReader,
  sides: readonly [Side, Side],
): { readonly outcome?: Comparison['outcome']; readonly by?: string; readonly unread?: UnreadLabel } {
  const keys = field(record.record, record.path('label')) !== undefined ? [record.path('label')] : sayingBetter(record);
  const said = keys.map((key) => ({ key, outcome: outcomeNamed(record, field(record.record, key), sides) }));
  const telling = said.filter(({ outcome }) => outcome !== undefined);
  const [first] = telling;
  if (first?.outcome !== undefined && telling.every(({ outcome }) => outcome === first.outcome)) {
    for (const { key } of telling) record.value(key);
    record.noteFound('label', first.key);
    return { outcome: first.outcome, by: first.key };
  }
  const isLabel = keys.length === 1 && keys[0] !== pairedResponses.fields.label && keys[0] === record.path('label');
  const [unread] = keys.flatMap((key) => unreadLabel(key, field(record.record, key), pairMeanings, isLabel) ?? []);
  if (unread) record.noteFound('label', unread.path);
  return unread ? { unread } : {};
}

/** Whether a value names one of two responses that stand beside it, and so is no response itself. */
export function namesResponse(record: RecordReader, value: unknown): boolean {
  const sides = sidesAt(record);
  return sides !== undefined && outcomeNamed(record, value, sides) !== undefined;
}

function sidesAt(record: RecordReader): readonly [Side, Side] | undefined {
  const { mapped, isMapped, byName } = placesBy(record);
  // Two fields that nobody mapped hold responses only where they hold more than a word.
  const places =
    record.hasText('first', 'second') &&
    (isMapped || ['first', 'second'].every((name) => /\S\s+\S/.test(record.textAt(name))))
      ? mapped
      : byName;
  return places && sidesOf(record, places);
}

/** Two fields that may hold the responses, and what these are called. */
interface Places {
  readonly fields: readonly [first: Place, second: Place];
  /** @param models `Models` as JSON */
  readonly namesBy: (models: string) => Names;
}

type Names = readonly [first: readonly string[], second: readonly string[]];
/** The models that wrote two responses, where they are named. */
type Models = readonly [first: string | null | undefined, second: string | null | undefined];
const noModels = JSON.stringify([null, null]);

function sidesOf(record: RecordReader, { fields: [first, second], namesBy }: Places): [Side, Side] {
  const modelOf = ({ model }: Place): string | undefined => (model === undefined ? undefined : record.textAt(model));
  const models: Models = [modelOf(first), modelOf(second)];
  const names = namesBy(first.model === undefined && second.model === undefined ? noModels : JSON.stringify(models));
  const sideOf = ({ key }: Place, at: 0 | 1): Side => {
    const model = models[at];
    return { key, text: record.textAt(key), names: names[at], ...(model != null && { model }) };
  };
  return [sideOf(first, 0), sideOf(second, 1)];
}

/** Fields with a text by their plain names; of two with one name the first. */
type TextFields = ReadonlyMap<string, string>;

/** Where two responses may stand: where a mapping says, and by their names, unless more than two may be there. */
const placesBy = byShape((shape) => {
  const texts = new Map<string, string>();
  for (const key of shape.texts) if (!texts.has(plainName(key))) texts.set(plainName(key), key);
  const named = (fields: Places['fields']): Places => ({
    fields,
    namesBy: remembered((models) => namesOfBoth(fields, JSON.parse(models) as Models), { most: 1000, longest: 200 }),
  });
  const [first, second] = [shape.path('first'), shape.path('second')];
  const [found] = placesIn(texts);
  return {
    mapped: named([
      withOwnWords(placeOf(texts, first, '', endingOf(first)), second),
      withOwnWords(placeOf(texts, second, '', endingOf(second)), first),
    ]),
    isMapped: first !== pairedResponses.fields.first || second !== pairedResponses.fields.second,
    byName: found && named(found),
  };
});

function placesIn(texts: TextFields): readonly Places['fields'][] {
  const found = responseStems.flatMap((stem) =>
    placeEndings.flatMap(([one, other, third]): Places['fields'][] => {
      // Letters from the middle are told from other words by what stands in the fields (`recognition/families`).
      if (third === undefined) return [];
      const at = (ending: string): string | undefined =>
        texts.get(`${stem}${ending}`) ?? (ending.length > 3 ? texts.get(`${ending}${stem}`) : undefined);
      const [a, b] = [at(one), at(other)];
      return a === undefined || b === undefined || at(third) !== undefined || (one === '1' && at('0') !== undefined)
        ? []
        : [[placeOf(texts, a, stem, one), placeOf(texts, b, stem, other)]];
    }),
  );
  return found.length === 1 ? found : [];
}

function placeOf(texts: TextFields, key: string, stem: string, ending: string): Place {
  const ofBoth = modelOfBothNames.map((name) => texts.get(name)).find((each) => each !== undefined);
  const ofModel = [`model${ending}`, `${stem}${ending}model`, `${stem}model${ending}`];
  const isWord = !/^\d?$/.test(ending);
  return {
    key,
    model: [...texts].find(([name]) => ofModel.includes(name))?.[1] ?? ofBoth,
    names: [
      key,
      ...(ending === '' ? [] : [`model${ending}`, `response${ending}`, `answer${ending}`, `assistant${ending}`]),
      ...(isWord ? [ending] : []),
    ],
  };
}

/** Why a record has no two responses: one of the fields that would hold them holds something else. */
function noSidesAt(record: RecordReader): LayoutError {
  const names = responseStems.flatMap((stem) =>
    placeEndings.flatMap(([one, other]) => [`${stem}${one}`, `${stem}${other}`]),
  );
  const odd = Object.entries(record.record).find(
    ([key, value]) => names.includes(plainName(key)) && typeof value !== 'string',
  );
  return odd && !record.has('first')
    ? wrongValue(odd[0], odd[1], 'textAsOther', 'first')
    : record.wrong('first', record.value('first'), 'textAsSecond');
}

/** What tells a field from its sibling: the letter, number or word that its name ends with. */
const endingOf = (key: string): string =>
  plainName(/(?:\d+|(?<![a-z])[a-z]|one|two|first|second|left|right)$/i.exec(key.replaceAll(/[-_]/g, ' '))?.[0] ?? '');

const wordsOfPlaces = [
  ['a', 'first', 'left', 'one'],
  ['b', 'second', 'right', 'two'],
] as const;

/**
 * What two responses are called: by their places, their models, and the letters and words for the first and the second
 * where their fields' own endings do not say otherwise: "A" is `answer1`. Numbers are not: some count from 0.
 */
function namesOfBoth(places: Places['fields'], models: Models): Names {
  const [first = [], second = []] = places.map(({ names }, at) => [
    ...names,
    ...(models[at] == null ? [] : [models[at]]),
  ]);
  const [byFirst, bySecond] = [first.map(plainName), second.map(plainName)];
  const [ofFirst = [], ofSecond = []] = wordsOfPlaces.map((words) =>
    words.filter((word) => !byFirst.includes(word) && !bySecond.includes(word)),
  );
  const isFree = wordsOfPlaces.every((words, at) =>
    words.every((word) => !(at === 0 ? bySecond : byFirst).includes(word)),
  );
  return isFree
    ? [
        [...first, ...ofFirst.flatMap(namesWith)],
        [...second, ...ofSecond.flatMap(namesWith)],
      ]
    : [first, second];
}

/**
 * A response is named too by the words that its field's name has and the other's has not: "groq" is `groq_answer`
 * beside `gemini_answer`.
 */
function withOwnWords(place: Place, other: string): Place {
  const own = wordsIn(place.key)
    .filter((word) => !wordsIn(other).includes(word))
    .join('');
  return own.length < 2 || /^\d+$/.test(own) ? place : { ...place, names: [...place.names, own] };
}

/** A word alone, and behind what such a response is called. */
const namesWith = remembered((word): readonly string[] => [
  word,
  `model${word}`,
  `response${word}`,
  `answer${word}`,
  `output${word}`,
  `assistant${word}`,
]);
