import * as l10n from '@vscode/l10n';
import type { Fields } from '../../core/export/fields';
import type { ExportFormat } from '../../core/export/format';
import type { PartState } from '../../core/export/learning/looks';
import { partTexts, stateTexts } from '../../core/export/learning/partTexts';
import { isDoubtful, learningOf, partsByState, type RowLearning } from '../../core/export/learning/rowLearning';
import type { LearnedText, RowLearned } from '../../protocol/export';

/** So much of a text tells which one it is, and so many texts are listed of an answer. */
const [shownOfText, shownTexts] = [100, 40];

/**
 * What trainers of a format learn of a row, those together that make the same of it.
 * @param trainer the only one that is asked for; an empty text for all
 */
export function rowLearned(
  format: Pick<ExportFormat, 'name' | 'trainers'>,
  row: Fields,
  trainer: string,
): RowLearned[] {
  const groups = new Map<string, { readonly names: string[]; readonly learning: RowLearning }>();
  for (const learning of learningOf(format, row)?.trainers ?? []) {
    const { looks, refused, dropped, unknown, sides } = learning;
    if (trainer !== '' && looks.product !== trainer) continue;
    // The texts are the same, and may be long.
    const states = sides?.map(({ spans }) => spans.map(({ state }) => state ?? ''));
    const key = JSON.stringify([refused, dropped, unknown, states]);
    const group = groups.get(key) ?? { names: [], learning };
    group.names.push(`${looks.trainer} ${looks.version}`);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ names, learning }) => ({
    trainers: names.join(', '),
    told: toldOf(learning),
    isDoubtful: isDoubtful(learning),
    sides: (learning.sides ?? []).map(({ side, spans }) => ({
      side,
      texts: spans.slice(0, shownTexts).map(({ part, state, text }): LearnedText => ({
        part: partTexts[part](),
        state: stateText(state),
        isLearned: state === 'trained' || state === 'partly' || state === 'cut-trained',
        text: beginningOf(text),
      })),
      more: Math.max(0, spans.length - shownTexts),
    })),
  }));
}

function toldOf(learning: RowLearning): string {
  if (learning.refused !== undefined) return l10n.t('stops: {0}', learning.refused);
  if (learning.dropped) return l10n.t('leaves the row out');
  if (learning.unknown) return l10n.t('rows like this one were not looked at');
  return [...partsByState(learning)]
    .map(([state, parts]) => `${stateText(state)}: ${parts.map((part) => partTexts[part]()).join(', ')}`)
    .join(' · ');
}

const stateText = (state: PartState | undefined): string =>
  state === undefined ? l10n.t('unknown') : stateTexts[state]();

function beginningOf(text: string): string {
  const line = text
    .slice(0, 4 * shownOfText)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > shownOfText ? `${line.slice(0, shownOfText).toWellFormed()}…` : line;
}
