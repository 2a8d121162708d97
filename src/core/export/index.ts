import type { ExportFormat } from './format';
import { annotatorTables } from './formats/tables';
import { arena } from './formats/ratings/arena';
import { armorm } from './formats/ratings/armorm';
import { bestOfN } from './formats/edits/bestOfN';
import { demonstrations } from './formats/edits/demonstrations';
import { fgRlhf } from './formats/spans/fgRlhf';
import { autoJ } from './formats/judges/autoJ';
import { contextPairs } from './formats/pairs/contextPairs';
import { critiquePreferences } from './formats/judges/critiquePreferences';
import { critiqueSft } from './formats/judges/critiqueSft';
import { critiqueSoundness } from './formats/judges/critiqueSoundness';
import { feedbackCollection } from './formats/judges/feedbackCollection';
import { fullConversations } from './formats/pairs/fullConversations';
import { halos } from './formats/pairs/halos';
import { halosKto } from './formats/unpaired/halosKto';
import { lipo } from './formats/lists/lipo';
import { llamaFactory } from './formats/pairs/llamaFactory';
import { llamaFactoryKto } from './formats/unpaired/llamaFactoryKto';
import { msSwift } from './formats/pairs/msSwift';
import { msSwiftKto } from './formats/unpaired/msSwiftKto';
import { msSwiftReranker } from './formats/lists/msSwiftReranker';
import { nectar } from './formats/lists/nectar';
import { nemoAlignerDpo } from './formats/pairs/nemoAlignerDpo';
import { nemoAlignerKto } from './formats/unpaired/nemoAlignerKto';
import { nemoAlignerRm } from './formats/reward/nemoAlignerRm';
import { nemoRl } from './formats/pairs/nemoRl';
import { openaiPreference } from './formats/pairs/openaiPreference';
import { pro } from './formats/lists/pro';
import { rewardBench2 } from './formats/lists/rewardBench2';
import { rrhf } from './formats/lists/rrhf';
import { helpsteer2 } from './formats/ratings/helpsteer2';
import { helpsteer2Preference } from './formats/ratings/helpsteer2Preference';
import { helpsteer3Preference } from './formats/ratings/helpsteer3Preference';
import { mathShepherd } from './formats/steps/mathShepherd';
import { msSwiftRegression } from './formats/ratings/msSwiftRegression';
import { nemoAlignerRegression } from './formats/ratings/nemoAlignerRegression';
import { refinementPairs } from './formats/edits/refinementPairs';
import { refinements } from './formats/edits/refinements';
import { sftText } from './formats/edits/sftText';
import { spans } from './formats/spans/spans';
import { generativeRm } from './formats/judges/generativeRm';
import { grpo } from './formats/rubrics/grpo';
import { healthBench } from './formats/rubrics/healthBench';
import { helpsteer3Edit } from './formats/edits/helpsteer3Edit';
import { helpsteer3EditQuality } from './formats/judges/helpsteer3EditQuality';
import { helpsteer3Feedback } from './formats/judges/helpsteer3Feedback';
import { helpsteer3Principle } from './formats/judges/helpsteer3Principle';
import { judgeAbsolute } from './formats/judges/judgeAbsolute';
import { judgePairwise } from './formats/judges/judgePairwise';
import { openInstructRubric } from './formats/rubrics/openInstructRubric';
import { preferenceCollection } from './formats/judges/preferenceCollection';
import { principlePairs } from './formats/pairs/principlePairs';
import { rar } from './formats/rubrics/rar';
import { ruleKeep } from './formats/edits/ruleKeep';
import { rulePairs } from './formats/pairs/rulePairs';
import { trlDpo } from './formats/pairs/trlDpo';
import { trlDpoText } from './formats/pairs/trlDpoText';
import { trlKto } from './formats/unpaired/trlKto';
import { axolotlReward } from './formats/reward/axolotlReward';
import { trlTpo } from './formats/pairs/trlTpo';
import { msSwiftGrpo } from './formats/rubrics/msSwiftGrpo';
import { msSwiftConversations } from './formats/pairs/msSwiftConversations';
import { skyrl } from './formats/rubrics/skyrl';
import { verifiers } from './formats/rubrics/verifiers';
import { nemoGym, nemoGymGenrm } from './formats/rubrics/nemoGym';
import { trlKtoText } from './formats/unpaired/trlKtoText';
import { trlReward } from './formats/reward/trlReward';
import { trlRewardText } from './formats/reward/trlRewardText';
import { trlPrm } from './formats/steps/trlPrm';
import { ultrafeedback } from './formats/ratings/ultrafeedback';
import { verdictsWithTexts } from './formats/tables/verdictsWithTexts';
import { verl } from './formats/rubrics/verl';
import { verlGenerativeRm } from './formats/judges/verlGenerativeRm';

/** Every format, as it is listed. */
export const exportFormats: readonly ExportFormat[] = [
  // Pairs.
  trlDpo,
  trlDpoText,
  fullConversations,
  openaiPreference,
  llamaFactory,
  trlTpo,
  msSwift,
  msSwiftConversations,
  nemoRl,
  nemoAlignerDpo,
  halos,
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
  demonstrations,
  bestOfN,
  sftText,
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
  // Judges and critics.
  judgeAbsolute,
  judgePairwise,
  generativeRm,
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
