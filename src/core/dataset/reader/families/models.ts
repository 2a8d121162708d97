import { has, isAbout, keyOf, modelName, stageWords, wordsIn } from '../../fieldWords';
import { isAsked, isProse } from '../fieldTests';
import type { FieldProfile } from '../profile';
import type { Family } from './family';

/** Columns that are named after models, or after stages of their training. */
export function modelsIn(fields: readonly FieldProfile[]): readonly Family[] {
  const texts = fields.filter((field) => isProse(field) && field.present >= 0.5 && !isAbout(wordsIn(keyOf(field.path))));
  const models = texts.filter(({ path }) => modelName.test(keyOf(path)));
  const stages = texts.filter(({ path }) => wordsIn(keyOf(path)).every((word) => stageWords.has(word)));
  // Beside "SFT" and "Base_PPO", "Prima_PPO" is one too.
  const alike = texts.filter(({ path }) => !isAsked(path) && has(wordsIn(keyOf(path)), stageWords));
  const found = models.length >= 2 ? models : stages.length >= 2 ? alike : stages;
  return found.length < 2 ? [] : [{ kind: 'models', paths: found.map(({ path }) => path) }];
}
