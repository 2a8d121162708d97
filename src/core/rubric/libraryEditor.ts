import type { Rubrics } from '../model/rubric/rubric';
import type { Study } from '../study/study';
import { drawnLetters } from './ids';
import { editOf, joined, reversed, sizeOf, undoEdit, type Edit } from './undoEdit';
import { refuseUnknownUse } from './refuseUnknownUse';
import type { EditContext } from './versions';

/**
 * The editor of rubrics holds the study, not the library. Each edit is read on top of what the files say now, checked
 * and written at once, so another window or git never loses a race for more than a field; what an edit did to the
 * rubrics that it touched is kept, and taken back (`takeBack`) by versions where somebody has judged meanwhile.
 */

/** The study whose library is edited. */
export interface EditedStudy {
  readonly study: Study;
  readonly annotator: string;
  /** Takes up what others appended to the journals. */
  refresh(): Promise<void>;
}

/** An edit of the library, and the id of what it made. */
export type LibraryEdit = (
  rubrics: Rubrics,
  editing: EditContext,
) => { readonly rubrics: Rubrics; readonly id?: string };

/** Edits that can be taken back hold on to so many criteria in all; and there are so many of them. */
const maxCriteria = 400_000;
const maxEdits = 200;

interface Step {
  readonly edit: Edit;
  /** Edits of one name, one behind the other, are one step. */
  readonly name: string | undefined;
}

/**
 * Edits a study's rubrics, one edit after the other, each of which is on the disk once it is done; and takes edits
 * back. What stands there is read before each, so that an edit goes on top of what others wrote meanwhile.
 */
export class LibraryEditor {
  private done: Step[] = [];
  private undone: Step[] = [];
  private running: Promise<unknown> = Promise.resolve();

  /** @param openStudy the study while it is open. Edits reject with what it throws */
  constructor(private readonly openStudy: () => EditedStudy) {}

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /**
   * Makes an edit; resolves to the id of what it made. Rejects with `UserError`, and then nothing was written.
   * @param name edits of one name, one behind the other, are taken back together
   */
  change(edit: LibraryEdit, name?: string): Promise<string | undefined> {
    return this.then(async () => {
      let made: string | undefined;
      const changed = await this.write((rubrics, editing) => {
        const result = edit(rubrics, editing);
        made = result.id;
        return result.rubrics;
      });
      if (changed) {
        this.undone = [];
        this.keep({ edit: changed, name });
      }
      return made;
    });
  }

  /**
   * Takes the last edit back; false where there is none. Rejects with `UserError` where it cannot be taken back any
   * more, and forgets it.
   */
  undo(): Promise<boolean> {
    return this.then(() => this.move(this.done, this.undone));
  }

  /** Makes the edit again that was taken back last. */
  redo(): Promise<boolean> {
    return this.then(() => this.move(this.undone, this.done));
  }

  private async move(from: Step[], to: Step[]): Promise<boolean> {
    const step = from.pop();
    if (!step) return false;
    const changed = await this.write((rubrics, editing) => undoEdit(rubrics, step.edit, editing));
    // Where a version in use stayed it is another edit than the reverse of the one before.
    to.push({ edit: changed ?? reversed(step.edit), name: step.name });
    return true;
  }

  /** Writes what `edit` makes of the library; resolves to what is different then, undefined where nothing is. */
  private async write(edit: (rubrics: Rubrics, editing: EditContext) => Rubrics): Promise<Edit | undefined> {
    const edited = this.openStudy();
    const { study, annotator } = edited;
    await edited.refresh();
    refuseUnknownUse(study);
    const editing: EditContext = {
      used: study.versionsInUse,
      author: annotator,
      time: new Date().toISOString(),
      draw: drawnLetters,
    };
    const written: { edit?: Edit | undefined } = {};
    await study.changeRubrics((before) => {
      const after = edit(before, editing);
      written.edit = editOf(before, after);
      return after;
    });
    return written.edit;
  }

  private keep(step: Step): void {
    const last = this.done.at(-1);
    const both = step.name !== undefined && last?.name === step.name ? joined(last.edit, step.edit) : undefined;
    if (both) this.done[this.done.length - 1] = { edit: both, name: step.name };
    else this.done.push(step);
    let held = this.done.reduce((sum, { edit }) => sum + sizeOf(edit), 0);
    while (this.done.length > 1 && (held > maxCriteria || this.done.length > maxEdits)) {
      const first = this.done.shift();
      if (first) held -= sizeOf(first.edit);
    }
  }

  private then<T>(action: () => Promise<T>): Promise<T> {
    const next = this.running.then(action, action);
    this.running = next.catch(() => undefined);
    return next;
  }
}
