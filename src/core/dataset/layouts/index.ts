import { ownValue } from '../../model/text/ownValue';
import { comparisonRows } from './tools/comparisonRows';
import { arena55k } from './pairs/arena55k';
import { arenaBattles } from './pairs/arenaBattles';
import { argilla } from './tools/argilla';
import { argillaTable } from './tools/argillaTable';
import { argillaV1 } from './tools/argillaV1';
import { armorm } from './ratings/armorm';
import { biggenBench } from './judges/biggenBench';
import { critiqueSoundness } from './judges/critiqueSoundness';
import { demonstrations } from './edits/demonstrations';
import { fineGrainedRlhf } from './ratings/fineGrainedRlhf';
import { judgeMessages } from './judges/judgeMessages';
import { labelStudio } from './tools/labelStudio';
import type { Layout } from './layout';
import { spanRows } from './labels/spanRows';
import { msSwift } from './pairs/msSwift';
import { oasstMessages } from './lists/oasstMessages';
import { questionsAndAnswers } from './lists/questionsAndAnswers';
import { oasstTrees } from './lists/oasstTrees';
import { pairedResponses } from './pairs/pairedResponses';
import { preferencePair } from './texts/preferencePair';
import { materialized } from './texts/materialized';
import { prm800k } from './steps/prm800k';
import { responseList } from './lists/responseList';
import {
  helpsteer2,
  helpsteer2Preference,
  helpsteer3Edit,
  helpsteer3EditQuality,
  helpsteer3Feedback,
  helpsteer3Preference,
  helpsteer3Principle,
} from './rows/helpsteer';
import { feedbackCollection, preferenceCollection } from './rows/prometheus';
import {
  autoJ,
  judgeBench,
  llmComparator,
  prmBench,
  rewardBench2,
  rmBench,
  rmb,
  rmbPairs,
  rmGallery,
} from './rows/benchmarks';
import { nemoAligner, nemoAlignerKto, nemoAlignerRegression, nemoAlignerRm, nemoRl } from './rows/nemo';
import {
  halos,
  kto,
  ktoMessages,
  lipo,
  mathShepherd,
  msSwiftRegression,
  msSwiftReranker,
  openaiPreference,
  tinkerComparisons,
  pro,
  rrhf,
  stepwise,
} from './rows/trainers';
import {
  nectar,
  pkuSafeRlhf,
  redTeamAttempts,
  shp,
  stackExchangePaired,
  summaryAxes,
  summaryComparisons,
} from './rows/hubs';
import { potato, principlePairs, refinements } from './rows/ownForms';
import { runs } from './runs/runs';
import { singleResponses } from './unpaired/singleResponses';
import { ultrafeedback } from './ratings/ultrafeedback';
import { verdicts } from './judges/verdicts';
import { webgptComparisons } from './pairs/webgptComparisons';

/** Every layout, the more particular before the more general: the first of those that match equally well is taken. */
export const layouts: readonly Layout[] = [
  runs,
  ultrafeedback,
  helpsteer2,
  helpsteer2Preference,
  helpsteer3Preference,
  helpsteer3Feedback,
  helpsteer3EditQuality,
  helpsteer3Edit,
  helpsteer3Principle,
  nectar,
  rrhf,
  lipo,
  pro,
  shp,
  pkuSafeRlhf,
  oasstTrees,
  oasstMessages,
  questionsAndAnswers,
  arenaBattles,
  arena55k,
  webgptComparisons,
  summaryComparisons,
  summaryAxes,
  redTeamAttempts,
  argilla,
  argillaTable,
  argillaV1,
  labelStudio,
  fineGrainedRlhf,
  prm800k,
  prmBench,
  mathShepherd,
  stepwise,
  rewardBench2,
  rmBench,
  judgeBench,
  rmb,
  rmbPairs,
  judgeMessages,
  autoJ,
  preferenceCollection,
  feedbackCollection,
  biggenBench,
  stackExchangePaired,
  llmComparator,
  rmGallery,
  pairedResponses,
  potato,
  openaiPreference,
  tinkerComparisons,
  nemoRl,
  nemoAligner,
  nemoAlignerKto,
  nemoAlignerRm,
  nemoAlignerRegression,
  halos,
  msSwiftReranker,
  msSwift,
  ktoMessages,
  kto,
  msSwiftRegression,
  armorm,
  verdicts,
  critiqueSoundness,
  comparisonRows,
  spanRows,
  refinements,
  principlePairs,
  responseList,
  preferencePair,
  demonstrations,
  singleResponses,
];

/** Names that projects may still have, of layouts that others read by now. */
const formerNames: Readonly<Record<string, Layout>> = Object.fromEntries(
  [
    'ultrafeedback-binarized',
    'ultrafeedback-cleaned',
    'distilabel-dpo',
    'scored-pairs',
    'reward-bench',
    'transcript-pairs',
    'sharegpt-pairs',
  ].map((name) => [name, preferencePair]),
);

/** Layouts of what is made of files, which nobody writes: none is found by looking at records. */
const ownLayouts: readonly Layout[] = [materialized];

/** The layout with this name, or that a layout of this name was merged with. */
export function layoutNamed(name: string): Layout | undefined {
  return [...ownLayouts, ...layouts].find((layout) => layout.name === name) ?? ownValue(formerNames, name);
}
