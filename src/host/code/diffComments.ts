import * as vscode from 'vscode';
import { linesOfDocument, linesOfFile, passagesWithLines } from '../../core/code/view/commentedLines';
import { sameDiffComment, type DraftDiffComment } from '../../core/model/annotation/diffComments';
import { contextKeys } from '../surface/contextKeys';
import { inQuestions } from '../surface/questions';
import { codeDocuments, codeScheme, type CodePlace } from './codeDocuments';
import { askTypeAndSeverity, severityName, typeName } from './diffCommentTypes';

/** A comment as VS Code shows it. */
class WrittenComment implements vscode.Comment {
  readonly author = { name: vscode.l10n.t('You') };
  /** See the conditions of its buttons. */
  readonly contextValue = 'written';
  readonly label: string;
  mode = vscode.CommentMode.Preview;
  body: string;

  constructor(
    readonly place: CodePlace,
    readonly saved: DraftDiffComment,
    readonly thread: vscode.CommentThread,
  ) {
    const { note, type, severity } = saved;
    this.body = note;
    this.label = [
      ...(type === undefined ? [] : [typeName(type)]),
      ...(severity === undefined ? [] : [severityName(severity)]),
    ].join(', ');
  }

  /** Shows it to be read, or to be changed. */
  show(mode: vscode.CommentMode): void {
    this.mode = mode;
    // VS Code sees only that there is another list.
    this.thread.comments = [...this.thread.comments];
  }
}

/**
 * Comments on lines of the code of responses, by the Comments API of VS Code. The draft of the item on the desk has
 * them; what is shown follows it in every document that is open.
 */
class DiffComments {
  private controller: vscode.CommentController | undefined;
  /** What is shown, by document, place and words. */
  private readonly shown = new Map<string, vscode.CommentThread>();
  /** The items on the desks when lines were offered last. */
  private offered = '';

  /** Begins to show comments. */
  start(): vscode.Disposable {
    const controller = vscode.comments.createCommentController('tiebreak.code', vscode.l10n.t('Comments on code'));
    controller.options = {
      prompt: vscode.l10n.t('Comment on these lines'),
      placeHolder: vscode.l10n.t('What is to be said of these lines?'),
    };
    this.controller = controller;
    this.offer();
    return new vscode.Disposable(() => {
      this.controller = undefined;
      this.shown.clear();
      controller.dispose();
    });
  }

  /** Shows what drafts have by now. */
  follow(): void {
    const { controller } = this;
    if (!controller) return;
    const before = new Set(this.shown.keys());
    const keys = new Set<string>();
    for (const document of vscode.workspace.textDocuments) {
      const place = codeDocuments.placeOf(document.uri);
      const open = place && openAt(place);
      if (!place || !open) continue;
      keys.add(place.key);
      for (const comment of open.draft.diffComments[place.index] ?? [])
        before.delete(this.showOne(controller, document, place, comment));
    }
    for (const gone of before) {
      this.shown.get(gone)?.dispose();
      this.shown.delete(gone);
    }
    const offered = [...keys].join('\n');
    if (offered !== this.offered) this.offer();
    this.offered = offered;
  }

  /** Saves what was written on lines, and asks what it is about. */
  async save({ thread, text }: vscode.CommentReply): Promise<void> {
    const place = codeDocuments.placeOf(thread.uri);
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === thread.uri.toString());
    if (text.trim() === '') return;
    const { range } = thread;
    const until = document && range && Math.min(range.end.line, countOf(document) - 1);
    const lines = place && range && until !== undefined && linesOfFile(place.lines, range.start.line, until);
    if (!place || !lines) {
      void vscode.window.showWarningMessage(vscode.l10n.t('There are no lines of the file to comment on here.'));
      return;
    }
    const { file, side } = place;
    const comment: DraftDiffComment = { file, side, lines: [...lines], note: text };
    if (!(await changed(place, null, comment))) return;
    thread.dispose();
    await this.ask(place, comment);
  }

  /** Asks what a comment is about, and how bad that is. */
  async ask(place: CodePlace, comment: DraftDiffComment): Promise<void> {
    const { session } = place.deskAccess.document;
    const said = await inQuestions((questions) =>
      askTypeAndSeverity(questions, session?.study.project.task.spans, comment),
    );
    if (said) {
      const { type: _, severity: __, ...rest } = comment;
      const next = { ...rest, ...said };
      if (!sameDiffComment(next, comment)) await changed(place, comment, next);
    }
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  }

  /** Lets VS Code ask once more on which lines comments can be written. */
  private offer(): void {
    if (!this.controller) return;
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: (document) => {
        const place = codeDocuments.placeOf(document.uri);
        if (!place || !openAt(place)) return undefined;
        return passagesWithLines(place.lines, countOf(document)).map(
          ([from, until]) => new vscode.Range(from, 0, until, 0),
        );
      },
    };
  }

  /** Shows a comment of the response where the document has its lines; gives the key under which it is shown. */
  private showOne(
    controller: vscode.CommentController,
    document: vscode.TextDocument,
    place: CodePlace,
    comment: DraftDiffComment,
  ): string {
    const key = `${document.uri.toString()}\n${JSON.stringify(comment)}`;
    if (this.shown.has(key) || comment.file !== place.file || comment.side !== place.side) return key;
    const passage = linesOfDocument(place.lines, comment.lines, countOf(document));
    if (!passage) return key;
    const [from, until] = passage;
    const thread = controller.createCommentThread(document.uri, new vscode.Range(from, 0, until, 0), []);
    // Without a state, so that the panel of comments does not open over half of the desk (`comments.openView`).
    thread.canReply = false;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    thread.label = vscode.l10n.t('Your comment');
    thread.comments = [new WrittenComment(place, comment, thread)];
    this.shown.set(key, thread);
    return key;
  }
}

export const diffComments = new DiffComments();

/** The item of a document, where it is the one on its desk. */
function openAt({ deskAccess, key }: CodePlace) {
  const open = deskAccess.desk?.open;
  return open?.key === key ? open : undefined;
}

/** Lines of a document; behind the last line feed there is none. */
const countOf = (document: vscode.TextDocument): number =>
  document.lineCount > 1 && document.lineAt(document.lineCount - 1).text === ''
    ? document.lineCount - 1
    : document.lineCount;

/** Changes a comment of the draft; says so, and gives false, where that cannot be. */
async function changed(
  place: CodePlace,
  before: DraftDiffComment | null,
  after: DraftDiffComment | null,
): Promise<boolean> {
  const { key, index, deskAccess } = place;
  await deskAccess.desk?.settled();
  const has = (comment: DraftDiffComment): boolean =>
    openAt(place)?.draft.diffComments[index]?.some((each) => sameDiffComment(each, comment)) ?? false;
  if (openAt(place) && (!before || has(before))) {
    await deskAccess.desk?.judge({ do: 'diffComment', index, before, after }, key);
    if (!after || has(after)) return true;
  }
  void tellUnchanged(after?.note);
  return false;
}

/** The field in which a text was written is empty by now. */
async function tellUnchanged(text: string | undefined): Promise<void> {
  const copy = vscode.l10n.t('Copy Comment');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('Nothing was saved: the item of this diff is not on the desk, or its judgment has changed.'),
    ...(text === undefined ? [] : [copy]),
  );
  if (chosen === copy && text !== undefined) await vscode.env.clipboard.writeText(text);
}

/** The comment that a button belongs to. */
const asWritten = (given: unknown): WrittenComment | undefined => (given instanceof WrittenComment ? given : undefined);

async function saveEdited(comment: WrittenComment): Promise<void> {
  const { place, saved, body } = comment;
  if (body === saved.note || body.trim() === '') cancelEdit(comment);
  // What follows the draft shows the other one.
  else if (!(await changed(place, saved, { ...saved, note: body }))) comment.show(vscode.CommentMode.Editing);
}

function cancelEdit(comment: WrittenComment): void {
  comment.body = comment.saved.note;
  comment.show(vscode.CommentMode.Preview);
}

/** Shows comments on code, and registers what is done with them. */
export function registerDiffComments(): vscode.Disposable[] {
  const set = contextKeys();
  const tellPlace = (editor: vscode.TextEditor | undefined): void =>
    set('inCode', editor?.document.uri.scheme === codeScheme);
  const onComment = (name: string, act: (comment: WrittenComment) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`tiebreak.${name}`, (given: unknown) => {
      const comment = asWritten(given);
      return comment && act(comment);
    });
  tellPlace(vscode.window.activeTextEditor);
  return [
    diffComments.start(),
    vscode.window.onDidChangeActiveTextEditor(tellPlace),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => {
      if (uri.scheme === codeScheme) diffComments.follow();
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === codeScheme) diffComments.follow();
    }),
    vscode.commands.registerCommand('tiebreak.commentOnLines', () =>
      vscode.commands.executeCommand('workbench.action.addComment'),
    ),
    vscode.commands.registerCommand('tiebreak.otherSideOfDiff', () =>
      vscode.commands.executeCommand('diffEditor.switchSide'),
    ),
    vscode.commands.registerCommand('tiebreak.saveDiffComment', (reply: vscode.CommentReply) =>
      diffComments.save(reply),
    ),
    onComment('diffCommentType', ({ place, saved }) => diffComments.ask(place, saved)),
    onComment('editDiffComment', (comment) => comment.show(vscode.CommentMode.Editing)),
    onComment('deleteDiffComment', ({ place, saved }) => changed(place, saved, null)),
    onComment('saveEditedComment', saveEdited),
    onComment('cancelEditedComment', cancelEdit),
  ];
}
