import { namesToChoose } from '../../model/nearestNames';
import { ownOf } from '../../model/own';
import { annotators } from './annotators';
import { arena55k } from './arena55k';
import { arenaBattles } from './arenaBattles';
import { argilla } from './argilla';
import { argillaTable } from './argillaTable';
import { argillaV1 } from './argillaV1';
import { armorm } from './armorm';
import { autoJ } from './autoJ';
import { biggenBench } from './biggenBench';
import { critiqueSoundness } from './critiqueSoundness';
import { demonstrations } from './demonstrations';
import { feedbackCollection } from './feedbackCollection';
import { fineGrainedRlhf } from './fineGrainedRlhf';
import { halos } from './halos';
import { helpsteer2 } from './helpsteer2';
import { helpsteer2Preference } from './helpsteer2Preference';
import { helpsteer3Edit } from './helpsteer3Edit';
import { helpsteer3EditQuality } from './helpsteer3EditQuality';
import { helpsteer3Feedback } from './helpsteer3Feedback';
import { helpsteer3Preference } from './helpsteer3Preference';
import { helpsteer3Principle } from './helpsteer3Principle';
import { judgeBench } from './judgeBench';
import { judgeMessages } from './judgeMessages';
import { kto } from './kto';
import { ktoMessages } from './ktoMessages';
import { labelStudio } from './labelStudio';
import type { Layout } from './layout';
import { lipo } from './lipo';
import { markedPassages } from './markedPassages';
import { mathShepherd } from './mathShepherd';
import { msSwift } from './msSwift';
import { msSwiftRegression } from './msSwiftRegression';
import { msSwiftReranker } from './msSwiftReranker';
import { nectar } from './nectar';
import { nemoAligner } from './nemoAligner';
import { nemoAlignerKto } from './nemoAlignerKto';
import { nemoAlignerRegression } from './nemoAlignerRegression';
import { nemoAlignerRm } from './nemoAlignerRm';
import { nemoRl } from './nemoRl';
import { oasstMessages } from './oasstMessages';
import { oasstTrees } from './oasstTrees';
import { openaiPreference } from './openaiPreference';
import { pkuSafeRlhf } from './pkuSafeRlhf';
import { pairedResponses } from './pairedResponses';
import { potato } from './potato';
import { preferenceCollection } from './preferenceCollection';
import { preferencePair } from './preferencePair';
import { materialized } from './prepared';
import { principlePairs } from './principlePairs';
import { prm800k } from './prm800k';
import { prmBench } from './prmBench';
import { pro } from './pro';
import { redTeamAttempts } from './redTeamAttempts';
import { refinements } from './refinements';
import { responseList } from './responseList';
import { rewardBench2 } from './rewardBench2';
import { rmb } from './rmb';
import { rmBench } from './rmBench';
import { rmbPairs } from './rmbPairs';
import { rmGallery } from './rmGallery';
import { rrhf } from './rrhf';
import { singleResponses } from './singleResponses';
import { shp } from './shp';
import { stackExchangePaired } from './stackExchangePaired';
import { stepwise } from './stepwise';
import { summaryAxes } from './summaryAxes';
import { summaryComparisons } from './summaryComparisons';
import { ultrafeedback } from './ultrafeedback';
import { verdicts } from './verdicts';
import { webgptComparisons } from './webgptComparisons';

/** Every layout, the more particular before the more general: the first of those that match equally well is taken. */
export const layouts: readonly Layout[] = [
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
  rmGallery,
  pairedResponses,
  potato,
  openaiPreference,
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
  annotators,
  markedPassages,
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

/**
 * The layout with this name, or that a layout of this name was merged with: also that of items that were written out,
 * which is never found by looking.
 */
export function layoutNamed(name: string): Layout | undefined {
  return name === materialized.name
    ? materialized
    : (layouts.find((layout) => layout.name === name) ?? ownOf(formerNames, name));
}

/** What a message says of a layout that there is not: the nearest ones. */
export const layoutsToChoose = (name: string): string =>
  namesToChoose(
    name,
    layouts.map((each) => each.name),
    { plural: 'layouts', otherwise: '"tiebreak formats" lists them all' },
  );
