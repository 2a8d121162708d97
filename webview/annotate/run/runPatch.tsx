import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { DeskTurn } from '../../../src/core/model/desk/deskState';
import { patchedFiles } from '../../../src/core/model/item/patch';
import { keepFocus } from '../../ui/keyboardFocus';
import { isSearching } from '../findBar';
import { DatasetText } from '../conversation/datasetText';
import { patchText } from '../words/runTexts';

/** A patch with more lines is folded to its head. */
const fewLines = 80;

/** The change that a run leaves: its files and how many lines it adds and removes, and the patch as it is. */
export function RunPatch({
  itemKey,
  index,
  turn,
  first,
}: {
  readonly itemKey: string;
  readonly index: number;
  /** Its number among the texts of the response. */
  readonly turn: number;
  readonly first: DeskTurn;
}): JSX.Element {
  const files = useMemo(() => patchedFiles(first.text), [first.text]);
  const lines = files.reduce((sum, file) => sum + file.lines.length, 0);
  const [isUnfolded, setOpen] = useState(lines <= fewLines && first.left === 0);
  // What is folded would not be found.
  const isOpen = isUnfolded || isSearching.value;
  const sum = (side: 'added' | 'removed'): number => files.reduce((total, file) => total + file[side], 0);
  const names = files.map(({ name }) => name).filter((name) => name !== '');
  return (
    <div class="run-patch">
      <button
        class="run-line"
        tabIndex={-1}
        aria-expanded={isOpen}
        onMouseDown={keepFocus}
        onClick={() => setOpen(!isUnfolded)}
      >
        <span class="twist" aria-hidden="true">
          {isOpen ? '⌄' : '›'}
        </span>
        <strong>{l10n.t('Patch')}</strong>
        <span class="line">
          {first.text.trim() === ''
            ? l10n.t('changes nothing')
            : patchText(names, sum('added'), sum('removed'), first.left === 0)}
        </span>
      </button>
      {isOpen && <DatasetText itemKey={itemKey} response={index} turn={turn} first={first} isEager />}
    </div>
  );
}
