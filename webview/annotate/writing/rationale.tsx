import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { Task } from '../../../src/core/model/study/taskSchema';
import { writtenLength } from '../../../src/core/model/annotation/writingRequirements';
import { keepFocus } from '../../ui/keyboardFocus';
import { LengthHint } from './lengthHint';
import { TextField } from '../cards/textField';
import { rationaleHint } from '../words/cardLabels';
import { act, setting } from '../store';

/** Why the judgement is what it is, and the criteria that it rests on. */
export function Rationale({ item, task }: { readonly item: DeskItem; readonly task: Task }): JSX.Element {
  const { rationale: text, mode } = item.draft;
  const { first, minLength } = task.rationale;
  const key = setting.value.keys.rationale;
  return (
    <section class={first ? 'rationale first' : 'rationale'}>
      <TextField
        itemKey={item.key}
        field={{ kind: 'rationale' }}
        label={`${l10n.t('Rationale')}${key === undefined ? '' : ` (${key})`}`}
        text={text}
        placeholder={
          first
            ? l10n.t('Write this before you judge: which responses are better or worse, and why?')
            : rationaleHint(mode)
        }
        rows={first ? 5 : 2}
      />
      <LengthHint length={writtenLength(text)} min={minLength} />
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
