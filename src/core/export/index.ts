import type { ExportFormat } from './format';
import { fullConversations } from './formats/fullConversations';
import { halos } from './formats/halos';
import { halosKto } from './formats/halosKto';
import { lipo } from './formats/lipo';
import { llamaFactory } from './formats/llamaFactory';
import { llamaFactoryKto } from './formats/llamaFactoryKto';
import { msSwift } from './formats/msSwift';
import { msSwiftKto } from './formats/msSwiftKto';
import { msSwiftReranker } from './formats/msSwiftReranker';
import { nectar } from './formats/nectar';
import { nemoAlignerDpo } from './formats/nemoAlignerDpo';
import { nemoAlignerKto } from './formats/nemoAlignerKto';
import { nemoAlignerRm } from './formats/nemoAlignerRm';
import { nemoRl } from './formats/nemoRl';
import { openaiPreference } from './formats/openaiPreference';
import { pro } from './formats/pro';
import { rewardBench2 } from './formats/rewardBench2';
import { rrhf } from './formats/rrhf';
import { trlDpo } from './formats/trlDpo';
import { trlDpoText } from './formats/trlDpoText';
import { trlKto } from './formats/trlKto';
import { trlKtoText } from './formats/trlKtoText';
import { trlReward } from './formats/trlReward';
import { trlRewardText } from './formats/trlRewardText';

/** Every format, as it is listed. */
export const exportFormats: readonly ExportFormat[] = [
  // Pairs.
  trlDpo,
  trlDpoText,
  fullConversations,
  openaiPreference,
  llamaFactory,
  msSwift,
  nemoRl,
  nemoAlignerDpo,
  halos,
  // Reward models.
  trlReward,
  trlRewardText,
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
];

/** The format with this name; undefined where there is none. */
export function exportFormatNamed(name: string): ExportFormat | undefined {
  return exportFormats.find((format) => format.name === name);
}
