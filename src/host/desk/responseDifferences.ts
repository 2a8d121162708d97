import * as vscode from 'vscode';
import type { Desk } from '../../core/desk/desk';
import { differenceOf } from '../../core/desk/item/difference';
import { letterOf } from '../../core/model/annotation/blindOrder';
import type { DeskItem } from '../../core/model/desk/deskState';
import type { DeskDifference } from '../../core/model/desk/difference';
import type { DeskMessage } from '../../protocol/desk';
import { otherResponse } from './otherResponse';

const scheme = 'tiebreak-response';
/** Texts that diff editors show, by the address of their document. */
const documents = new Map<string, string>();
let serial = 0;

/** Lets VS Code's diff editor read responses: documents that bear a letter and a number, and nothing else. */
export function responseDocuments(): vscode.Disposable[] {
  return [
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => documents.get(uri.toString()),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => void documents.delete(uri.toString())),
  ];
}

/** A document with that name and text, which cannot be edited. */
export function responseDocument(name: string, text: string): vscode.Uri {
  const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: String(++serial) });
  documents.set(uri.toString(), text);
  return uri;
}

/** The difference between two responses that one desk shows. */
export class ResponseDifferences {
  private shownDifference: DeskDifference | undefined;

  constructor(
    private readonly post: (message: DeskMessage) => void,
    /** See `DeskAccess.leaveForQuestion`. */
    private readonly leave: () => Promise<() => void>,
  ) {}

  /** Shows the difference of the selected response from another one, or shows it no more. */
  async toggle(desk: Desk, item: DeskItem): Promise<void> {
    if (this.shownDifference?.key === item.key) {
      this.show(undefined);
      return;
    }
    const pair = await this.choose(item);
    const texts = pair && (await desk.texts(item.key));
    if (!texts) return;
    const { first, second } = pair;
    this.show({ key: item.key, first, second, ...differenceOf(texts[first] ?? '', texts[second] ?? '') });
  }

  /** Opens the two that are compared, or the selected response and another one, in VS Code's diff editor. */
  async openEditor(desk: Desk, item: DeskItem): Promise<void> {
    const pair = this.shownDifference?.key === item.key ? this.shownDifference : await this.choose(item);
    const texts = pair && (await desk.texts(item.key));
    if (!texts) return;
    const [before, after] = [pair.second, pair.first].map((index) =>
      responseDocument(`${letterOf(index)}.md`, texts[index] ?? ''),
    );
    await vscode.commands.executeCommand(
      'vscode.diff',
      before,
      after,
      `${letterOf(pair.second)} ↔ ${letterOf(pair.first)}`,
    );
  }

  private show(difference: DeskDifference | undefined): void {
    this.shownDifference = difference;
    this.post({ kind: 'difference', difference: difference ?? null });
    this.post({
      kind: 'notice',
      notice: difference
        ? {
            kind: 'difference',
            first: difference.first,
            second: difference.second,
            by: difference.by,
            cut: difference.cut,
          }
        : null,
    });
  }

  /**
   * The selected response and the other one: the only one, the one it is compared with, or the one that the person
   * names by letter or number.
   */
  private async choose(item: DeskItem): Promise<{ readonly first: number; readonly second: number } | undefined> {
    const { selected } = item;
    const second = await otherResponse(item, {
      title: vscode.l10n.t('Show differences between {0} and…', letterOf(selected)),
      leave: this.leave,
    });
    if (second === undefined) this.post({ kind: 'notice', notice: { kind: 'no-other' } });
    return second === undefined ? undefined : { first: selected, second };
  }
}
