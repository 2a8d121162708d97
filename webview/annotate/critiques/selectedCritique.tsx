import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { soundnesses, type Soundness } from '../../../src/core/model/annotation/judgementValues';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { JudgementAction } from '../../../src/core/model/annotation/judgementAction';
import type { SelectedCritiques, DeskCritique } from '../../../src/core/model/annotation/metaCritique';
import type { CritiqueOpinion } from '../../../src/core/model/annotation/metaCritiqueSchemas';
import { keepFocus } from '../../ui/keyboardFocus';
import { soundnessText, verdictText } from '../words/othersCritiquesTexts';
import { judge, setting } from '../store';

/** Places that have a button; more are typed. */
const maxPlaces = 9;

interface Props {
  readonly item: DeskItem;
  readonly critique: DeskCritique;
  readonly number: number;
  readonly count: number;
  readonly said: CritiqueOpinion;
  readonly active: SelectedCritiques;
}

/**
 * What can be said of the critique in hand, each with its key: whether it would do, whether it holds, and apart from
 * that whether its verdict is right.
 */
export function SelectedCritique({
  item,
  critique: { key, verdict },
  number,
  count,
  said: { accepted, soundness, agrees, place },
  active: { picked },
}: Props): JSX.Element {
  const press = (action: JudgementAction): void => judge(item.key, action);
  const keyOf: Readonly<Record<Soundness, string>> = {
    sound: 'soundCritique',
    flawed: 'flawedCritique',
    unsure: 'unsureOfCritique',
  };
  return (
    <div
      class="critique-in-hand"
      role="group"
      aria-label={l10n.t('Critique {0} of {1}', number + 1, count)}
      onMouseDown={keepFocus}
    >
      <Choices name={l10n.t('Critique {0}', number + 1)}>
        <Choice
          command="acceptCritique"
          chosen={accepted === true}
          onPress={() => press({ do: 'critiqueAccepted', value: true })}
        >
          {l10n.t('accept')}
        </Choice>
        <Choice
          command="rejectCritique"
          chosen={accepted === false}
          onPress={() => press({ do: 'critiqueAccepted', value: false })}
        >
          {l10n.t('reject')}
        </Choice>
      </Choices>
      <Choices
        name={l10n.t('Is the critique sound?')}
        note={l10n.t('Judge only the reasons that the critique gives, not its verdict')}
      >
        {soundnesses.map((value) => (
          <Choice
            key={value}
            command={keyOf[value]}
            chosen={soundness === value}
            onPress={() => press({ do: 'critiqueSoundness', value })}
          >
            {soundnessText(value)}
          </Choice>
        ))}
      </Choices>
      {verdict.length > 0 && (
        <Choices name={l10n.t('Verdict of the critique')} note={verdictText(verdict)}>
          <Choice
            command="agreeWithCritique"
            chosen={agrees === true}
            onPress={() => press({ do: 'critiqueAgrees', value: true })}
          >
            {l10n.t('right')}
          </Choice>
          <Choice
            command="disagreeWithCritique"
            chosen={agrees === false}
            onPress={() => press({ do: 'critiqueAgrees', value: false })}
          >
            {l10n.t('wrong')}
          </Choice>
        </Choices>
      )}
      {count > 1 && (
        <Choices
          name={l10n.t('Rank of the critique')}
          note={l10n.t('1 is the best. Give tied critiques the same number.')}
        >
          {Array.from({ length: Math.min(count, maxPlaces) }, (_, at) => at + 1).map((value) => (
            <Choice
              key={value}
              shortcut={String(value)}
              label={l10n.t('Rank {0}', value)}
              chosen={place === value}
              onPress={() => press({ do: 'number', value: place === value ? 0 : value })}
            />
          ))}
        </Choices>
      )}
      <Choices name={l10n.t('Your text')}>
        <Choice command="editCritique" onPress={() => press({ do: 'critiqueEdit' })}>
          {l10n.t('edit')}
        </Choice>
        {count > 1 && (
          <Choice command="pickCritique" chosen={picked.includes(key)} onPress={() => press({ do: 'critiquePick' })}>
            {l10n.t('choose to merge')}
          </Choice>
        )}
        {count > 1 && (
          <Choice command="mergeCritiques" disabled={picked.length < 2} onPress={() => press({ do: 'critiqueMerge' })}>
            {picked.length > 1 ? l10n.t('merge {0}', picked.length) : l10n.t('merge')}
          </Choice>
        )}
      </Choices>
    </div>
  );
}

/** Draws the keys and fields of a text that one merges of critiques. */
export function SelectedMerge({ item, sources }: { readonly item: DeskItem; readonly sources: string }): JSX.Element {
  return (
    <div
      class="critique-in-hand"
      role="group"
      aria-label={l10n.t('Your text, based on {0}', sources)}
      onMouseDown={keepFocus}
    >
      <Choices
        name={l10n.t('Your text')}
        note={l10n.t('Your text is saved together with the critiques that it is based on')}
      >
        <Choice command="editCritique" onPress={() => judge(item.key, { do: 'critiqueEdit' })}>
          {l10n.t('edit')}
        </Choice>
        <Choice command="unplace" onPress={() => judge(item.key, { do: 'clear' })}>
          {l10n.t('remove')}
        </Choice>
      </Choices>
    </div>
  );
}

function Choices({
  name,
  note,
  children,
}: {
  readonly name: string;
  readonly note?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="answers" role="group" aria-label={name}>
      <span class="of" title={note}>
        {name}
      </span>
      {children}
    </div>
  );
}

function Choice({
  command,
  shortcut = command === undefined ? undefined : setting.value.keys[command],
  label,
  chosen,
  disabled = false,
  onPress,
  children,
}: {
  readonly command?: string;
  readonly shortcut?: string | undefined;
  readonly label?: string;
  readonly chosen?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <button
      aria-label={label}
      class={chosen ? 'chosen' : ''}
      tabIndex={-1}
      disabled={disabled}
      aria-pressed={chosen}
      onClick={onPress}
    >
      {shortcut !== undefined && <kbd>{shortcut}</kbd>}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}
