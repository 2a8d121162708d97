import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { critiqueParts, type CritiquePart } from '../../../src/core/model/annotation/judgementValues';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import {
  critiqueTexts,
  noWritingRequirements,
  writtenLength,
} from '../../../src/core/model/annotation/writingRequirements';
import { LengthHint } from '../writing/lengthHint';
import { TextField } from '../cards/textField';
import { act, focusRequest, judge, setting, state } from '../store';
import { partName } from '../words/textFieldTexts';

interface Props {
  readonly item: DeskItem;
  readonly index: number;
}

/** Draws the critique of a response, in one text or in parts: a button until there is something to say. */
export function Critique({ item, index }: Props): JSX.Element {
  const { critique: asked } = state.value?.task ?? noWritingRequirements;
  const texts = critiqueTexts(item.draft, index);
  const isWritten = texts.some((text) => text !== '');
  const request = focusRequest.value;
  const wantsField =
    request?.target.kind === 'field' &&
    request.target.field.kind === 'critique' &&
    request.target.field.index === index;
  const [opened, setOpened] = useState(isWritten);
  useEffect(() => {
    if (wantsField || isWritten) setOpened(true);
  }, [wantsField, isWritten]);

  if (opened || wantsField) {
    const [free = '', ...parts] = texts;
    const letter = letterOf(index);
    // What was written in the other way is not out of sight.
    const isParted = asked.fields === 'parts';
    return (
      <section class="critique">
        {(!isParted || free !== '') && (
          <TextField
            key={item.key}
            itemKey={item.key}
            field={{ kind: 'critique', index }}
            label={l10n.t('Critique of {0}', letter)}
            text={free}
            placeholder={l10n.t('What is good or bad about the response, and how could it be better?')}
          />
        )}
        {critiqueParts.map((part, at) => {
          const text = parts[at] ?? '';
          return isParted || text !== '' ? (
            <TextField
              key={`${item.key} ${part}`}
              itemKey={item.key}
              field={{ kind: 'critique', index, part }}
              label={partName(part, letter)}
              text={text}
              placeholder={partHint(part)}
            />
          ) : null;
        })}
        <LengthHint length={texts.reduce((sum, text) => sum + writtenLength(text), 0)} min={asked.minLength} />
      </section>
    );
  }
  const writeOne = (): void => {
    judge(item.key, { do: 'select', index });
    act('critique');
  };
  return (
    <button class="quiet" onClick={writeOne}>
      {l10n.t('Critique')} {item.selected === index && <kbd>{setting.value.keys.critique}</kbd>}
    </button>
  );
}

/** Words what an empty part asks for. */
function partHint(part: CritiquePart): string {
  switch (part) {
    case 'strengths':
      return l10n.t('What is good about the response?');
    case 'weaknesses':
      return l10n.t('What is bad about the response?');
    case 'suggestion':
      return l10n.t('How could the response be better?');
  }
}
