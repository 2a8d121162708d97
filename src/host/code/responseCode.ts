import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { openRepository, type CodeRepository } from '../../core/code/codeRepository';
import type { BaseFiles, FileFault } from '../../core/code/patch/applyPatch';
import { patchOfResponse } from '../../core/code/patchOfResponse';
import { repositoryPath, taskRepositoryOf } from '../../core/code/taskRepository';
import {
  codeSides,
  isWhole,
  pairsBetween,
  pairsWithBase,
  remarksOf,
  type CodePair,
  type CodeSide,
} from '../../core/code/view/codeSides';
import type { Desk } from '../../core/desk/desk';
import type { ShownItem } from '../../core/desk/item/shownItem';
import { letterOf } from '../../core/model/annotation/blindOrder';
import type { DiffSide } from '../../core/model/annotation/judgementValues';
import { messageOf } from '../../core/model/problems/problem';
import type { DeskAccess } from '../desk/deskPickers';
import { otherResponse } from '../desk/otherResponse';
import { codeDocuments, type CodePlace } from './codeDocuments';
import { faultText, foldedText, remarksText, remarkText } from './remarkTexts';

/** More remarks than these are told as a number; the document has all. */
const toldRemarks = 3;

/** What the responses of an item make of the base. */
interface ItemCode {
  readonly shown: ShownItem;
  /** In the order shown. */
  readonly sides: readonly (CodeSide | undefined)[];
}

/**
 * Opens what responses change as diffs of VS Code: of base files out of the repository of the task, or of what the
 * patches show of them. Everything is named by letters.
 */
export class ResponseCode implements vscode.Disposable {
  private repositories = new Map<string, Promise<CodeRepository>>();
  private last: ItemCode | undefined;

  constructor(private readonly deskAccess: DeskAccess) {}

  dispose(): void {
    const repositories = [...this.repositories.values()];
    this.repositories = new Map();
    this.last = undefined;
    for (const repository of repositories)
      void repository.then(
        (each) => each.close(),
        () => undefined,
      );
  }

  /** Opens the changes of the selected response. */
  async openBase(desk: Desk): Promise<void> {
    const { item } = this.deskAccess;
    const sides = item && (await this.sidesOf(desk));
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
    const sides = item && (await this.sidesOf(desk));
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

  /** The code of the responses of the item on the screen; undefined where none is by now. */
  private async sidesOf(desk: Desk): Promise<ItemCode['sides'] | undefined> {
    await desk.settled();
    const { open } = desk;
    if (!open) return undefined;
    if (this.last?.shown === open.shown) return this.last.sides;
    const patches = open.shown.responses.map(patchOfResponse);
    const base = patches.some((patch) => patch !== undefined) ? await this.baseOf(desk) : undefined;
    const sides = await codeSides(patches, base === 'refused' ? undefined : base, gapText);
    if (base !== 'refused') this.last = { shown: open.shown, sides };
    return sides;
  }

  /** The files that patches are based on; undefined where nobody says where they are. */
  private async baseOf(desk: Desk): Promise<BaseFiles | 'refused' | undefined> {
    const { document } = this.deskAccess;
    const item = desk.open?.shown.item;
    const project = document.session?.study.project;
    if (!item || !project) return undefined;
    try {
      const task = taskRepositoryOf(item, project.code);
      const path = repositoryPath(project.code?.source, task.name, dirname(document.uri.fsPath));
      return path === undefined ? undefined : await (await this.repository(path)).filesAt(task.commit);
    } catch (error) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'The repository of the task cannot be used: {0} Only the lines in the patches are shown.',
          messageOf(error).replace(/([^.!?])$/, '$1.'),
        ),
      );
      return 'refused';
    }
  }

  private repository(path: string): Promise<CodeRepository> {
    const known = this.repositories.get(path);
    if (known) return known;
    const { document } = this.deskAccess;
    // The person's own setting: one of the workspace may have come with somebody else's folder.
    const program = vscode.workspace.getConfiguration('git').inspect<string | string[]>('path')?.globalValue;
    const opened = openRepository(path, {
      cacheFolder: document.cache,
      admit: (paths) => document.admit(paths),
      program: typeof program === 'string' && program !== '' ? program : undefined,
    });
    this.repositories.set(path, opened);
    opened.catch(() => this.repositories.delete(path));
    return opened;
  }
}

const gapText = (lines: number | undefined): string =>
  lines === undefined
    ? vscode.l10n.t('⋯ lines that are not in the patch ⋯')
    : lines === 1
      ? vscode.l10n.t('⋯ one line that is not in the patch ⋯')
      : vscode.l10n.t('⋯ {0} lines that are not in the patch ⋯', lines);

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
