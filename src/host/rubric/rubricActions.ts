import * as vscode from 'vscode';
import type { Criterion } from '../../core/model/criterion';
import { kindOfCriterion } from '../../core/model/criterionKind';
import { versionInForce, type Rubric } from '../../core/model/rubric';
import { cloneCriterion, flagFaulty, moveCriterion, removeCriterion, unflag } from '../../core/rubric/criteria';
import { addRubric, cloneRubric, moveRubric, removeRubric } from '../../core/rubric/library';
import { mergeCriteria } from '../../core/rubric/merge';
import { labelOf } from '../../core/rubric/outline';
import type { RubricAction } from '../../protocol/rubric';
import { exportRubric, importRubrics } from './rubricPacks';
import { compareVersions } from './rubricVersions';
import { type RubricHand } from './rubricHand';

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
export async function actOnRubrics(hand: RubricHand, action: RubricAction): Promise<void> {
  switch (action) {
    case 'addRubric':
      return askRubric(hand);
    case 'addCriterion':
      return addNext(hand);
    case 'undoRubrics':
      return hand.undo();
    case 'redoRubrics':
      return hand.redo();
    case 'searchRubrics':
      hand.onScreen('search');
      return;
    case 'importRubrics':
      return importRubrics(hand);
    case 'oldAnnotations':
      return hand.listOld();
    case 'editSelected':
    case 'raiseSelected':
    case 'lowerSelected':
    case 'cloneSelected':
    case 'mergeSelected':
    case 'flagSelected':
    case 'removeSelected':
    case 'compareVersions':
    case 'exportRubric': {
      const found = foundOf(hand);
      if (found) return actOn(hand, action, found);
      hand.say(vscode.l10n.t('Choose a rubric or a criterion in the outline first.'));
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

function actOn(hand: RubricHand, action: OnSelected, found: Found): Promise<void> | void {
  switch (action) {
    case 'editSelected':
      hand.onScreen('edit');
      return;
    case 'raiseSelected':
      return move(hand, found, -1);
    case 'lowerSelected':
      return move(hand, found, 1);
    case 'cloneSelected':
      return clone(hand, found);
    case 'mergeSelected':
      return merge(hand, found);
    case 'flagSelected':
      return flag(hand, found);
    case 'removeSelected':
      return remove(hand, found);
    case 'compareVersions':
      return compareVersions(hand, found.rubric);
    case 'exportRubric':
      return exportRubric(hand, found.rubric);
  }
}

function foundOf({ rubrics: { rubrics }, selected }: RubricHand): Found | undefined {
  const rubric = rubrics.find(({ id }) => id === selected?.rubric);
  if (!rubric || !selected) return undefined;
  const { criteria } = versionInForce(rubric);
  const criterion = criteria.find(({ id }) => id === selected.criterion);
  if (selected.criterion !== null && !criterion) return undefined;
  return { rubric, criteria, criterion, at: criterion ? criteria.indexOf(criterion) : rubrics.indexOf(rubric) };
}

/** A place to write the next criterion; in a rubric of its own, where there is none. */
async function addNext(hand: RubricHand): Promise<void> {
  if (hand.rubrics.rubrics.length === 0) return askRubric(hand);
  hand.onScreen('add');
}

/** A new rubric, and a place to write its first criterion. */
async function askRubric(hand: RubricHand): Promise<void> {
  const title = await hand.ask(() =>
    vscode.window.showInputBox({
      title: vscode.l10n.t('New rubric'),
      prompt: vscode.l10n.t('What is it called? Its criteria are written next.'),
      placeHolder: vscode.l10n.t('Writing style'),
      validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('A rubric has a title.') : undefined),
    }),
  );
  if (title === undefined) return;
  const rubric = await hand.write((rubrics, editing) => addRubric(rubrics, { title: title.trim() }, [], editing));
  if (rubric === undefined) return;
  hand.select({ rubric, criterion: null });
  hand.onScreen('add');
}

async function move(hand: RubricHand, { rubric, criteria, criterion, at }: Found, by: -1 | 1): Promise<void> {
  const count = criterion ? criteria.length : hand.rubrics.rubrics.length;
  const to = at + by;
  if (to < 0 || to >= count) {
    hand.say(by === -1 ? vscode.l10n.t('It stands first already.') : vscode.l10n.t('It stands last already.'));
    return;
  }
  await hand.write((rubrics, editing) => ({
    rubrics: criterion ? moveCriterion(rubrics, criterion.id, to, editing) : moveRubric(rubrics, rubric.id, to),
  }));
  hand.say(
    criterion
      ? vscode.l10n.t('It is number {0} of {1} in importance now.', to + 1, count)
      : vscode.l10n.t('It is rubric {0} of {1} now.', to + 1, count),
  );
}

async function clone(hand: RubricHand, { rubric, criterion }: Found): Promise<void> {
  const title = vscode.l10n.t('{0} (copy)', rubric.title);
  const id = await hand.write((rubrics, editing) =>
    criterion ? cloneCriterion(rubrics, criterion.id, editing) : cloneRubric(rubrics, rubric.id, { title }, editing),
  );
  if (id === undefined) return;
  hand.select(criterion ? { rubric: rubric.id, criterion: id } : { rubric: id, criterion: null });
  hand.say(
    criterion
      ? vscode.l10n.t('A copy stands behind it, and is selected.')
      : vscode.l10n.t('A copy of the rubric stands behind it, and is selected.'),
  );
}

async function merge(hand: RubricHand, { criterion }: Found): Promise<void> {
  if (!criterion) {
    hand.say(vscode.l10n.t('Choose a criterion in the outline first: two criteria are merged into one.'));
    return;
  }
  const kind = kindOfCriterion(criterion);
  const others = hand.rubrics.rubrics.flatMap((rubric) =>
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
    hand.say(vscode.l10n.t('There is no other criterion that is answered in the same way.'));
    return;
  }
  const picked = await hand.ask(() =>
    vscode.window.showQuickPick(others, {
      title: vscode.l10n.t('Merge into “{0}”', labelOf(criterion)),
      placeHolder: vscode.l10n.t('Which one goes? Its examples and tags come over; verdicts by it can still be told'),
      matchOnDescription: true,
      matchOnDetail: true,
    }),
  );
  if (!picked) return;
  await hand.write((rubrics, editing) => ({ rubrics: mergeCriteria(rubrics, criterion.id, picked.id, editing) }));
  hand.say(vscode.l10n.t('“{0}” is part of “{1}” now.', picked.label, labelOf(criterion)));
}

async function flag(hand: RubricHand, { criterion }: Found): Promise<void> {
  if (!criterion) {
    hand.say(vscode.l10n.t('Choose a criterion in the outline first: only those are flagged as faulty.'));
    return;
  }
  if (criterion.faulty) {
    await hand.write((rubrics, editing) => ({ rubrics: unflag(rubrics, criterion.id, editing) }));
    hand.say(vscode.l10n.t('It is in force again.'));
    return;
  }
  const reason = await hand.ask(() =>
    vscode.window.showInputBox({
      title: vscode.l10n.t('Flag as faulty'),
      prompt: vscode.l10n.t('What is wrong with it? It stays here and is not judged by any more.'),
      placeHolder: vscode.l10n.t('It asks two things at once'),
      validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('A reason is needed.') : undefined),
    }),
  );
  if (reason === undefined) return;
  await hand.write((rubrics, editing) => ({ rubrics: flagFaulty(rubrics, criterion.id, reason.trim(), editing) }));
  hand.say(vscode.l10n.t('It is flagged as faulty, and not in force.'));
}

/** Takes out what is selected; what stands behind it is selected then. */
async function remove(hand: RubricHand, { rubric, criteria, criterion, at }: Found): Promise<void> {
  await hand.write((rubrics, editing) => ({
    rubrics: criterion ? removeCriterion(rubrics, criterion.id, editing) : removeRubric(rubrics, rubric.id, editing),
  }));
  if (criterion) {
    hand.select({ rubric: rubric.id, criterion: (criteria[at + 1] ?? criteria[at - 1])?.id ?? null });
    hand.say(vscode.l10n.t('The criterion is taken out. Undo brings it back.'));
    return;
  }
  const { rubrics } = hand.rubrics;
  const isKept = rubrics.some(({ id }) => id === rubric.id);
  const next = rubrics[Math.min(at, rubrics.length - 1)];
  hand.select(isKept ? { rubric: rubric.id, criterion: null } : next ? { rubric: next.id, criterion: null } : null);
  hand.say(
    isKept
      ? vscode.l10n.t('The rubric asks nothing any more. Its versions stay, because annotations may name them.')
      : vscode.l10n.t('The rubric is taken out. Undo brings it back.'),
  );
}
