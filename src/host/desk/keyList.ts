import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { DeskItem } from '../../core/model/desk/deskState';
import { scaleNames } from '../../core/model/annotation/fields/scales';
import type { KeyList, KeyRow } from '../../protocol/keyList';
import type { ModeName } from '../../core/model/annotation/mode';
import type { CommandName } from '../commands';
import type { ContextKeyName } from '../commands/conditions';
import { userKeys } from '../surface/userKeys';
import { keysOfMode, keyWords } from './keyWords';

/** What can be done at the desk, in groups, by the names of commands. What has no key of its own is not listed. */
const groups = {
  judge: [
    'place',
    'unplace',
    'moveUp',
    'moveDown',
    'accept',
    'acceptNone',
    'flag',
    ...scaleNames,
    'support',
    'notApplicable',
    'mode',
    'context',
    'judgeTurn',
    'buckets',
    'orderTier',
    'firstError',
    'cutStep',
    'joinStep',
  ],
  navigate: [
    'save',
    'selectNext',
    'selectPrevious',
    'next',
    'previous',
    'skip',
    'undo',
    'redo',
    'history',
    'useAsControl',
    'goTo',
    'search',
    'order',
    'changeAnnotator',
    'chooseFields',
    'export',
    'editRubrics',
    'coverage',
  ],
  write: [
    'critique',
    'rationale',
    'because',
    'refine',
    'refineInEditor',
    'answer',
    'anotherAnswer',
    'removeAnswer',
    'clarification',
    'quote',
    'toggleWriteBeside',
    'leaveField',
  ],
  read: [
    'guidelines',
    'findInItem',
    'difference',
    'toggleInlineDifference',
    'differenceEditor',
    'codeDiff',
    'codeDiffPair',
    'openTree',
    'takeOver',
    'runTests',
    'testResults',
    'togglePlainText',
    'switchView',
    'toggleLength',
    'toggleWrapCode',
    'largerText',
    'smallerText',
    'scrollDown',
    'scrollUp',
    'scrollAllDown',
    'scrollAllUp',
    'prompt',
    'promptDown',
    'promptUp',
    'toggleBeside',
    'toggleReferences',
    'unfoldChecks',
    'unfoldReasoning',
    'unfoldTurns',
    'showMore',
    'copyCode',
    'openCode',
    'toggleArrangement',
  ],
  marks: [
    'mark',
    'markType',
    'markMore',
    'markTake',
    'markPolarity',
    'markSeverity',
    'markNote',
    'markNext',
    'markPrevious',
    'markAgain',
    'markRemove',
    'markMissing',
    'markEvidence',
    'markWhere',
    'markEnd',
  ],
  criteria: [
    'grid',
    'yes',
    'no',
    'cellLeft',
    'cellRight',
    'cellUp',
    'cellDown',
    'note',
    'leaveGrid',
    'criterionForItem',
  ],
  critiques: [
    'critiques',
    'acceptCritique',
    'rejectCritique',
    'soundCritique',
    'flawedCritique',
    'unsureOfCritique',
    'agreeWithCritique',
    'disagreeWithCritique',
    'pickCritique',
    'mergeCritiques',
    'editCritique',
    'critiquesNext',
    'critiquesPrevious',
    'leaveCritiques',
  ],
  rules: ['rules', 'ruleUp', 'ruleDown', 'ruleApplies', 'leaveRules', 'newRule', 'editRule'],
  runs: [
    'runDown',
    'runUp',
    'runDivergence',
    'runInner',
    'runNextEdit',
    'runPreviousEdit',
    'runNextFailure',
    'runPreviousFailure',
    'runNextJudged',
    'runPreviousJudged',
    'runFault',
    'runCall',
    'runNote',
    'runOutput',
    'runFile',
    'leaveRun',
  ],
} as const satisfies Readonly<Record<string, readonly CommandName[]>>;

type GroupName = keyof typeof groups;

const groupTitles = (): Readonly<Record<GroupName, string>> => ({
  judge: vscode.l10n.t('Judge'),
  criteria: vscode.l10n.t('Judge by criteria'),
  critiques: vscode.l10n.t('Judge critiques by others'),
  rules: vscode.l10n.t('Mark prompts by rules'),
  runs: vscode.l10n.t('Judge steps of runs'),
  marks: vscode.l10n.t('Mark passages'),
  write: vscode.l10n.t('Write'),
  navigate: vscode.l10n.t('Save and navigate'),
  read: vscode.l10n.t('Read'),
});

/** What is open over the responses and has their keys; undefined where nothing is. */
function openOver({ marking, critiques, rules, rubric, run }: DeskItem): GroupName | undefined {
  if (marking) return 'marks';
  if (critiques?.active) return 'critiques';
  if ((rules?.row ?? null) !== null) return 'rules';
  if (run) return 'runs';
  return rubric?.cell ? 'criteria' : undefined;
}

/** What matters at the moment: about twenty commands, which one screen has room for. */
function commandsNow(item: DeskItem, hasRun: boolean): readonly CommandName[] {
  const open = openOver(item);
  if (open === 'marks') return [...groups.marks, 'save', 'undo', 'redo'];
  const always: readonly CommandName[] = [
    ...(['save', 'selectNext', 'selectPrevious', 'next', 'previous', 'skip', 'undo'] as const),
    ...(['critique', 'rationale', 'scrollDown', 'showMore', 'difference', 'findInItem'] as const),
  ];
  // A step in hand has the keys of these.
  const taken: readonly CommandName[] = ['critique', 'difference'];
  if (open === 'runs')
    return [
      'place',
      'firstError',
      'unplace',
      ...groups.runs,
      'codeDiff',
      'codeDiffPair',
      'openTree',
      'takeOver',
      'runTests',
      'testResults',
      ...always.filter((name) => !taken.includes(name)),
    ];
  if (open) return [...groups[open], ...always, 'place', 'unplace', 'moveUp', 'moveDown', 'notApplicable'];
  return [
    ...keysOfMode[item.draft.mode],
    ...always,
    ...(['flag', 'mode', 'refine', 'answer', 'mark'] as const),
    ...(item.rubric ? (['grid'] as const) : []),
    ...(item.rules ? (['rules'] as const) : []),
    ...(item.critiques ? (['critiques'] as const) : []),
    ...(hasRun
      ? (['runDown', 'codeDiff', 'codeDiffPair', 'openTree', 'takeOver', 'runTests', 'testResults'] as const)
      : []),
  ];
}

/**
 * Tells whether a key of that condition is heard as the desk stands, as far as the condition is about what is open over
 * the responses, or how they are judged.
 */
function isMet(when: string, mode: ModeName | undefined, open: GroupName | undefined): boolean {
  const stands: Readonly<Partial<Record<ContextKeyName, boolean>>> = {
    comparing: mode === 'pair' && open === undefined,
    inGrid: open === 'criteria',
    inRules: open === 'rules',
    inRun: open === 'runs',
    inCritiques: open === 'critiques',
  };
  return Object.entries(stands).every(
    ([key, isSo]) => !new RegExp(`(^|[ (])${isSo ? '!' : ''}tiebreak\\.${key}\\b`).test(when),
  );
}

/** Tells whether the list has a command, so that the desk may run it. */
export const isListed = (command: string): boolean =>
  Object.values(groups).some((names: readonly string[]) => names.includes(command));

/**
 * All keys of the desk with what they do, as the user has them; of what is open over the responses first.
 * @param hasRun whether the selected response is a run: only then are there keys of its steps
 */
export async function keyListOf(
  context: vscode.ExtensionContext,
  item: DeskItem | undefined,
  hasRun: boolean,
): Promise<KeyList> {
  const own = userKeys(context);
  const open = item && openOver(item);
  const { keys, heard, defaults } = await own.all((when) => isMet(when, item?.draft.mode, open));
  const titles = titlesOf(context.extension);
  const words: Readonly<Record<string, string>> = keyWords(item?.draft.mode ?? 'rank');
  const now = new Set(item && commandsNow(item, hasRun));
  const row = (command: CommandName): KeyRow[] => {
    const pressed = (now.has(command) ? heard : keys)[command] ?? [];
    if (!defaults[command] && pressed.length === 0) return [];
    return [
      {
        command,
        title: titles[command] ?? command,
        keys: written(pressed.map(({ key }) => key)),
        words: words[command] ?? '',
        isChanged: !isDeepStrictEqual(keys[command], defaults[command]),
        isRun: (defaults[command] ?? pressed).every(({ argument }) => argument === undefined),
        isNow: now.has(command),
      },
    ];
  };
  const names = (Object.keys(groups) as GroupName[])
    .filter((name) => name !== 'runs' || hasRun)
    .sort((a, b) => Number(b === open) - Number(a === open));
  return {
    isCertain: own.isCertain,
    groups: names.map((name) => ({ title: groupTitles()[name], rows: groups[name].flatMap(row) })),
  };
}

/** Several keys of one command: the first and the last of a row of numbers, else all of them. */
function written(keys: readonly string[]): string[] {
  const isRow = keys.length > 3 && keys.every((key) => /\d$/.test(key));
  return isRow ? [`${keys[0] ?? ''} … ${keys.at(-1) ?? ''}`] : [...new Set(keys)];
}

function titlesOf({ packageJSON }: vscode.Extension<unknown>): Record<string, string> {
  const { contributes } = packageJSON as {
    contributes: { commands: { command: string; title: string | { value: string } }[] };
  };
  return Object.fromEntries(
    contributes.commands.map(({ command, title }) => [
      command.replace('tiebreak.', ''),
      typeof title === 'string' ? title : title.value,
    ]),
  );
}
