import {
  commentWords,
  editWords,
  hasWord,
  isAttributeName,
  judgeWords,
  keyOf,
  betterWorseWords,
  wordsIn,
} from '../../fields/fieldWords';
import { canBeResponse, isProse } from '../fieldChecks';
import { isReference, isResponseName } from '../../fields/fieldNames';
import type { FieldProfile } from '../profile';
import type { ResponseFieldGroup } from './responseFieldGroup';

/** Two texts whose names differ by a word for better and its word for worse: `chosen`, `rejected`. */
export function betterWorseIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const found: ResponseFieldGroup[] = [];
  const candidates = fields.filter(
    (field) => canBeResponse(field) && field.present >= 0.9 && !isAttributeName(wordsIn(keyOf(field.path))),
  );
  const named = new Map(candidates.map(({ path }) => [wordsIn(path).join(' '), path]));
  for (const { path } of candidates) {
    // "chosen.answer" too: the word may be that of the object around.
    const words = wordsIn(path);
    for (const [better, worse] of betterWorseWords) {
      const at = words.indexOf(better);
      if (at < 0 || (better === 'w' && words.length < 2)) continue;
      const names = [words.with(at, worse), ...['non', 'not', 'un', 'dis'].map((no) => words.toSpliced(at, 0, no))];
      const other = names.map((each) => named.get(each.join(' '))).find((each) => each !== undefined);
      if (other !== undefined && !found.some((each) => each.kind === 'polar' && each.better === path))
        found.push({ kind: 'polar', better: path, worse: other });
    }
  }
  // Of objects that hold more than one text each, the response is the one that is called so.
  const responses = found.filter((each) => each.kind === 'polar' && isResponseName(each.better));
  return responses.length > 0 ? responses : found;
}

/** The one text that is called a response, beside one that is called an edit of it and no response. */
export function editedIn(fields: readonly FieldProfile[]): readonly ResponseFieldGroup[] {
  const texts = fields.filter(
    (field) => isProse(field) && field.present >= 0.9 && !isAttributeName(wordsIn(keyOf(field.path))),
  );
  const [response, ...others] = texts.filter(
    ({ path }) => isResponseName(path) && !isReference(path) && !hasWord(wordsIn(keyOf(path)), editWords),
  );
  const [edit, ...more] = texts.filter(
    ({ path }) =>
      hasWord(wordsIn(keyOf(path)), editWords) &&
      ![commentWords, judgeWords].some((set) => hasWord(wordsIn(keyOf(path)), set)),
  );
  return response && edit && others.length === 0 && more.length === 0
    ? [{ kind: 'polar', better: edit.path, worse: response.path, isGuess: true }]
    : [];
}
