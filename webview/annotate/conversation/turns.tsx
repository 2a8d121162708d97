import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DeskTurn, TextPlace } from '../../../src/core/model/desk/deskState';
import { isReasoningRole } from '../../../src/core/model/item/reasoning';
import { assistantTurns } from '../../../src/core/model/item/judgeableTurns';
import { keepScrollPosition } from '../../ui/keepScrollPosition';
import { Reasoning } from './reasoning';
import { setting } from '../store';
import { roleName } from '../words/roleName';
import { MediaList } from './media';
import { DatasetText } from './datasetText';

/** Of a long conversation the last turns are shown; so few more are no reason to fold the rest. */
const shownTurns = 10;
const tolerance = 2;

interface TurnProps extends TextPlace {
  readonly itemKey: string;
  readonly first: DeskTurn;
  readonly isEager?: boolean;
  /** See `DatasetText`. */
  readonly decorate?: ((element: HTMLElement) => () => void) | undefined;
}

interface Props extends Pick<TextPlace, 'response'> {
  readonly itemKey: string;
  readonly turns: readonly DeskTurn[];
  /** Number (from 0) of the one turn of the assistant's that is judged; the others are dimmed. */
  readonly judged?: number | null;
}

/** A conversation, turn by turn; the earlier turns of a long one are folded. */
export function Turns({ itemKey, response, turns, judged = null }: Props): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const putBack = useRef((): void => undefined);
  const [unfolded, setUnfolded] = useState(false);
  const inQuestion = judged === null ? undefined : assistantTurns(turns)[judged];
  const foldable = turns.length > shownTurns + tolerance ? turns.length - shownTurns : 0;
  // What is judged is never folded away.
  const earlier = inQuestion !== undefined && inQuestion < foldable ? 0 : foldable;
  const from = unfolded ? 0 : earlier;
  useLayoutEffect(() => putBack.current(), [unfolded]);

  const toggle = (): void => {
    putBack.current = keepScrollPosition(button.current);
    setUnfolded(!unfolded);
  };
  const key = setting.value.keys.unfoldTurns;
  return (
    <>
      {earlier > 0 && (
        <button ref={button} class="quiet earlier" aria-expanded={unfolded} onClick={toggle}>
          {unfolded ? l10n.t('Fold {0} earlier turns', earlier) : l10n.t('… {0} earlier turns', earlier)}{' '}
          {key !== undefined && <kbd>{key}</kbd>}
        </button>
      )}
      <ol class="turns" start={from + 1}>
        {turns.slice(from).map((turn, offset) => {
          const isJudged = from + offset === inQuestion;
          const text = <TurnText itemKey={itemKey} response={response} turn={from + offset} first={turn} />;
          return (
            <li
              key={from + offset}
              class={`turn ${turn.role === 'user' || turn.role === 'system' ? turn.role : 'other'}${isJudged ? ' judged' : inQuestion === undefined ? '' : ' dimmed'}`}
            >
              <span class="role">
                {roleName(turn.role)} {isJudged && <span class="mark">{l10n.t('judged')}</span>}
              </span>
              <div>
                {isReasoningRole(turn.role) ? (
                  <Reasoning length={turn.text.length + turn.left}>{text}</Reasoning>
                ) : (
                  text
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/**
 * What is said in a turn, and the images, sounds and films that come with it, before and behind its words as in the
 * source.
 */
export function TurnText({ itemKey, response, turn, first, isEager, decorate }: TurnProps): JSX.Element {
  const { media = [] } = first;
  const isSilent = media.length > 0 && first.text.trim() === '' && first.left === 0;
  return (
    <>
      <MediaList itemKey={itemKey} response={response} turn={turn} media={media} which="before" />
      {!isSilent && (
        <DatasetText
          itemKey={itemKey}
          response={response}
          turn={turn}
          first={first}
          media={first.media}
          isEager={isEager}
          decorate={decorate}
        />
      )}
      <MediaList itemKey={itemKey} response={response} turn={turn} media={media} which="behind" />
    </>
  );
}

/**
 * Unfolds the earlier turns of the conversations within `view`, or (not `only`) folds them where all are unfolded;
 * false where there are none.
 */
export function unfoldTurns(view: Element | null, only = false): boolean {
  const all = [...(view?.querySelectorAll<HTMLButtonElement>('button.earlier') ?? [])];
  const folded = all.filter((each) => each.ariaExpanded === 'false');
  for (const each of only || folded.length > 0 ? folded : all) each.click();
  return all.length > 0;
}
