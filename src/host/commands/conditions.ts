/**
 * The conditions of commands, keys and menus, by name. What VS Code tells of itself is listed on
 * https://code.visualstudio.com/api/references/when-clause-contexts.
 */

/** A `when` clause, or an `enablement`, as the manifest of an extension has it. */
export type Condition = string;

/** What the extension tells VS Code of itself (`src/host/surface/contextKeys.ts`). */
export const contextKeyNames = [
  /** A study is open and could be read; its editor need not be in front. */
  'studyOpen',
  // Where the keyboard is in the annotation editor in front: at the responses, at marks, in a text field, in a panel.
  'onDesk',
  'marking',
  'typing',
  'readingOver',
  // What is open over the responses, or asked.
  'comparing',
  'inGrid',
  'inRules',
  'inRun',
  'inCritiques',
  // What can be done there.
  /** The selected response is a run of an agent. */
  'hasRun',
  'canSave',
  'canUndo',
  'canRedo',
  // What was done once in this window, for the walkthrough.
  'ranked',
  'criticised',
  /** A file of a diff of responses' code has the keyboard. */
  'inCode',
  // Lists of the side bar, and questions at the top of the window.
  'itemsFiltered',
  'hasStrays',
  'hasResults',
  'searchRunning',
  'searching',
  'hasStepBack',
  // The keyboard in the editor of rubrics, the report and the export view; the tab of the report that is in front.
  'onRubrics',
  'inRubricField',
  'canUndoRubrics',
  'canRedoRubrics',
  'onReport',
  'onQuality',
  'qualityTab',
  'onExport',
  'inExport',
  'onSettings',
] as const;
export type ContextKeyName = (typeof contextKeyNames)[number];

/** The views of the side bar. */
export type ViewName = 'study' | 'items' | 'strays' | 'results';

export const is = (key: ContextKeyName): Condition => `tiebreak.${key}`;
export const not = (key: ContextKeyName): Condition => `!tiebreak.${key}`;

export const any = (...conditions: readonly Condition[]): Condition => conditions.join(' || ');
/** All of them; one that has a choice in it is put in parentheses. */
export const all = (...conditions: readonly Condition[]): Condition =>
  conditions.map((each) => (each.includes(' || ') && conditions.length > 1 ? grouped(each) : each)).join(' && ');
const grouped = (choice: Condition): Condition => `(${choice})`;

export const always: Condition = 'true';
export const never: Condition = 'false';

export const studyOpen = is('studyOpen');
export const inAnnotationEditor: Condition = "activeCustomEditorId == 'tiebreak.project'";
export const inRubricEditor: Condition = "activeCustomEditorId == 'tiebreak.rubrics'";
/** A text of a response is in front, to be read: an output of a step, a file, a difference. */
export const inReading: Condition = "resourceScheme == 'tiebreak-response'";
/** The keyboard is in it, and Escape closes nothing of the text editor itself. */
export const inReadingText = all(
  inReading,
  'editorTextFocus',
  '!findWidgetVisible',
  '!editorHasSelection',
  '!editorHasMultipleSelections',
  '!editorHoverVisible',
  '!accessibilityHelpIsShown',
);
/** A file of a diff of responses' code has the keyboard. */
export const inCode = all(is('inCode'), 'editorTextFocus', 'editorReadonly');
/** A comment on lines of such a file, or the field for one. */
export const inDiffComments: Condition = "commentController == 'tiebreak.code'";
export const inReport: Condition = "activeWebviewPanelId == 'tiebreak.report'";
export const inExportView: Condition = "activeWebviewPanelId == 'tiebreak.export'";
export const inSettingsView: Condition = "activeWebviewPanelId == 'tiebreak.settings'";
/** The quality is the tab in front of the report, or one of the others. */
export const inQualityTab = `${inReport} && tiebreak.qualityTab`;
export const inOtherTab = `${inReport} && !tiebreak.qualityTab`;
export const isFocused = (view: ViewName): Condition => `focusedView == 'tiebreak.${view}'`;

/** A letter, a digit or an arrow belongs to the text field that has the keyboard. */
export const outsideText: Condition = '!inputFocus';

/** The keyboard is at the responses. */
export const onDesk = all(inAnnotationEditor, is('onDesk'), outsideText);
/** The keyboard is at the marks of a response. */
export const onMarks = all(inAnnotationEditor, is('marking'), outsideText);
export const onDeskOrMarks = all(inAnnotationEditor, any(is('onDesk'), is('marking')), outsideText);
/** The keyboard is in a text field of the annotation editor. */
export const inDeskText = all(inAnnotationEditor, is('typing'));

export const onRubrics = all(inRubricEditor, is('onRubrics'), outsideText);
export const onReport = all(inReport, is('onReport'), outsideText);
export const onQuality = all(inReport, is('onQuality'), outsideText);
export const onExport = all(inExportView, is('onExport'), outsideText);
/** Text fields of the export view are meant too. */
export const inExport = all(inExportView, is('inExport'));

export const onSettings = all(inSettingsView, is('onSettings'), outsideText);

/** The question of the search has the keyboard. */
export const inSearchQuestion = all('inQuickOpen', is('searching'));
