import { pairFormat } from '../../builders/pairFormat';
import { refinementPairs as pairsOfEdits } from '../../derive/refinements';
import { trlPromptImages } from '../../media/trl';
import { trlDpo, trlDpoColumns, trlDpoRules } from '../pairs/trlDpo';

/**
 * Edits as pairs in the shape of `trl-dpo`: the edited text is chosen over the one that it was made of, unless its
 * annotator judged both again and found it no better. What else was preferred is not in it.
 */
export const refinementPairs = pairFormat({
  name: 'refinement-pairs',
  title: 'Refinements as pairs: the edited text over the original text',
  family: 'texts',
  trainers: trlDpo.trainers,
  takesNot: ['criterion', 'pairs', 'aggregate', 'minStrength', 'softLabel', 'margin', 'noise'],
  preferences: pairsOfEdits,
  media: trlPromptImages,
  columns: trlDpoColumns,
  rules: trlDpoRules,
});
