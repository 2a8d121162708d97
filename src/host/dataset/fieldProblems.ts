import type { ProblemCode } from '../../core/model/problems';

/** What is wrong with how a dataset is read, so that other fields or another layout may help. */
const ofFields: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'dataset.itemLeftOut',
  'dataset.noArrayAt',
  'dataset.noObjectAt',
  'dataset.noRecordsAt',
  'dataset.noColumnsAt',
  'dataset.otherArray',
  'dataset.otherSheets',
  'dataset.innerRecords',
  'dataset.labelsWithoutMeaning',
  'dataset.labelsAreScores',
  'dataset.ranksOrNumbers',
  'dataset.rowsTogether',
  'dataset.rankingsDiffer',
  'dataset.rankingAndComparisons',
  'dataset.goodAndBad',
  'import.valuesUnknown',
  'layouts.noPromptInPair',
  'layouts.noResponseAmong',
  'layouts.noSharedBeginning',
  'layouts.potatoWithoutResponses',
  'recognition.noSuchField',
  'recognition.promptIsResponse',
  'recognition.pathLeadsNowhere',
  'recognition.noSuchLayout',
  'recognition.differentLayouts',
  'recognition.isOneObject',
  'recognition.isRun',
  'recognition.looksLikeRun',
  'recognition.noLayout',
  'recognition.notCertain',
  'recognition.nothingToCompare',
  'recognition.severalArrays',
  'study.labelsOnly',
  'study.layoutUnknown',
  'study.layoutReadsNothing',
  'study.mappingUnknown',
]);

/** Whether “Choose Fields…” may help against a problem. */
export const mayChooseFields = (code: ProblemCode | undefined): boolean => code !== undefined && ofFields.has(code);
