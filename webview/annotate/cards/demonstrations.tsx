import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { TextField } from './textField';
import { act, focusRequest, judge, setting } from '../store';

/**
 * Answers of one's own: the one that would be acceptable, or several, each as good.
 * @param isAsked whether there is one to write before anybody went to it
 */
export function Demonstrations({
  item,
  isAsked,
}: {
  readonly item: DeskItem;
  readonly isAsked: boolean;
}): JSX.Element | null {
  const { answers } = item.draft;
  const section = useRef<HTMLElement>(null);
  const request = focusRequest.value;
  const wanted =
    request?.target.kind === 'field' && request.target.field.kind === 'answer' ? request.target.field.index + 1 : 0;
  const [opened, setOpened] = useState(0);
  const count = Math.max(answers.length, opened, wanted, isAsked ? 1 : 0);
  const settle = (): void => setOpened(Math.max(answers.length, opened > 0 ? 1 : 0));
  useEffect(() => {
    // A field that is emptied stays while the keyboard is in it.
    if (wanted > 0) setOpened(Math.max(opened, wanted));
    else if (answers.length > opened || !section.current?.contains(document.activeElement)) settle();
  }, [wanted, answers.length]);

  if (count === 0) return null;
  const { keys } = setting.value;
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && section.current?.contains(relatedTarget))) settle();
  };
  const remove = (answer: number): void => {
    judge(item.key, { do: 'removeAnswer', answer });
    document.querySelector<HTMLElement>('.card.selected')?.focus({ preventScroll: true });
  };
  return (
    <section ref={section} class="own answer" onFocusOut={leave}>
      {Array.from({ length: count }, (_, index) => (
        <div key={`${item.key} ${index}`} class="one">
          <TextField
            itemKey={item.key}
            field={{ kind: 'answer', index }}
            label={labelOf(index, count, keys)}
            text={answers[index] ?? ''}
            placeholder={
              index === 0 ? l10n.t('Write an acceptable answer') : l10n.t('Write another answer that is equally good')
            }
          />
          {count > 1 && answers[index] !== undefined && (
            <button class="quiet" onClick={() => remove(index)}>
              {l10n.t('Remove answer {0}', index + 1)}{' '}
              {index === answers.length - 1 && keys.removeAnswer !== undefined && <kbd>{keys.removeAnswer}</kbd>}
            </button>
          )}
        </div>
      ))}
      {answers.length === count && (
        <button class="toggle" onClick={() => act('anotherAnswer')}>
          {l10n.t('Add another answer')} {keys.anotherAnswer !== undefined && <kbd>{keys.anotherAnswer}</kbd>}
        </button>
      )}
    </section>
  );
}

function labelOf(index: number, count: number, { answer }: Readonly<Record<string, string>>): string {
  const label = count === 1 ? l10n.t('Your answer') : l10n.t('Your answer {0}', index + 1);
  return index === 0 && answer !== undefined ? `${label} (${answer})` : label;
}
