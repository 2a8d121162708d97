import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { letterOf } from '../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../src/core/model/desk/deskState';
import { scaleNames, scales, valuesOf, type ScaleName } from '../../src/core/model/annotation/fields/scales';
import type { Flag, Task } from '../../src/core/model/study/taskSchema';
import { keepFocus } from '../ui/keyboardFocus';
import { Demonstrations } from './cards/demonstrations';
import { TextField, useOpen } from './cards/textField';
import { scaleTexts } from './words/scaleTexts';
import { act, judge, setting } from './store';

/** Flags from this number on have no key. */
const maxFlagKeys = 9;

/** Draws the fields that every annotation mode has: how sure one is, flags, an answer of one's own, a question. */
export function ConfidenceAndFlags({ item, task }: { readonly item: DeskItem; readonly task: Task }): JSX.Element {
  const { keys } = setting.value;
  const { answers, clarification, acceptable, places } = item.draft;
  const isNoneAcceptable = places.length > 0 && places.every((_, index) => acceptable[index] === false);
  const hasAnswer = useOpen('answer', answers.join('')) || isNoneAcceptable;
  const hasQuestion = useOpen('clarification', clarification);
  return (
    <>
      <div class="extras">
        {scaleNames.map((scale) => (
          <ScaleControl key={scale} item={item} scale={scale} />
        ))}
        <Flags item={item} flags={task.flags} isOf="response" />
        <Flags item={item} flags={task.flags} isOf="item" />
        <span class="group">
          {!hasAnswer && <Toggle action="answer" label={l10n.t('Write an answer')} />}
          {!hasQuestion && <Toggle action="clarification" label={l10n.t('Ask what is missing')} />}
          <Toggle action="context" label={l10n.t('Judge under a context')} />
        </span>
      </div>
      <Demonstrations item={item} isAsked={hasAnswer} />
      {hasQuestion && (
        <section class="own clarification">
          <TextField
            itemKey={item.key}
            field={{ kind: 'clarification' }}
            label={withKey(l10n.t('What is missing in this item'), keys.clarification)}
            text={clarification}
            placeholder={l10n.t('What information do you need to judge this item?')}
          />
        </section>
      )}
    </>
  );
}

function Toggle({
  action,
  label,
}: {
  readonly action: 'answer' | 'clarification' | 'context';
  readonly label: string;
}): JSX.Element {
  const key = setting.value.keys[action];
  return (
    <button class={action === 'context' ? 'quiet' : 'toggle'} onClick={() => act(action)}>
      {label} {key !== undefined && <kbd>{key}</kbd>}
    </button>
  );
}

const withKey = (label: string, key: string | undefined): string => (key === undefined ? label : `${label} (${key})`);

function ScaleControl({ item, scale }: { readonly item: DeskItem; readonly scale: ScaleName }): JSX.Element {
  const { name, low, high, level: label } = scaleTexts()[scale];
  const values = valuesOf(scales[scale]);
  return (
    <span class="group" role="group" aria-label={name}>
      <Name text={name} range={rangeOf(setting.value.keys[scale], values.length)} />
      <span class="options">
        <span class="end">{low}</span>
        <span class="places">
          {values.map((value, i) => (
            <button
              key={value}
              class={item.draft[scale] === value ? 'chosen' : ''}
              onMouseDown={keepFocus}
              aria-pressed={item.draft[scale] === value}
              aria-label={label(i + 1, values.length)}
              onClick={() => judge(item.key, { do: 'level', scale, level: i + 1 })}
            >
              {i + 1}
            </button>
          ))}
        </span>
        <span class="end">{high}</span>
      </span>
    </span>
  );
}

/** Flags of the selected response, or of the item; numbered as their keys are. */
function Flags({
  item,
  flags,
  isOf,
}: {
  readonly item: DeskItem;
  readonly flags: readonly Flag[];
  readonly isOf: 'response' | 'item';
}): JSX.Element | null {
  const numbered = flags
    .map((flag, i) => ({ flag, number: i + 1 }))
    .filter(({ flag: { of = 'response' } }) => of === isOf);
  if (numbered.length === 0) return null;
  const index = isOf === 'item' ? null : item.selected;
  const name = index === null ? l10n.t('Flags of the item') : l10n.t('Flags of {0}', letterOf(index));
  return (
    <span class="group" role="group" aria-label={name}>
      <Name
        text={name}
        range={index === null ? undefined : rangeOf(setting.value.keys.flag, Math.min(maxFlagKeys, flags.length))}
      />
      <span class="options">
        {numbered.map(({ flag: { name: flag }, number }) => (
          <button
            key={number}
            class="toggle"
            onMouseDown={keepFocus}
            aria-pressed={item.draft.flags.some((each) => each.flag === flag && each.index === index)}
            onClick={() => judge(item.key, { do: 'flag', number })}
          >
            {flag} {number <= maxFlagKeys && <kbd>{flagKey(number)}</kbd>}
          </button>
        ))}
      </span>
    </span>
  );
}

function Name({ text, range }: { readonly text: string; readonly range: string | undefined }): JSX.Element {
  return (
    <span class="name">
      {text} {range !== undefined && <kbd>{range}</kbd>}
    </span>
  );
}

/** The key of a flag, as its digit alone is the key of a rank: "⇧3". */
const flagKey = (number: number): string =>
  (setting.value.keys.flag ?? '').replace(/^Shift\+/, '⇧').replace(/1$/, String(number));

/** Shift+1…7, of the first key. */
const rangeOf = (first: string | undefined, last: number): string | undefined =>
  first === undefined ? undefined : `${first}…${last}`;
