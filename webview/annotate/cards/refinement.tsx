import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { DeskRefinement, Difference } from '../../../src/core/model/desk/difference';
import { keepFocus } from '../../ui/keyboardFocus';
import { TextField } from './textField';
import { ask } from '../host';
import { act, failed, focusRequest, judge, rules, setting } from '../store';

/** A longer text is edited in VS Code's editor, in UTF-16 units: every keystroke sends it. */
const maxLength = 32_768;
/** The difference follows the typing after a pause of so many milliseconds. */
const pause = 120;

interface Props {
  readonly item: DeskItem;
  readonly index: number;
}

/** The response made better: a button until that is begun. What was not changed is none, and closes when it is left. */
export function Refinement({ item, index }: Props): JSX.Element {
  const made = item.draft.refinements[index] ?? '';
  const request = focusRequest.value;
  const isWanted =
    request?.target.kind === 'field' &&
    request.target.field.kind === 'refinement' &&
    request.target.field.index === index;
  const [opened, setOpened] = useState(made !== '');
  const isOpen = opened || isWanted;
  const section = useRef<HTMLElement>(null);
  const now = useRefinement(item.key, index, made, isOpen);
  useEffect(() => {
    if (isWanted || made !== '') setOpened(true);
    else if (!section.current?.contains(document.activeElement)) setOpened(false);
  }, [isWanted, made]);

  const { refine, refineInEditor } = setting.value.keys;
  const isSelected = item.selected === index;
  const doIt = (action: 'refine' | 'refineInEditor'): void => {
    judge(item.key, { do: 'select', index });
    act(action);
  };
  if (!isOpen || !now) {
    return (
      <button class="quiet" onMouseDown={keepFocus} onClick={() => doIt('refine')}>
        {l10n.t('Refine')} {isSelected && refine !== undefined && <kbd>{refine}</kbd>}
      </button>
    );
  }
  const letter = letterOf(index);
  const close = ({ relatedTarget }: FocusEvent): void => {
    if (made === '' && !(relatedTarget instanceof Node && section.current?.contains(relatedTarget))) setOpened(false);
  };
  return (
    <section ref={section} class="refinement" aria-label={l10n.t('Refinement of {0}', letter)} onFocusOut={close}>
      {Math.max(made.length, now.before.length) <= maxLength && (
        <TextField
          itemKey={item.key}
          field={{ kind: 'refinement', index }}
          label={l10n.t('Refinement of {0}', letter)}
          text={made === '' ? now.before : made}
          placeholder={l10n.t('Write a better version')}
          rows={8}
        />
      )}
      <p class="refinement-note">
        {made === ''
          ? l10n.t('No changes yet.')
          : l10n.t(
              'Underlined text is new, struck-out text is removed. After you save, this version becomes a new response, which is judged blind.',
            )}{' '}
        <button class="quiet" onClick={() => doIt('refineInEditor')}>
          {l10n.t('Edit in diff editor')} {isSelected && refineInEditor !== undefined && <kbd>{refineInEditor}</kbd>}
        </button>
      </p>
      <ByRule item={item} index={index} />
      {made !== '' && <Changes difference={now.difference} />}
    </section>
  );
}

/** The rule that it is made by. */
function ByRule({ item, index }: Props): JSX.Element | null {
  const ref = item.draft.refinementRules[index];
  const rule = rules.value?.rules.find(({ id }) => id === ref?.id);
  if (!rule) return null;
  return (
    <p class="refinement-note" dir="auto">
      <span class="mark">{l10n.t('based on the rule')}</span> {rule.feedback}
    </p>
  );
}

function Changes({ difference: { runs, by, cut } }: { readonly difference: Difference }): JSX.Element {
  if (by === 'nothing') return <p class="refinement-note">{l10n.t('The two texts are almost entirely different.')}</p>;
  return (
    <>
      <div class="text plain difference" dir="auto">
        {runs.map(({ in: side, text }) =>
          side === 'first' ? <ins>{text}</ins> : side === 'second' ? <del>{text}</del> : text,
        )}
      </div>
      {cut && <p class="refinement-note">{l10n.t('Only the beginnings of the texts were compared.')}</p>}
    </>
  );
}

/** Gives what the host knows of the refinement, a moment after it changed. */
function useRefinement(key: string, index: number, made: string, isOpen: boolean): DeskRefinement | undefined {
  const [known, setKnown] = useState<DeskRefinement>();
  const isFirst = known === undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    let isCurrent = true;
    const look = (): void => {
      ask({ method: 'refinement', key, index }).then((answer) => {
        if (isCurrent && answer) setKnown(answer);
      }, failed);
    };
    const later = setTimeout(look, isFirst ? 0 : pause);
    return () => {
      isCurrent = false;
      clearTimeout(later);
    };
  }, [key, index, made, isOpen, isFirst]);
  return known;
}
