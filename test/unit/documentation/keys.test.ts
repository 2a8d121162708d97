import { describe, expect, it } from 'vitest';
import english from '../../../package.nls.json';
import { commandOf, isKey, manifest, places, type Place } from './keysInPages';
import { proseOf, quoted, sectionOf, tableOf, userPages } from './pages';

/** What the rows of a table of keys say that each key does: a command, where one of VS Code's or the view's own is not. */
interface KeyTable {
  readonly page: string;
  readonly section: string;
  readonly place: Place;
  readonly does: Readonly<Record<string, string>>;
  /** Keys that the view or VS Code hears itself, with nothing in the manifest. */
  readonly ofTheView?: readonly string[];
}

const annotate = 'docs/annotate.md';
const tables: readonly KeyTable[] = [
  {
    page: 'docs/get-started.md',
    section: '3. Rank the responses',
    place: places.desk,
    does: {
      J: 'selectNext',
      K: 'selectPrevious',
      '→': 'selectNext',
      '←': 'selectPrevious',
      'Alt+↑': 'moveUp',
      'Alt+↓': 'moveDown',
      '0': 'place',
      Delete: 'unplace',
      'Ctrl+Z': 'undo',
      '?': 'keys',
    },
  },
  {
    page: annotate,
    section: 'Rank an item',
    place: places.desk,
    does: {
      '1': 'place',
      '9': 'place',
      '0': 'place',
      Delete: 'unplace',
      J: 'selectNext',
      '→': 'selectNext',
      K: 'selectPrevious',
      '←': 'selectPrevious',
      'Alt+↑': 'moveUp',
      'Alt+↓': 'moveDown',
      O: 'orderTier',
      B: 'buckets',
      M: 'mode',
    },
  },
  {
    page: annotate,
    section: 'Annotation modes',
    place: places.desk,
    does: { X: 'firstError', '.': 'cutStep', ',': 'joinStep' },
  },
  {
    page: annotate,
    section: 'Acceptability, flags, confidence, evidence',
    place: places.desk,
    does: {
      A: 'accept',
      'Shift+A': 'acceptNone',
      'Shift+1': 'flag',
      'Shift+9': 'flag',
      'Alt+1': 'confidence',
      'Alt+5': 'confidence',
      'Alt+Shift+1': 'support',
      'Alt+Shift+9': 'support',
      Q: 'clarification',
    },
  },
  {
    page: annotate,
    section: 'Critiques and rationale',
    place: places.desk,
    does: {
      C: 'critique',
      R: 'rationale',
      'Shift+B': 'because',
      'Ctrl+Alt+W': 'toggleWriteBeside',
      'Ctrl+Enter': 'save',
    },
    ofTheView: ['Esc', 'Ctrl+Shift+Enter'],
  },
  {
    page: annotate,
    section: 'Refinements and your own answers',
    place: places.desk,
    does: {
      'Shift+E': 'refine',
      'Alt+I': 'refineInEditor',
      W: 'answer',
      'Shift+W': 'anotherAnswer',
      'Shift+Delete': 'removeAnswer',
    },
  },
  {
    page: annotate,
    section: 'Mark passages',
    place: places.marks,
    does: {
      '1': 'markType',
      '9': 'markType',
      '0': 'markMore',
      Enter: 'markTake',
      P: 'markPolarity',
      'Shift+1': 'markSeverity',
      'Shift+2': 'markSeverity',
      'Shift+3': 'markSeverity',
      N: 'markNote',
      J: 'markNext',
      K: 'markPrevious',
      A: 'markAgain',
      Delete: 'markRemove',
      'Shift+M': 'markMissing',
      'Alt+Shift+1': 'markEvidence',
      'Alt+Shift+9': 'markEvidence',
      Esc: 'markEnd',
    },
    ofTheView: ['Ctrl', 'Home', 'End', 'Ctrl+M'],
  },
  {
    page: annotate,
    section: 'Judge by criteria',
    place: places.grid,
    does: {
      Y: 'yes',
      '1': 'place',
      N: 'no',
      '0': 'place',
      '-': 'notApplicable',
      Backspace: 'unplace',
      Delete: 'unplace',
      'Alt+↑': 'moveUp',
      'Alt+↓': 'moveDown',
      'Shift+C': 'note',
      'Shift+Z': 'criterionForItem',
    },
  },
  {
    page: annotate,
    section: 'Mark prompts by rules',
    place: places.rules,
    does: {
      '1': 'place',
      '2': 'place',
      '3': 'place',
      '0': 'place',
      Backspace: 'unplace',
      '↑': 'ruleUp',
      '↓': 'ruleDown',
      'Shift+N': 'newRule',
      F2: 'editRule',
      'Shift+E': 'refine',
      'Alt+I': 'refineInEditor',
      'Shift+X': 'ruleApplies',
      'Shift+S': 'rules',
      Esc: 'leaveRules',
    },
  },
  {
    page: annotate,
    section: 'Judge the steps of runs',
    place: places.runs,
    does: {
      '↑': 'runUp',
      '↓': 'runDown',
      '←': 'selectPrevious',
      '→': 'selectNext',
      D: 'runDivergence',
      B: 'runInner',
      E: 'runNextEdit',
      'Shift+E': 'runPreviousEdit',
      F: 'runNextFailure',
      'Shift+F': 'runPreviousFailure',
      'Shift+↓': 'runNextJudged',
      'Shift+↑': 'runPreviousJudged',
      '1': 'place',
      '2': 'place',
      '3': 'place',
      X: 'firstError',
      '0': 'place',
      Delete: 'unplace',
      C: 'runFault',
      N: 'runNote',
      'Shift+X': 'runCall',
      O: 'runOutput',
      'Shift+O': 'runFile',
      Esc: 'leaveRun',
    },
  },
  {
    page: annotate,
    section: 'Judge critiques by others',
    place: places.critiques,
    does: {
      J: 'selectNext',
      '↓': 'selectNext',
      K: 'selectPrevious',
      '↑': 'selectPrevious',
      '→': 'critiquesNext',
      '←': 'critiquesPrevious',
      Y: 'acceptCritique',
      N: 'rejectCritique',
      S: 'soundCritique',
      F: 'flawedCritique',
      '-': 'unsureOfCritique',
      'Shift+Y': 'agreeWithCritique',
      'Shift+N': 'disagreeWithCritique',
      '1': 'place',
      '2': 'place',
      '0': 'place',
      Backspace: 'unplace',
      'Alt+↑': 'moveUp',
      'Alt+↓': 'moveDown',
      E: 'editCritique',
      X: 'pickCritique',
      M: 'mergeCritiques',
      'Alt+C': 'critiques',
      Esc: 'leaveCritiques',
    },
  },
  {
    page: annotate,
    section: 'Save, skip, undo',
    place: places.desk,
    does: {
      Enter: 'save',
      'Ctrl+Enter': 'save',
      S: 'skip',
      'Ctrl+Z': 'undo',
      'Ctrl+Shift+Z': 'redo',
      'Ctrl+Y': 'redo',
      H: 'history',
    },
  },
  {
    page: annotate,
    section: 'Find items',
    place: places.desk,
    does: {
      'Shift+J': 'next',
      'Shift+K': 'previous',
      G: 'goTo',
      'Ctrl+Alt+F': 'search',
      '/': 'search',
      'Shift+O': 'order',
      'Ctrl+Alt+L': 'revealItem',
      'Ctrl+Alt+J': 'showStrays',
      'Alt+A': 'changeAnnotator',
      'Alt+X': 'chooseFields',
    },
  },
  {
    page: annotate,
    section: 'Read long texts',
    place: places.desk,
    does: {
      'Ctrl+F': 'findInItem',
      V: 'toggleArrangement',
      T: 'togglePlainText',
      'Alt+W': 'switchView',
      L: 'toggleLength',
      U: 'showMore',
      'Shift+U': 'unfoldTurns',
      'Shift+R': 'unfoldReasoning',
      PgDn: 'scrollDown',
      PgUp: 'scrollUp',
      'Shift+PgDn': 'scrollAllDown',
      'Shift+PgUp': 'scrollAllUp',
      'Alt+PgDn': 'promptDown',
      'Alt+PgUp': 'promptUp',
      'Shift+P': 'prompt',
      'Alt+=': 'largerText',
      'Alt+-': 'smallerText',
      'Alt+Z': 'toggleWrapCode',
      D: 'difference',
      'Shift+D': 'toggleInlineDifference',
      'Alt+D': 'differenceEditor',
      'Alt+P': 'codeDiff',
      'Alt+Shift+P': 'codeDiffPair',
      'Alt+O': 'openTree',
      'Alt+Shift+O': 'takeOver',
      Y: 'copyCode',
      'Shift+Y': 'openCode',
      I: 'toggleBeside',
      'Shift+G': 'guidelines',
      'Shift+I': 'toggleReferences',
      'Shift+V': 'unfoldChecks',
    },
  },
  {
    page: annotate,
    section: 'Other keys',
    place: places.desk,
    does: {
      '?': 'keys',
      E: 'export',
      'Ctrl+Alt+E': 'export',
      'Ctrl+Alt+N': 'runRecipe',
      'Alt+K': 'editRubrics',
      'Ctrl+Alt+R': 'coverage',
    },
  },
  {
    page: 'docs/rubrics-and-coverage.md',
    section: 'Write a rubric',
    place: places.rubrics,
    does: {
      N: 'addCriterion',
      'Shift+N': 'addRubric',
      Enter: 'editSelected',
      F2: 'editSelected',
      'Alt+↑': 'raiseSelected',
      'Alt+↓': 'lowerSelected',
      C: 'cloneSelected',
      M: 'mergeSelected',
      F: 'flagSelected',
      Delete: 'removeSelected',
      'Ctrl+Z': 'undoRubrics',
      'Ctrl+Shift+Z': 'redoRubrics',
      'Ctrl+F': 'searchRubrics',
      '/': 'searchRubrics',
      D: 'compareVersions',
      O: 'oldAnnotations',
      I: 'importRubrics',
      E: 'exportRubric',
      'Ctrl+Alt+R': 'coverage',
    },
  },
  {
    page: 'docs/rubrics-and-coverage.md',
    section: 'In the view',
    place: places.coverage,
    does: {
      F: 'showFindings',
      G: 'showMatrix',
      O: 'openBehind',
      S: 'chooseSlices',
      H: 'showHeatMap',
      '/': 'searchCriteria',
      W: 'writeCriterion',
      'Alt+K': 'editCriterion',
      E: 'exportMatrix',
      C: 'exportChart',
      M: 'coverageModels',
      R: 'refreshCoverage',
      Esc: 'stopCoverage',
    },
    ofTheView: ['Enter'],
  },
  {
    page: 'docs/export-and-train.md',
    section: 'Export from the editor',
    place: places.export,
    does: {
      'Ctrl+Enter': 'runExport',
      Esc: 'stopExport',
      'Alt+C': 'copyTrainCommand',
      'Alt+D': 'exportFolder',
      'Alt+Enter': 'openExported',
      'Ctrl+S': 'saveRecipe',
      'Alt+O': 'openRecipe',
      'Alt+R': 'refreshExport',
      'Alt+M': 'exportModels',
      'Ctrl+↑': 'goToOptions',
      'Ctrl+↓': 'goToRows',
    },
  },
];

const headOf = (section: string): string => (section === '3. Rank the responses' ? 'to do this' : 'key');

describe('keys that pages name', () => {
  it.each(tables)('do what the table in "$section" of $page says', ({ page, section, place, does, ofTheView = [] }) => {
    const printed = tableOf(page, headOf(section), section)
      .map((cells) => cells[headOf(section) === 'key' ? 0 : 1] ?? '')
      .flatMap(quoted);
    expect(
      Object.fromEntries(printed.map((key) => [key, ofTheView.includes(key) ? key : commandOf(key, place)])),
    ).toEqual({ ...does, ...Object.fromEntries(ofTheView.map((key) => [key, key])) });
  });

  it('are in tables that are all looked at', () => {
    const listed = userPages.flatMap((page) => [...proseOf(page).matchAll(/^\| key \|.*$/gm)].map(() => page));
    const isAboutKeys = ({ section }: KeyTable): boolean => headOf(section) === 'key';
    // The last table of the coverage report tells of keys of JSON.
    expect(listed.length).toBe(tables.filter(isAboutKeys).length + 1);
  });

  it.each(userPages)('are bound to something somewhere: %s', (page) => {
    const ofVsCode = ['F1', 'Ctrl+Shift+P', 'Ctrl+Shift+M', 'F5'];
    const unbound = [...new Set(quoted(proseOf(page)))].filter(
      (key) =>
        isKey(key) &&
        key.length > 1 &&
        !ofVsCode.includes(key) &&
        Object.values(places).every((place) => commandOf(key, place) === undefined),
    );
    // Text fields and lists know these by themselves.
    expect(unbound.filter((key) => !['Home', 'End'].includes(key))).toEqual([]);
  });

  it.each(userPages)('are those of the commands that they stand behind: %s', (page) => {
    const titles = new Map(
      manifest.contributes.commands.map(({ command, title }) => [
        english[title.replaceAll('%', '') as keyof typeof english].replace(/…$/, ''),
        command,
      ]),
    );
    for (const [, name = '', key = ''] of proseOf(page).matchAll(
      /\*\*([^*]+?)…?\*\* \((?:the button[^)]*, )?`([^`]+)`/g,
    )) {
      const command = titles.get(name.replace('Tiebreak: ', ''));
      if (command === undefined) continue;
      const commands = Object.values(places).map((place) => commandOf(key, place));
      expect(commands, `${name} (${key})`).toContain(command.replace('tiebreak.', ''));
    }
  });

  it('have Cmd for Ctrl on macOS, but for the one that is named', () => {
    const exceptions = manifest.contributes.keybindings.filter(
      ({ key, mac }) => key.includes('ctrl') && !mac?.includes('cmd'),
    );
    expect(sectionOf(annotate, 'Annotate')).toContain('`Cmd` instead of `Ctrl` (except in `Ctrl+M`)');
    expect(exceptions.map(({ key }) => key)).toEqual(['ctrl+m']);
  });
});
