import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { judgeableTurnCount } from '../../../src/core/model/item/judgeableTurns';
import { content, judge, setting } from '../store';

/** Names what is judged: a turn by its number from 0; the whole for null. */
export const turnName = (turn: number | null): string =>
  turn === null ? l10n.t('whole response') : l10n.t('turn {0}', turn + 1);

/**
 * Whether the whole of each response is judged or one turn, which a click changes; nothing where responses have no
 * several turns.
 */
export function TurnJudged({ item: { key, turn, turnsJudged } }: { readonly item: DeskItem }): JSX.Element | null {
  const count = judgeableTurnCount(content.value?.responses ?? []);
  // Of runs one judges the steps.
  if (count < 2 || (turn === null && content.value?.runs)) return null;
  const shortcut = setting.value.keys.judgeTurn;
  const does = l10n.t('Switch between the whole response, its last turn and other turns, which are judged separately');
  const title =
    turnsJudged.length === 0 ? does : `${does}. ${l10n.t('Judged so far:')} ${turnsJudged.map(turnName).join(', ')}`;
  return (
    <button class="quiet turn-judged" onClick={() => judge(key, { do: 'turn' })} title={title}>
      {turn === null ? l10n.t('judging all {0} turns', count) : l10n.t('judging turn {0} of {1}', turn + 1, count)}{' '}
      {shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  );
}
