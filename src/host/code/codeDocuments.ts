import * as vscode from 'vscode';
import type { ShownLines } from '../../core/code/view/commentedLines';
import type { DiffSide } from '../../core/model/annotation/judgementValues';
import type { DeskAccess } from '../desk/deskPickers';

/** Files of code that nobody can change: what patches are based on, and what they leave. */
export const codeScheme = 'tiebreak-code';

/** Which file of which response a document shows, for comments on its lines. */
export interface CodePlace {
  /** The desk from which it was opened. */
  readonly deskAccess: DeskAccess;
  /** Key of the item. */
  readonly key: string;
  /** Number of the response, in the order shown. */
  readonly index: number;
  readonly side: DiffSide;
  /** Path in the repository on that side. */
  readonly file: string;
  readonly lines: ShownLines;
}

interface Served {
  readonly bytes: Uint8Array;
  readonly place: CodePlace | undefined;
}

/** Takes a file into a view. @param place absent where no comments are written on it */
export type AddDocument = (side: string, path: string, bytes: Uint8Array, place?: CodePlace) => vscode.Uri;

/** So many views are kept; older ones are closed, or show that they are gone. */
const keptViews = 12;

/**
 * Serves the files of a view as documents, straight out of memory. An address names the side and the number of the view
 * (`//a-1`, `//base-1`) and the path in the repository, which is the same on both sides, as VS Code takes what has
 * another path for renamed. It tells nothing of a run, a model, a time or a person.
 */
class CodeDocuments implements vscode.FileSystemProvider {
  private readonly views = new Map<string, Map<string, Served>>();
  private serial = 0;
  /** Nothing changes. */
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  /** Begins a view; what it gives takes files into it. */
  begin(): AddDocument {
    const number = String(++this.serial);
    const files = new Map<string, Served>();
    this.views.set(number, files);
    const [oldest] = this.views.keys();
    if (this.views.size > keptViews && oldest !== undefined) this.views.delete(oldest);
    return (side, path, bytes, place) => {
      const uri = vscode.Uri.from({
        scheme: codeScheme,
        authority: `${side.toLowerCase()}-${number}`,
        path: `/${path}`,
      });
      files.set(keyOf(uri), { bytes, place });
      return uri;
    };
  }

  /** What a document shows; undefined where nobody comments on it, or it is gone. */
  placeOf(uri: vscode.Uri): CodePlace | undefined {
    return uri.scheme === codeScheme ? this.filesOf(uri)?.get(keyOf(uri))?.place : undefined;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const bytes = this.find(uri);
    const permissions = vscode.FilePermission.Readonly;
    if (bytes) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length, permissions };
    if (this.below(uri).length === 0) throw vscode.FileSystemError.FileNotFound(uri);
    return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0, permissions };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const bytes = this.find(uri);
    if (!bytes) throw vscode.FileSystemError.FileNotFound(uri);
    return bytes;
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    const prefix = `${keyOf(uri).replace(/\/$/, '')}/`;
    const found = this.below(uri).map((path): [string, vscode.FileType] => {
      const [name = '', ...rest] = path.slice(prefix.length).split('/');
      return [name, rest.length === 0 ? vscode.FileType.File : vscode.FileType.Directory];
    });
    return [...new Map(found)];
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private find(uri: vscode.Uri): Uint8Array | undefined {
    return this.filesOf(uri)?.get(keyOf(uri))?.bytes;
  }

  private filesOf({ authority }: vscode.Uri): ReadonlyMap<string, Served> | undefined {
    return this.views.get(authority.slice(authority.lastIndexOf('-') + 1));
  }

  /** The paths of files below a folder. */
  private below(uri: vscode.Uri): readonly string[] {
    const prefix = `${keyOf(uri).replace(/\/$/, '')}/`;
    return [...(this.filesOf(uri)?.keys() ?? [])].filter((each) => each.startsWith(prefix));
  }
}

const keyOf = ({ authority, path }: vscode.Uri): string => authority + path;

export const codeDocuments = new CodeDocuments();

/** Lets VS Code read them. */
export const registerCodeDocuments = (): vscode.Disposable =>
  vscode.workspace.registerFileSystemProvider(codeScheme, codeDocuments, { isCaseSensitive: true, isReadonly: true });
