import * as vscode from 'vscode';
import type { CommandName } from '../commands';
import type { ModeName } from '../../core/model/annotation/mode';
import { scaleNames } from '../../core/model/annotation/fields/scales';
import { userKeys } from '../surface/userKeys';
import { keysOfMode, keyWords } from './keyWords';
import { modeTexts } from './modeTexts';

/** What can be done at the desk, in groups, by the names of commands. What has no key of its own is not listed. */
const groups = (): readonly (readonly [string, readonly CommandName[]])[] => [
  [
    vscode.l10n.t('Judge'),
    [
      'place',
      'unplace',
      'selectNext',
      'selectPrevious',
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
    ],
  ],
  [
    vscode.l10n.t('Judge by criteria'),
    ['grid', 'yes', 'no', 'cellLeft', 'cellRight', 'cellUp', 'cellDown', 'note', 'leaveGrid', 'criterionForItem'],
  ],
  [
    vscode.l10n.t('Judge critiques by others'),
    [
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
  ],
  [
    vscode.l10n.t('Mark prompts by rules'),
    ['rules', 'ruleUp', 'ruleDown', 'ruleApplies', 'leaveRules', 'newRule', 'editRule'],
  ],
  [vscode.l10n.t('Long lists and steps'), ['buckets', 'orderTier', 'firstError', 'cutStep', 'joinStep']],
  [
    vscode.l10n.t('Mark passages'),
    [
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
  ],
  [
    vscode.l10n.t('Write'),
    [
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
  ],
  [
    vscode.l10n.t('Save and navigate'),
    [
      'save',
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
  ],
  [
    vscode.l10n.t('Read'),
    [
      'guidelines',
      'findInItem',
      'difference',
      'toggleInlineDifference',
      'differenceEditor',
      'togglePlainText',
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
  ],
];

interface Row extends vscode.QuickPickItem {
  readonly command?: string;
  readonly argument?: unknown;
}

/**
 * Shows every key of the desk with what it does, those of the mode in hand first; resolves to what was chosen to be done, undefined where nothing was.
 */
export async function askKey(
  context: vscode.ExtensionContext,
  mode: ModeName,
): Promise<(() => Thenable<unknown>) | undefined> {
  const { extension } = context;
  const own = userKeys(context);
  const keys = await own.all();
  const titles = titlesOf(extension);
  const words: Readonly<Record<string, string>> = keyWords(mode);
  const row = (name: string): Row[] => {
    const pressed = keys[name];
    // What stands for a number cannot be chosen without one.
    const isRun = pressed?.every(({ argument }) => argument === undefined);
    return pressed
      ? [
          {
            label: titles[name] ?? name,
            description: [
              shown(pressed.map(({ key }) => key)),
              ...(words[name] === undefined ? [] : [words[name]]),
            ].join(' · '),
            ...(isRun && { command: `tiebreak.${name}` }),
          },
        ]
      : [];
  };
  const rows: Row[] = [
    ...groupsFor(mode).flatMap(([label, names]) => [
      { label, kind: vscode.QuickPickItemKind.Separator },
      ...names.flatMap(row),
    ]),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    {
      label: vscode.l10n.t('Change shortcuts…'),
      description: vscode.l10n.t('in Keyboard Shortcuts'),
      command: 'workbench.action.openGlobalKeybindings',
      argument: `@ext:${extension.id}`,
    },
  ];
  const picked = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t('Keyboard shortcuts'),
    placeHolder: own.isCertain
      ? vscode.l10n.t('Press Enter to run the selected command')
      : vscode.l10n.t(
          'Default shortcuts (your own changes cannot be shown here). Press Enter to run the selected command',
        ),
    matchOnDescription: true,
  });
  const { command, argument } = picked ?? {};
  return command === undefined
    ? undefined
    : () => vscode.commands.executeCommand(command, ...(argument === undefined ? [] : [argument]));
}

/** The keys of a mode, and behind them all others. */
function groupsFor(mode: ModeName): ReturnType<typeof groups> {
  const own = keysOfMode[mode];
  return [
    [vscode.l10n.t('In this mode: {0}', modeTexts()[mode].label), own],
    ...groups().map(([label, names]) => [label, names.filter((name) => !own.includes(name))] as const),
  ];
}

/** Several keys of one command: the first and the last of a row of numbers, else all of them. */
function shown(keys: readonly string[]): string {
  const isRow = keys.length > 3 && keys.every((key) => /\d$/.test(key));
  const ends = isRow ? [keys[0], keys.at(-1)] : [...new Set(keys)];
  return ends.join(isRow ? ' … ' : '   ');
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
