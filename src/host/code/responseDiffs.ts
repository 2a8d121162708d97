import * as vscode from 'vscode';
import type { FileFault } from '../../core/code/patch/applyPatch';
import {
  isWhole,
  pairsBetween,
  pairsWithBase,
  remarksOf,
  type CodePair,
  type CodeSide,
} from '../../core/code/view/codeSides';
import type { Desk } from '../../core/desk/desk';
import { letterOf } from '../../core/model/annotation/blindOrder';
import type { DiffSide } from '../../core/model/annotation/judgementValues';
import type { DeskAccess } from '../desk/deskPickers';
import { otherResponse } from '../desk/otherResponse';
import type { TaskCode } from './taskCode';
import { codeDocuments, type CodePlace } from './codeDocuments';
import { faultText, foldedText, remarksText, remarkText } from './remarkTexts';

/** More remarks than these are told as a number; the document has all. */
const toldRemarks = 3;

/**
 * Opens what responses change as diffs of VS Code: of base files out of the repository of the task, or of what the
 * patches show of them. Everything is named by letters.
 */
export class ResponseDiffs {
  constructor(
    private readonly deskAccess: DeskAccess,
    private readonly code: TaskCode,
  ) {}

  /** Opens the changes of the selected response. */
  async openBase(desk: Desk): Promise<void> {
    const { item } = this.deskAccess;
    const sides = item && (await this.code.sidesOf(desk));
    if (!sides) return;
    const { selected } = item;
    const side = sides[selected];
    if (!side) {
      desk.announce({ kind: 'no-patch', index: selected });
      return;
    }
    const letter = letterOf(selected);
    const base = vscode.l10n.t('Base');
    const { key } = item;
    await show(`${base} ↔ ${letter}`, ['base', letter], pairsWithBase(side), [[letter, side]], {
      of: [this.place(key, selected, 'base'), this.place(key, selected, 'patched')],
    });
  }

  /** Opens how the code of the selected response differs from that of another one. */
  async openPair(desk: Desk): Promise<void> {
    const { item } = this.deskAccess;
    const sides = item && (await this.code.sidesOf(desk));
    if (!sides) return;
    const withPatch = [...sides.keys()].filter((index) => sides[index] !== undefined);
    if (!sides[item.selected]) {
      desk.announce({ kind: 'no-patch', index: item.selected });
      return;
    }
    const letter = letterOf(item.selected);
    const other = await otherResponse(item, {
      among: withPatch,
      title: vscode.l10n.t('Show differences in code between {0} and…', letter),
      leave: () => this.deskAccess.leaveForQuestion(),
    });
    if (other === undefined && withPatch.length < 2) desk.announce({ kind: 'no-other' });
    if (other === undefined) return;
    const [first, second] = [item.selected, other].sort((a, b) => a - b) as [number, number];
    const [left, right] = [sides[first], sides[second]];
    if (!left || !right) return;
    const names: Names = [letterOf(first), letterOf(second)];
    const pairs = pairsBetween(left, right);
    if (pairs.length === 0 && isWhole(left) && isWhole(right)) {
      desk.announce({ kind: 'same-code', first, second });
      return;
    }
    await show(
      names.join(' ↔ '),
      names,
      pairs,
      [
        [names[0], left],
        [names[1], right],
      ],
      { of: [this.place(item.key, first, 'patched'), this.place(item.key, second, 'patched')] },
    );
  }

  private place(key: string, index: number, side: DiffSide): PlaceOfSide {
    return { deskAccess: this.deskAccess, key, index, side };
  }
}

/** The sides, as addresses name them. */
type Names = readonly [left: string, right: string];
type PlaceOfSide = Omit<CodePlace, 'file' | 'lines'>;
type Sides = readonly (readonly [letter: string, side: CodeSide])[];

async function show(
  title: string,
  names: Names,
  pairs: readonly CodePair[],
  sides: Sides,
  {
    of,
    isUnfolded = false,
  }: { readonly of: readonly [left: PlaceOfSide, right: PlaceOfSide]; readonly isUnfolded?: boolean },
): Promise<void> {
  const add = codeDocuments.begin();
  const remarked = sides
    .map(([letter, side]) => [letter, remarksOf(side)] as const)
    .filter(([, remarks]) => remarks.length > 0);
  const told = vscode.l10n.t('About the patch');
  const rows: readonly (readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined])[] = [
    ...remarked.map(([letter, remarks]) => {
      const uri = add(letter, `${told}.md`, Buffer.from(remarksText(letter, remarks)));
      return [uri, undefined, uri] as const;
    }),
    ...pairs.map((pair) => {
      const document = (side: 0 | 1): vscode.Uri | undefined => {
        const file = side === 0 ? pair.left : pair.right;
        if (!file) return undefined;
        const path = side === 0 ? (pair.leftPath ?? pair.path) : pair.path;
        if (pair.folded && !isUnfolded)
          return add(names[side], path, Buffer.from(`${foldedText(pair.folded, file.bytes.length)}\n`));
        const faults = faultsOf(path, names[side], sides);
        const lines = { above: faults.length, numbers: file.lines };
        return add(names[side], path, withFaults(file.bytes, faults), { ...of[side], file: path, lines });
      };
      const [left, right] = [document(0), document(1)];
      return [right ?? left ?? add(names[1], pair.path, Buffer.alloc(0)), left, right] as const;
    }),
  ];
  await vscode.commands.executeCommand('vscode.changes', title, rows);
  tellFaults(sides);
  const folded = pairs.filter((pair) => pair.folded !== undefined).length;
  if (folded > 0 && !isUnfolded)
    void offerFolded(folded, () => show(title, names, pairs, sides, { of, isUnfolded: true }));
}

/** What was not applied of the changes of a file. */
function faultsOf(path: string, letter: string, sides: Sides): readonly FileFault[] {
  const side = sides.find(([each]) => each === letter)?.[1];
  return side?.files.find((file) => file.path === path)?.faults ?? [];
}

/** A file in which not all of a patch was applied says so at its top, in a line for each. */
function withFaults(bytes: Uint8Array, faults: readonly FileFault[]): Uint8Array {
  if (faults.length === 0) return bytes;
  return Buffer.concat([Buffer.from(faults.map((fault) => `⚠ ${faultText(fault)}\n`).join('')), bytes]);
}

function tellFaults(sides: Sides): void {
  const texts = sides.flatMap(([letter, side]) =>
    remarksOf(side)
      .filter((remark) => !('note' in remark))
      .map((remark) => `${letter}: ${remarkText(remark)}`),
  );
  if (texts.length === 0) return;
  const shown = texts.slice(0, toldRemarks).join('; ');
  void vscode.window.showWarningMessage(
    texts.length > toldRemarks
      ? vscode.l10n.t('Not all of the patch could be applied. {0}; and {1} more', shown, texts.length - toldRemarks)
      : vscode.l10n.t('Not all of the patch could be applied. {0}', shown),
  );
}

async function offerFolded(count: number, open: () => Promise<void>): Promise<void> {
  const whole = vscode.l10n.t('Show Contents');
  const text =
    count === 1
      ? vscode.l10n.t('One generated, binary or large file is shown by its size only.')
      : vscode.l10n.t('{0} generated, binary or large files are shown by their sizes only.', count);
  if ((await vscode.window.showInformationMessage(text, whole)) === whole) await open();
}
