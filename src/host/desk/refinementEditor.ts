import * as vscode from 'vscode';
import type { Desk } from '../../core/desk/desk';
import { letterOf } from '../../core/model/annotation/blindOrder';
import type { PlaceOfCall } from '../../core/model/annotation/draft';
import type { DeskItem } from '../../core/model/desk/deskState';
import { messageOf } from '../../core/model/problems/problem';
import { responseDocument } from './responseDifferences';

/**
 * Responses, and arguments of calls of several lines, that are made better in VS Code's own diff editor: on the left as
 * they are, on the right the draft's text, which saving the document puts into the draft.
 */

const scheme = 'tiebreak-refinement';

/** Where the text of a document is. */
interface Opened {
  readonly desk: Desk;
  readonly key: string;
  readonly index: number;
  /** Of a text that should stand in a call. */
  readonly place?: PlaceOfCall;
  /** When it was last written from here, in milliseconds since 1970. */
  time: number;
}

const opened = new Map<string, Opened>();
let serial = 0;

/** Opens the selected response in VS Code's diff editor. */
export async function openRefinement(desk: Desk, { key, selected: index }: DeskItem): Promise<void> {
  const refinement = await desk.refinement(key, index);
  if (!refinement) {
    desk.announce({ kind: 'not-refinable', index });
    return;
  }
  const letter = letterOf(index);
  // What it is called makes it Markdown, as nearly all responses are; VS Code lets one choose another language.
  const uri = vscode.Uri.from({ scheme, path: `/${letter}.md`, query: String(++serial) });
  opened.set(uri.toString(), { desk, key, index, time: Date.now() });
  await vscode.commands.executeCommand(
    'vscode.diff',
    responseDocument(`${letter}.md`, refinement.before),
    uri,
    vscode.l10n.t('{0} ↔ Refinement of {0}', letter),
    { preview: false },
  );
}

/** Opens what should stand in a place of a call of a run, beside what stands there. */
export async function openCorrection(
  desk: Desk,
  key: string,
  place: PlaceOfCall,
  nth: string,
  before: unknown,
): Promise<void> {
  const name = vscode.l10n.t('{0}, step {1}', letterOf(place.index), nth);
  const uri = vscode.Uri.from({ scheme, path: `/${name}.txt`, query: String(++serial) });
  opened.set(uri.toString(), { desk, key, index: place.index, place, time: Date.now() });
  await vscode.commands.executeCommand(
    'vscode.diff',
    responseDocument(`${name}.txt`, typeof before === 'string' ? before : ''),
    uri,
    vscode.l10n.t('{0} ↔ Correction', name),
    { preview: false },
  );
}

/** Lets VS Code's editors read and write refinements. */
export function refinementDocuments(): vscode.Disposable[] {
  return [
    vscode.workspace.registerFileSystemProvider(scheme, new Refinements(), { isCaseSensitive: true }),
    // A document that gets another language closes too, and opens again at once.
    vscode.workspace.onDidCloseTextDocument(({ uri }) => setTimeout(() => forgetClosed(uri.toString()))),
  ];
}

function forgetClosed(uri: string): void {
  if (!vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri)) opened.delete(uri);
}

/** Every document is a file of its own, in no folder. */
class Refinements implements vscode.FileSystemProvider {
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { time } = entry(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: time, size: (await this.readFile(uri)).length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const target = entry(uri);
    const text = await textOf(target);
    if (text === undefined) throw vscode.FileSystemError.Unavailable(lost(target));
    return Buffer.from(text);
  }

  /** Rejects where the text could not be kept; the document stays unsaved then. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const target = entry(uri);
    const { desk, key, index, place } = target;
    // What is said to be right there by now has no correction.
    if (place && (await textOf(target)) === undefined) throw vscode.FileSystemError.Unavailable(lost(target));
    try {
      await desk.setText(
        key,
        place ? { kind: 'callCorrected', ...place } : { kind: 'refinement', index },
        Buffer.from(content).toString(),
      );
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(`${lost(target)} (${messageOf(error)})`);
    }
    target.time = Date.now();
    this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  readDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
}

const textOf = ({ desk, key, index, place }: Opened): Promise<string | undefined> =>
  place ? desk.correctedText(key, place) : desk.refinedText(key, index);

const lost = ({ place }: Opened): string =>
  place
    ? vscode.l10n.t('The item or its judgment has changed. Copy your text, go to the step, and correct the call there.')
    : vscode.l10n.t(
        'The item of this text has changed. Copy your text, go to the item, and refine the response there.',
      );

function entry(uri: vscode.Uri): Opened {
  const found = opened.get(uri.toString());
  if (!found) throw vscode.FileSystemError.FileNotFound(uri);
  return found;
}
