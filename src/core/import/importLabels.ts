import { allJudgedByPeople, type Mapping } from '../dataset/fields/fieldMapping';
import { labelsArePartial } from '../dataset/items/partialLabels';
import type { Reading } from '../dataset/items/parse';
import { scan } from '../dataset/sources/scan';
import { expandSources } from '../dataset/sources/sources';
import { problem, UsageError } from '../model/problems/problem';
import type { Study } from '../study/study';
import type { ImportProgress, ImportResult } from './importResult';
import { unnamedJudge } from './judgeCounter';
import { LabelImport } from './labelImport';
import { labelledRecordOf, labelledRecords, type LabelledRecordOrProblem } from './labelledRecords';
import { OutcomeLabels } from './outcomeLabels';
import { fileReading, ownReading } from './labelReading';
import { StepItems } from './stepItems';
import { StudyItems, type StudyItemFinder } from './studyItems';
import { StudyItemsById } from './studyItemsById';

/**
 * Turns the labels of the study's dataset, or of `file`, into annotations of origin "imported" by `annotator`. The
 * labels of a file count for the items with the same id and content, or else with the same texts; those of a table
 * without texts for the items with the ids that it names. What rows of a file say of some responses each, as of one or
 * of two, is put together into one annotation of their item. A source that names its annotators or judges gives each a
 * journal of their own. Importing again writes only what changed.
 * @param options.outcomes takes the outcomes of the study's responses instead, as labels by the programs that say them
 * @param options.model the model that gave the labels which name nobody; null where people gave them, and where nothing
 *   is said `annotator` is a model if it has the name of one
 * @param options.layout how `file` is read, where that is not to be found by looking
 * @param options.mapping how labels are read: of `file` any field, of the study's own dataset what judges (`judging`),
 *   as its items stay as they are.
 * @throws `UsageError` for others
 * @param options.signal ends it; what was made of the study's own dataset until then is written
 * @param options.onProgress hears, often, how far it is
 * @param options.closes the study is closed next, so that what was written need not be replayed
 */
export async function importLabels(
  study: Study,
  options: {
    annotator: string;
    model?: string | null | undefined;
    file?: string | undefined;
    outcomes?: boolean | undefined;
    layout?: string | undefined;
    mapping?: Mapping;
    signal?: AbortSignal;
    now?: () => Date;
    closes?: boolean;
    onProgress?: (progress: ImportProgress) => void;
  },
): Promise<ImportResult> {
  const {
    annotator,
    model,
    file,
    outcomes = false,
    signal,
    now = () => new Date(),
    closes = false,
    onProgress,
  } = options;
  const paths = file === undefined ? study.data.paths : (await expandSources([file], process.cwd())).files;
  const reading =
    file === undefined
      ? ownReading(study.data.reading, options)
      : await fileReading(paths, options, study.data.reading);
  const from = outcomes ? 'outcomes' : file === undefined ? 'dataset' : reading.layout.name;
  const takesNone = !outcomes && (await labelsArePartial(paths, reading));
  const results = new OutcomeLabels();
  const areAllPeople = reading.mapping.judges === allJudgedByPeople;
  if (areAllPeople && typeof model === 'string') throw new UsageError(problem('import.modelOrPeople', { model }));
  const labels = new LabelImport(study, {
    annotator,
    unnamed: await unnamedJudge(study, annotator, areAllPeople ? null : model, file),
    from,
    now,
    inOrder: reading.layout.joins !== undefined,
    takesNone,
    said: reading.mapping.values,
    onProgress,
  });
  if (outcomes) await labels.takeOwn(outcomeRecords(study, results, signal), signal);
  else if (file === undefined) await labels.takeOwn(labelledRecords(paths, reading, study.rubrics, signal), signal);
  else await labels.takeOfOthers(scan(paths, reading, { signal }), await knownItems(study, paths, reading, signal));
  await labels.finish();
  if (!closes) await study.refresh();
  const types = study.project.task.spans ? undefined : labels.types.taxonomy();
  if (types) await study.changeProject((project) => ({ ...project, task: { ...project.task, spans: [...types] } }));
  return {
    ...labels.allCounts,
    ...(types && { spanTypes: types.length }),
    annotators: labels.annotators(),
    models: labels.models(),
    problems: [...labels.allProblems(), ...results.problems()],
  };
}

/** The outcomes of the study's items as labels of them. */
async function* outcomeRecords(
  { data, rubrics }: Study,
  results: OutcomeLabels,
  signal?: AbortSignal,
): AsyncGenerator<readonly LabelledRecordOrProblem[]> {
  for await (const batch of scan(data.paths, data.reading, { signal }))
    yield batch.map((parsed) =>
      'problem' in parsed
        ? parsed
        : labelledRecordOf(
            {
              item: parsed.item,
              labels: results.of(parsed.item, parsed.file),
              file: parsed.file,
              line: parsed.line,
              texts: undefined,
            },
            rubrics,
          ),
    );
}

/** The study's items, as the rows of a file find them. */
function knownItems(
  study: Study,
  paths: readonly string[],
  reading: Reading,
  signal?: AbortSignal,
): Promise<StudyItemFinder> {
  if (reading.layout.labelsOnly) return StudyItemsById.of(study, paths, reading, signal);
  return reading.layout.ofSteps ? StepItems.of(study, paths, reading, signal) : StudyItems.of(study, signal);
}
