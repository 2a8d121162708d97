import type { ExportFormat } from './format';
import { annotatorTables } from './formats/tables';
import { arena } from './formats/ratings/arena';
import { armorm } from './formats/ratings/armorm';
import { bestOfN, demonstrations, sftText } from './formats/edits/supervised';
import { fgRlhf } from './formats/spans/fgRlhf';
import { autoJ } from './formats/judges/autoJ';
import { contextPairs } from './formats/pairs/contextPairs';
import { critiquePreferences, critiqueSft, critiqueSoundness } from './formats/judges/critiques';
import { feedbackCollection, judgeAbsolute, judgePairwise, preferenceCollection } from './formats/judges/prometheus';
import { fullConversations } from './formats/pairs/fullConversations';
import { halos, halosGrpo, halosKto } from './formats/pairs/halos';
import { lipo } from './formats/lists/lipo';
import { llamaFactory } from './formats/pairs/llamaFactory';
import { llamaFactoryKto } from './formats/unpaired/llamaFactoryKto';
import { msSwift, msSwiftKto, msSwiftConversations } from './formats/pairs/msSwift';
import { msSwiftReranker } from './formats/lists/msSwiftReranker';
import { nectar } from './formats/lists/nectar';
import { nemoGymRollouts } from './formats/lists/nemoGymRollouts';
import { nemoAlignerDpo, nemoAlignerKto, nemoAlignerRm } from './formats/pairs/nemoAligner';
import { nemoRl } from './formats/pairs/nemoRl';
import { openaiPreference } from './formats/pairs/openaiPreference';
import { togetherPreference } from './formats/pairs/togetherPreference';
import { pro } from './formats/lists/pro';
import { rewardBench2 } from './formats/lists/rewardBench2';
import { rrhf } from './formats/lists/rrhf';
import { helpsteer2, helpsteer2Preference, helpsteer3Preference } from './formats/ratings/helpsteer';
import { mathShepherd } from './formats/steps/mathShepherd';
import { msSwiftRegression } from './formats/ratings/msSwiftRegression';
import { nemoAlignerRegression } from './formats/ratings/nemoAlignerRegression';
import {
  correctedCallPairs,
  refinementPairs,
  trlDpo,
  trlDpoText,
  trlTpo,
  trlReward,
  trlRewardText,
} from './formats/pairs/trl';
import { sweBenchPredictions } from './formats/edits/predictions';
import { refinements } from './formats/edits/refinements';
import { primeRlOpsd, trlSdft, trlSdpo } from './formats/edits/selfDistillation';
import { tinkerComparisons } from './formats/pairs/tinker';
import { oumiRubrics } from './formats/rubrics/oumi';
import { tinkerRubrics } from './formats/rubrics/tinker';
import { spans } from './formats/spans/spans';
import { generativeRm, verlGenerativeRm } from './formats/judges/generativeRm';
import { runVerifier } from './formats/judges/runVerifier';
import { grpo } from './formats/rubrics/grpo';
import { healthBench } from './formats/rubrics/healthBench';
import {
  helpsteer3Edit,
  helpsteer3EditQuality,
  helpsteer3Feedback,
  helpsteer3Principle,
} from './formats/judges/helpsteer3';
import { openInstructRubric, msSwiftGrpo, skyrl, verl } from './formats/rubrics/rubricTruth';
import { principlePairs } from './formats/pairs/principlePairs';
import { rar } from './formats/rubrics/rar';
import { ruleKeep, rulePairs } from './formats/edits/rules';
import { trlKto, trlKtoText } from './formats/unpaired/trl';
import { axolotlReward } from './formats/reward/axolotlReward';
import { verifiers } from './formats/rubrics/verifiers';
import { nemoGym, nemoGymGenrm } from './formats/rubrics/nemoGym';
import { trlPrm } from './formats/steps/trlPrm';
import { ultrafeedback } from './formats/ratings/ultrafeedback';
import { verdictsWithTexts } from './formats/tables/verdictsWithTexts';

/** Every format, as it is listed. */
export const exportFormats: readonly ExportFormat[] = [
  // Pairs.
  trlDpo,
  trlDpoText,
  fullConversations,
  openaiPreference,
  togetherPreference,
  llamaFactory,
  trlTpo,
  msSwift,
  msSwiftConversations,
  nemoRl,
  nemoAlignerDpo,
  halos,
  tinkerComparisons,
  // Reward models.
  trlReward,
  trlRewardText,
  axolotlReward,
  nemoAlignerRm,
  // Single responses.
  trlKto,
  trlKtoText,
  llamaFactoryKto,
  msSwiftKto,
  nemoAlignerKto,
  halosKto,
  // Lists.
  nectar,
  rrhf,
  lipo,
  pro,
  msSwiftReranker,
  rewardBench2,
  halosGrpo,
  nemoGymRollouts,
  // Steps.
  trlPrm,
  mathShepherd,
  // Ratings.
  helpsteer2,
  nemoAlignerRegression,
  armorm,
  ultrafeedback,
  msSwiftRegression,
  // Texts.
  refinements,
  refinementPairs,
  correctedCallPairs,
  demonstrations,
  bestOfN,
  sftText,
  sweBenchPredictions,
  trlSdft,
  trlSdpo,
  primeRlOpsd,
  // Passages.
  fgRlhf,
  // Votes.
  arena,
  helpsteer2Preference,
  helpsteer3Preference,
  // Pairs by criteria and contexts.
  principlePairs,
  contextPairs,
  // Rules.
  rulePairs,
  ruleKeep,
  // Rubrics.
  healthBench,
  openInstructRubric,
  verl,
  skyrl,
  msSwiftGrpo,
  verifiers,
  nemoGym,
  nemoGymGenrm,
  rar,
  grpo,
  oumiRubrics,
  tinkerRubrics,
  // Judges and critics.
  judgeAbsolute,
  judgePairwise,
  generativeRm,
  runVerifier,
  verlGenerativeRm,
  critiqueSft,
  critiquePreferences,
  critiqueSoundness,
  feedbackCollection,
  preferenceCollection,
  helpsteer3Feedback,
  helpsteer3Edit,
  helpsteer3EditQuality,
  helpsteer3Principle,
  autoJ,
  // Tables.
  verdictsWithTexts,
  spans,
  ...annotatorTables,
];

/** The format with this name; undefined where there is none. */
export function exportFormatNamed(name: string): ExportFormat | undefined {
  return exportFormats.find((format) => format.name === name);
}
