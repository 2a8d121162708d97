import type * as vscode from 'vscode';
import { isJudged } from '../../core/model/annotation/draft';
import { scaleNames, scales } from '../../core/model/annotation/fields/scales';
import { severities } from '../../core/model/annotation/judgementValues';
import { choiceKeys } from '../../core/model/desk/marking';
import { critiqueTexts } from '../../core/model/annotation/writingRequirements';
import { deskActions, judgingCommands } from '../../protocol/desk';
import type { CommandName } from '../commands';
import { contextKeys } from '../surface/contextKeys';
import type { DeskPanel } from './deskPanel';
import type { DeskEditor } from './deskEditor';
import { closeReading } from './showToRead';
import { registerKeyCommands } from '../surface/keyCommands';

/**
 * Commands that act on the desk in front (src/host/commands has their default keys), and the context keys that enable
 * them.
 */
export function registerDeskCommands(editor: DeskEditor): vscode.Disposable[] {
  const ofTheirOwn = new Set<string>(['goTo', 'order', 'export', 'changeAnnotator', 'chooseFields']);
  // A key right behind one that asks something comes here before the question has the keyboard: it is never a
  // judgement.
  const deskAccess = (key?: string): DeskPanel | undefined =>
    editor.active?.isForQuestion(key) ? undefined : editor.active;
  const actions = deskActions
    .filter((action) => !ofTheirOwn.has(action))
    .map((action): [CommandName, () => unknown] => [
      action,
      () => deskAccess(action === 'save' ? '\n' : undefined)?.act(action),
    ]);
  const judging = Object.entries(judgingCommands).map(([name, action]): [string, () => unknown] => [
    name,
    () => deskAccess()?.judge(action),
  ]);
  const levels = scaleNames.map((scale): [CommandName, (level: unknown) => unknown] => [
    scale,
    (level) => {
      if (isWhole(level, 1, scales[scale].levels)) deskAccess()?.judge({ do: 'level', scale, level });
    },
  ]);
  return [
    ...registerKeyCommands({
      ...Object.fromEntries([...actions, ...judging, ...levels]),
      // The number that a key stands for is the argument of its binding.
      place: (digit) => {
        if (isWhole(digit, 0, 9)) deskAccess(String(digit))?.type(digit);
      },
      flag: (number) => {
        if (isWhole(number, 1, Infinity)) deskAccess()?.judge({ do: 'flag', number });
      },
      support: (passage) => {
        if (isWhole(passage, 1, Infinity)) deskAccess()?.judge({ do: 'support', passage: passage - 1 });
      },
      markType: (key) => {
        if (isWhole(key, 1, choiceKeys)) deskAccess()?.judge({ do: 'markType', key });
      },
      markSeverity: (value) => {
        if (isWhole(value, 1, severities)) deskAccess()?.judge({ do: 'markSeverity', value });
      },
      markEvidence: (passage) => {
        if (isWhole(passage, 1, Infinity)) deskAccess()?.judge({ do: 'markEvidence', passage: passage - 1 });
      },
      leaveField: () => deskAccess()?.leaveField(),
      closeReading,
    }),
    editor.onDidChange(tellState(editor)),
  ];
}

/** Tells VS Code what can be done at the desk at this moment. */
function tellState(editor: DeskEditor): () => void {
  const set = contextKeys();
  return () => {
    const { active, study } = editor;
    set('studyOpen', study?.session !== undefined);
    set('onDesk', active?.keyboard === 'desk');
    set('marking', active?.keyboard === 'marking');
    set('typing', active?.keyboard === 'text');
    set('readingOver', active?.keyboard === 'over');
    set('canSave', active?.canSave ?? false);
    set('canUndo', active?.canUndo ?? false);
    set('canRedo', active?.canRedo ?? false);
    const draft = active?.item?.draft;
    const inGrid = (active?.item?.rubric?.cell ?? null) !== null;
    const inCritiques = (active?.item?.critiques?.active ?? null) !== null;
    // The arrows to the left and right go along the scale there.
    const inRules = (active?.item?.rules?.row ?? null) !== null;
    const inRun = active?.item?.run !== undefined;
    set('comparing', draft?.mode === 'pair' && !inGrid && !inCritiques && !inRules && !inRun);
    set('inRules', inRules);
    set('inRun', inRun);
    set('hasRun', active?.hasRun ?? false);
    set('inGrid', inGrid);
    set('inCritiques', inCritiques);
    if (draft && isJudged(draft)) set('ranked', true);
    if (draft?.critiques.some((_, index) => critiqueTexts(draft, index).some((text) => text !== '')))
      set('criticised', true);
  };
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
