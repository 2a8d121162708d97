import * as vscode from 'vscode';
import type { Criterion } from '../../core/model/rubric/criterion';
import { kindOfCriterion } from '../../core/model/rubric/criterionKind';
import { versionInForce, type Rubric } from '../../core/model/rubric/rubric';
import { cloneCriterion, flagFaulty, moveCriterion, removeCriterion, unflag } from '../../core/rubric/criteria';
import { addRubric, cloneRubric, moveRubric, removeRubric } from '../../core/rubric/library';
import { mergeCriteria } from '../../core/rubric/mergeCriteria';
import { labelOf } from '../../core/rubric/outline';
import type { RubricAction } from '../../protocol/rubric';
import { exportRubric, importRubrics } from './rubricPacks';
import { compareVersions } from './rubricVersions';
import { type RubricSelection } from './rubricSelection';

/** What is selected, as it stands. */
interface Found {
  readonly rubric: Rubric;
  readonly criteria: readonly Criterion[];
  /** Undefined where the rubric itself is selected. */
  readonly criterion: Criterion | undefined;
  /** Its place among the criteria, or the rubric's in the library. */
  readonly at: number;
}

/** Does what a command of the editor asks, with what is selected. Rejects with `UserError`. */
export async function actOnRubrics(selection: RubricSelection, action: RubricAction): Promise<void> {
  switch (action) {
    case 'addRubric':
      return askRubric(selection);
    case 'addCriterion':
      return addNext(selection);
    case 'undoRubrics':
      return selection.undo();
    case 'redoRubrics':
      return selection.redo();
    case 'searchRubrics':
      selection.onScreen('search');
      return;
    case 'importRubrics':
      return importRubrics(selection);
    case 'oldAnnotations':
      return selection.listOld();
    case 'editSelected':
    case 'raiseSelected':
    case 'lowerSelected':
    case 'cloneSelected':
    case 'mergeSelected':
    case 'flagSelected':
    case 'removeSelected':
    case 'compareVersions':
    case 'exportRubric': {
      const found = foundOf(selection);
      if (found) return actOn(selection, action, found);
      selection.announce(vscode.l10n.t('Select a rubric or a criterion in the outline first.'));
    }
  }
}

type OnSelected =
  | 'editSelected'
  | 'raiseSelected'
  | 'lowerSelected'
  | 'cloneSelected'
  | 'mergeSelected'
  | 'flagSelected'
  | 'removeSelected'
  | 'compareVersions'
  | 'exportRubric';

function actOn(selection: RubricSelection, action: OnSelected, found: Found): Promise<void> | void {
  switch (action) {
    case 'editSelected':
      selection.onScreen('edit');
      return;
    case 'raiseSelected':
      return move(selection, found, -1);
    case 'lowerSelected':
      return move(selection, found, 1);
    case 'cloneSelected':
      return clone(selection, found);
    case 'mergeSelected':
      return merge(selection, found);
    case 'flagSelected':
      return flag(selection, found);
    case 'removeSelected':
      return remove(selection, found);
    case 'compareVersions':
      return compareVersions(selection, found.rubric);
    case 'exportRubric':
      return exportRubric(selection, found.rubric);
  }
}

function foundOf({ rubrics: { rubrics }, selected }: RubricSelection): Found | undefined {
  const rubric = rubrics.find(({ id }) => id === selected?.rubric);
  if (!rubric || !selected) return undefined;
  const { criteria } = versionInForce(rubric);
  const criterion = criteria.find(({ id }) => id === selected.criterion);
  if (selected.criterion !== null && !criterion) return undefined;
  return { rubric, criteria, criterion, at: criterion ? criteria.indexOf(criterion) : rubrics.indexOf(rubric) };
}

/** A place to write the next criterion; in a rubric of its own, where there is none. */
async function addNext(selection: RubricSelection): Promise<void> {
  if (selection.rubrics.rubrics.length === 0) return askRubric(selection);
  selection.onScreen('add');
}

/** A new rubric, and a place to write its first criterion. */
async function askRubric(selection: RubricSelection): Promise<void> {
  const title = await selection.ask(() =>
    vscode.window.showInputBox({
      title: vscode.l10n.t('New rubric'),
      prompt: vscode.l10n.t('Enter a title. You write the criteria next.'),
      placeHolder: vscode.l10n.t('Writing style'),
      validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('A rubric needs a title.') : undefined),
    }),
  );
  if (title === undefined) return;
  const rubric = await selection.write((rubrics, editing) => addRubric(rubrics, { title: title.trim() }, [], editing));
  if (rubric === undefined) return;
  selection.select({ rubric, criterion: null });
  selection.onScreen('add');
}

async function move(selection: RubricSelection, { rubric, criteria, criterion, at }: Found, by: -1 | 1): Promise<void> {
  const count = criterion ? criteria.length : selection.rubrics.rubrics.length;
  const to = at + by;
  if (to < 0 || to >= count) {
    selection.announce(by === -1 ? vscode.l10n.t('Already first.') : vscode.l10n.t('Already last.'));
    return;
  }
  await selection.write((rubrics, editing) => ({
    rubrics: criterion ? moveCriterion(rubrics, criterion.id, to, editing) : moveRubric(rubrics, rubric.id, to),
  }));
  selection.announce(
    criterion
      ? vscode.l10n.t('The criterion is now number {0} of {1} in importance.', to + 1, count)
      : vscode.l10n.t('The rubric is now number {0} of {1}.', to + 1, count),
  );
}

async function clone(selection: RubricSelection, { rubric, criterion }: Found): Promise<void> {
  const title = vscode.l10n.t('{0} (copy)', rubric.title);
  const id = await selection.write((rubrics, editing) =>
    criterion ? cloneCriterion(rubrics, criterion.id, editing) : cloneRubric(rubrics, rubric.id, { title }, editing),
  );
  if (id === undefined) return;
  selection.select(criterion ? { rubric: rubric.id, criterion: id } : { rubric: id, criterion: null });
  selection.announce(
    criterion
      ? vscode.l10n.t('Criterion duplicated. The copy is below the original and is selected.')
      : vscode.l10n.t('Rubric duplicated. The copy is below the original and is selected.'),
  );
}

async function merge(selection: RubricSelection, { criterion }: Found): Promise<void> {
  if (!criterion) {
    selection.announce(
      vscode.l10n.t('Select a criterion in the outline first. You can then merge another criterion into it.'),
    );
    return;
  }
  const kind = kindOfCriterion(criterion);
  const others = selection.rubrics.rubrics.flatMap((rubric) =>
    versionInForce(rubric)
      .criteria.filter((each) => each.id !== criterion.id && kindOfCriterion(each) === kind)
      .map((each) => ({
        label: labelOf(each),
        description: rubric.title,
        ...(each.title !== undefined && { detail: each.text }),
        id: each.id,
      })),
  );
  if (others.length === 0) {
    selection.announce(vscode.l10n.t('No other criterion has the same answer type.'));
    return;
  }
  const picked = await selection.ask(() =>
    vscode.window.showQuickPick(others, {
      title: vscode.l10n.t('Merge into “{0}”', labelOf(criterion)),
      placeHolder: vscode.l10n.t('Select the criterion to merge and remove. Its examples, tags and verdicts are kept'),
      matchOnDescription: true,
      matchOnDetail: true,
    }),
  );
  if (!picked) return;
  await selection.write((rubrics, editing) => ({ rubrics: mergeCriteria(rubrics, criterion.id, picked.id, editing) }));
  selection.announce(vscode.l10n.t('“{0}” was merged into “{1}”.', picked.label, labelOf(criterion)));
}

async function flag(selection: RubricSelection, { criterion }: Found): Promise<void> {
  if (!criterion) {
    selection.announce(
      vscode.l10n.t('Select a criterion in the outline first. Only criteria can be marked as faulty.'),
    );
    return;
  }
  if (criterion.faulty) {
    await selection.write((rubrics, editing) => ({ rubrics: unflag(rubrics, criterion.id, editing) }));
    selection.announce(vscode.l10n.t('The criterion is no longer marked as faulty. Annotators see it again.'));
    return;
  }
  const reason = await selection.ask(() =>
    vscode.window.showInputBox({
      title: vscode.l10n.t('Mark as faulty'),
      prompt: vscode.l10n.t(
        'What is wrong with the criterion? It stays in the rubric, but annotators no longer see it.',
      ),
      placeHolder: vscode.l10n.t('It asks two things at once'),
      validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Enter a reason.') : undefined),
    }),
  );
  if (reason === undefined) return;
  await selection.write((rubrics, editing) => ({ rubrics: flagFaulty(rubrics, criterion.id, reason.trim(), editing) }));
  selection.announce(vscode.l10n.t('The criterion is marked as faulty. Annotators no longer see it.'));
}

/** Takes out what is selected; what stands behind it is selected then. */
async function remove(selection: RubricSelection, { rubric, criteria, criterion, at }: Found): Promise<void> {
  await selection.write((rubrics, editing) => ({
    rubrics: criterion ? removeCriterion(rubrics, criterion.id, editing) : removeRubric(rubrics, rubric.id, editing),
  }));
  if (criterion) {
    selection.select({ rubric: rubric.id, criterion: (criteria[at + 1] ?? criteria[at - 1])?.id ?? null });
    selection.announce(vscode.l10n.t('Criterion removed. Use Undo to restore it.'));
    return;
  }
  const { rubrics } = selection.rubrics;
  const isKept = rubrics.some(({ id }) => id === rubric.id);
  const next = rubrics[Math.min(at, rubrics.length - 1)];
  selection.select(
    isKept ? { rubric: rubric.id, criterion: null } : next ? { rubric: next.id, criterion: null } : null,
  );
  selection.announce(
    isKept
      ? vscode.l10n.t('Rubric removed. Its earlier versions are kept, because annotations may refer to them.')
      : vscode.l10n.t('Rubric removed. Use Undo to restore it.'),
  );
}
