import type { ExportFormat } from './format';
import { annotators } from './formats/annotators';
import { arena } from './formats/arena';
import { armorm } from './formats/armorm';
import { bestOfN } from './formats/bestOfN';
import { demonstrations } from './formats/demonstrations';
import { fgRlhf } from './formats/fgRlhf';
import { fullConversations } from './formats/fullConversations';
import { helpsteer2 } from './formats/helpsteer2';
import { helpsteer2Preference } from './formats/helpsteer2Preference';
import { helpsteer3Preference } from './formats/helpsteer3Preference';
import { mathShepherd } from './formats/mathShepherd';
import { msSwiftRegression } from './formats/msSwiftRegression';
import { nemoAlignerRegression } from './formats/nemoAlignerRegression';
import { refinementPairs } from './formats/refinementPairs';
import { refinements } from './formats/refinements';
import { sftText } from './formats/sftText';
import { spans } from './formats/spans';
import { trlDpo } from './formats/trlDpo';
import { trlDpoText } from './formats/trlDpoText';
import { trlPrm } from './formats/trlPrm';
import { ultrafeedback } from './formats/ultrafeedback';

/** Every format, as it is listed. */
export const exportFormats: readonly ExportFormat[] = [
  // Pairs.
  trlDpo,
  trlDpoText,
  fullConversations,
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
  spans,
  // Votes.
  arena,
  annotators,
  helpsteer2Preference,
  helpsteer3Preference,
];

/** The format with this name; undefined where there is none. */
export function exportFormatNamed(name: string): ExportFormat | undefined {
  return exportFormats.find((format) => format.name === name);
}
