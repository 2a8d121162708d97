import type { ExportFormat } from './format';
import { autoJ } from './formats/autoJ';
import { contextPairs } from './formats/contextPairs';
import { critiquePreferences } from './formats/critiquePreferences';
import { critiqueSft } from './formats/critiqueSft';
import { feedbackCollection } from './formats/feedbackCollection';
import { fullConversations } from './formats/fullConversations';
import { generativeRm } from './formats/generativeRm';
import { grpo } from './formats/grpo';
import { healthBench } from './formats/healthBench';
import { helpsteer3Edit } from './formats/helpsteer3Edit';
import { helpsteer3EditQuality } from './formats/helpsteer3EditQuality';
import { helpsteer3Feedback } from './formats/helpsteer3Feedback';
import { helpsteer3Principle } from './formats/helpsteer3Principle';
import { judgeAbsolute } from './formats/judgeAbsolute';
import { judgePairwise } from './formats/judgePairwise';
import { openInstructRubric } from './formats/openInstructRubric';
import { preferenceCollection } from './formats/preferenceCollection';
import { principlePairs } from './formats/principlePairs';
import { rar } from './formats/rar';
import { ruleKeep } from './formats/ruleKeep';
import { rulePairs } from './formats/rulePairs';
import { trlDpo } from './formats/trlDpo';
import { trlDpoText } from './formats/trlDpoText';
import { verdicts } from './formats/verdicts';
import { verl } from './formats/verl';

/** Every format, as it is listed. */
export const exportFormats: readonly ExportFormat[] = [
  // Pairs.
  trlDpo,
  trlDpoText,
  fullConversations,
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
  rar,
  grpo,
  // Judges and critics.
  judgeAbsolute,
  judgePairwise,
  generativeRm,
  critiqueSft,
  critiquePreferences,
  feedbackCollection,
  preferenceCollection,
  helpsteer3Feedback,
  helpsteer3Edit,
  helpsteer3EditQuality,
  helpsteer3Principle,
  autoJ,
  // Verdicts.
  verdicts,
];

/** The format with this name; undefined where there is none. */
export function exportFormatNamed(name: string): ExportFormat | undefined {
  return exportFormats.find((format) => format.name === name);
}
