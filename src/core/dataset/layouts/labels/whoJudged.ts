import type { Judgement } from '../../../model/annotation/annotation';
import { allJudgedByPeople } from '../../fields/fieldMapping';
import { judgeFieldNames, judgeModelNames, modelName, plainName } from '../../fields/fieldWords';
import { isObject } from '../../fields/recordFields';
import type { RecordReader } from '../../records/recordReader';
import { byShape } from '../../records/recordShape';
import type { Label } from '../layout';
import { meaningfulText } from '../texts/nestedValues';
import { isModelJudge } from './judgeNames';
import { machineNamed } from './machineNames';
import type { Vote } from './votes';

/** Who gave the labels of a record: a person, a model that a field names, or a machine that the label's own name tells. */

/** Who gave a label. */
export type Judge = Pick<Label, 'annotator' | 'judge' | 'judgeByName'>;

/** The fields that name who judged, and whether that is a model by their names. */
const judgesIn = byShape(({ keys }) =>
  keys.flatMap((key) => {
    const isModel = judgeModelNames.test(plainName(key));
    return isModel || judgeFieldNames.test(plainName(key)) ? [{ key, isModel }] : [];
  }),
);

/** Whether a mapping names the judge in a field that is called a model's. */
const isMappedModel = byShape((shape) => judgeModelNames.test(plainName(shape.path('annotator'))));

/**
 * Who judged, where the record names somebody: a model under a name that says so, or whose value is called like a
 * model; else the annotator.
 */
export function whoJudged(record: RecordReader): Judge {
  const annotator = meaningfulText(record.value('annotator'));
  const ofModel = (name: string, isModel: boolean): Judge =>
    isModel && !areAllPeople(record) ? { judge: name } : judgeNamed(record, name);
  if (annotator !== undefined) return ofModel(annotator, isMappedModel(record));
  for (const { key, isModel } of judgesIn(record)) {
    const name = meaningfulText(record.record[key]);
    if (name === undefined || name.length > maxNameLength || !(isModel || isModelJudge(name))) continue;
    record.value(key);
    record.noteFound('annotator', key);
    return ofModel(name, isModel);
  }
  return {};
}

/** What is longer is no name; models are called by the folder that they lie in, too. */
const maxNameLength = 255;

/** Whether a person says that people gave all labels. */
const areAllPeople = (record: RecordReader): boolean => record.path('judges') === allJudgedByPeople;

/**
 * Who judged, by a name that a source has for people and models alike: a model where it is called like one, unless the
 * mapping `judges=people` says that people gave all labels.
 */
export const judgeNamed = (record: RecordReader, name: string | undefined): Judge =>
  name === undefined
    ? {}
    : isModelJudge(name) && !areAllPeople(record)
      ? { judge: name, judgeByName: true }
      : { annotator: name };

/** Who judged, by a name beside which its table says what it is: a person (`human`), a model, or of unknown origin. */
export const judgeOfOrigin = (record: RecordReader, name: string | undefined, origin: unknown): Judge =>
  name === undefined
    ? {}
    : origin === 'model'
      ? { judge: name }
      : origin === 'human'
        ? { annotator: name }
        : judgeNamed(record, name);

/** Who gave a vote: a person, or a machine that is called so, as its field may be too (`bert_score_label`). */
export const voterOf = (record: RecordReader, { annotator: name, isField }: Vote): Judge =>
  isField && name !== undefined && !modelName.test(name) && machineNamed(name) && !areAllPeople(record)
    ? { judge: name, judgeByName: true }
    : judgeNamed(record, name);

/** What a field of a record says of its responses. */
export interface Said {
  readonly path: string;
  readonly judgement: Judgement;
  /** The responses that were judged, where some were not (`Label.shown`). */
  readonly shown?: Label['shown'];
}

/**
 * What a record says as labels, one for each who judged: values under a machine's name (`judge_score`, `bert_score`)
 * are that machine's, all else is of whoever the record names (`whoJudged`). A judge that no name tells apart is the
 * model that the record names. The mapping `judges=people` says that people gave all of them.
 *
 * @param of what the values are of: names of responses and their models, which name no judge
 */
export function labelsByJudge(
  record: RecordReader,
  said: readonly Said[],
  of: () => readonly string[] = () => [],
): Label[] {
  if (said.length === 0) return [];
  const ofPeople = areAllPeople(record);
  const named = whoJudged(record);
  const isNamed = named.judge !== undefined || named.annotator !== undefined;
  const who =
    !isNamed && !ofPeople && isGradedByPromptfoo(record)
      ? { judge: 'promptfoo', judgeField: said[0]?.path ?? '' }
      : named;
  const people: Said[] = [];
  const byMachine = new Map<string, Said[]>();
  for (const each of said) {
    // Most paths name no machine, and then no names of responses are needed.
    const machine = ofPeople || !machineNamed(each.path) ? undefined : machineNamed(each.path, of());
    if (!machine || (machine.isAnyJudge && named.judge !== undefined)) people.push(each);
    else byMachine.set(machine.name, [...(byMachine.get(machine.name) ?? []), each]);
  }
  return [
    ...(people.length > 0 ? [{ ...who, ...together(people) }] : []),
    ...[...byMachine].map(([name, own]) => ({ judge: name, judgeField: own[0]?.path ?? '', ...together(own) })),
  ];
}

/**
 * Whether promptfoo's assertions gave a record its scores: rules, or a model that grades. What a person said in its
 * viewer is an assertion too, of a type of its own (promptfoo `HUMAN_ASSERTION_TYPE`, `hasHumanRating`).
 */
function isGradedByPromptfoo({ record: { gradingResult } }: RecordReader): boolean {
  if (!isObject(gradingResult) || !('pass' in gradingResult)) return false;
  const { componentResults } = gradingResult;
  return !(
    Array.isArray(componentResults) &&
    componentResults.some(
      (each) => isObject(each) && isObject(each['assertion']) && each['assertion']['type'] === 'human',
    )
  );
}

/** What several fields say, as one judgement. */
function together(said: readonly Said[]): Pick<Label, 'judgement' | 'shown'> {
  const [only, ...more] = said;
  if (only && more.length === 0 && !only.shown) return { judgement: only.judgement };
  const shown = said.find((each) => each.shown)?.shown;
  const ratings = said.flatMap(({ judgement }) => judgement.ratings ?? []);
  const judgement: Judgement = Object.assign(
    {},
    ...said.map((each) => each.judgement),
    ratings.length > 0 ? { ratings } : {},
  ) as Judgement;
  return { ...(shown && { shown }), judgement };
}
