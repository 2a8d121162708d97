import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import {
  critiqueTexts,
  noWritingRequirements,
  writtenLength,
} from '../../../src/core/model/annotation/writingRequirements';
import { LengthHint } from '../writing/lengthHint';
import { WrittenLine } from '../writing/writtenLine';
import { act, content, dock, judge, setting, state } from '../store';
import { nthOf } from '../words/runTexts';

/** Shows the critique of a response in one line, which opens it. */
export function Critique({ item, index }: { readonly item: DeskItem; readonly index: number }): JSX.Element {
  const { critique: asked } = state.value?.task ?? noWritingRequirements;
  const texts = critiqueTexts(item.draft, index).filter((text) => text !== '');
  const step = item.draft.critiqueSteps[index] ?? null;
  const about =
    step === null || texts.length === 0 ? '' : `${l10n.t('about step {0}', nthOf(content.value?.runs, index, step))}: `;
  const isWritten = dock.value?.kind === 'critique' && dock.value.index === index;
  const write = (): void => {
    judge(item.key, { do: 'select', index });
    act('critique');
  };
  return (
    <>
      <WrittenLine
        name={l10n.t('Critique')}
        shortcut={item.selected === index ? setting.value.keys.critique : undefined}
        text={`${about}${texts.join(' · ')}`}
        open={write}
      />
      {(texts.length > 0 || isWritten) && (
        <LengthHint length={texts.reduce((sum, text) => sum + writtenLength(text), 0)} min={asked.minLength} />
      )}
    </>
  );
}
