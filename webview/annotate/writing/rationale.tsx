import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { Task } from '../../../src/core/model/study/taskSchema';
import { writtenLength } from '../../../src/core/model/annotation/writingRequirements';
import { keepFocus } from '../../ui/keyboardFocus';
import { act, setting } from '../store';
import { LengthHint } from './lengthHint';
import { WrittenLine } from './writtenLine';

/** Why the judgement is what it is, in one line, and the criteria that it rests on. */
export function Rationale({ item, task }: { readonly item: DeskItem; readonly task: Task }): JSX.Element {
  const { rationale: text } = item.draft;
  const { keys } = setting.value;
  return (
    <section class="rationale">
      <WrittenLine name={l10n.t('Rationale')} shortcut={keys.rationale} text={text} open={() => act('rationale')} />
      <LengthHint length={writtenLength(text)} min={task.rationale.minLength} />
      <Because item={item} />
    </section>
  );
}

function Because({ item: { because } }: { readonly item: DeskItem }): JSX.Element | null {
  if (!because) return null;
  const key = setting.value.keys.because;
  return (
    <p class="because" role="group" aria-label={l10n.t('Deciding criteria')}>
      {because.map((name) => (
        <span key={name} class="mark" dir="auto" title={name}>
          {name}
        </span>
      ))}
      <button class="toggle" onMouseDown={keepFocus} onClick={() => act('because')}>
        {because.length === 0 ? l10n.t('Select deciding criteria') : l10n.t('Change deciding criteria')}{' '}
        {key !== undefined && <kbd>{key}</kbd>}
      </button>
    </p>
  );
}
