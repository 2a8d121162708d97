import {
  all,
  inAnnotationEditor,
  inExportView,
  inQualityTab,
  inOtherTab,
  inSettingsView,
  inRubricEditor,
  never,
  onDesk,
  onExport,
  onQuality,
  onReport,
  onRubrics,
  onSettings,
  type Condition,
  type ViewName,
} from './conditions';

/** A key of a command. */
export interface Key {
  readonly key: string;
  /** On a Mac, where that is another one. */
  readonly mac?: string;
  /** What the command is given. */
  readonly args?: number;
  readonly when: Condition;
  /** Takes the key away from the command again: by the layout of some keyboards another of its keys is this one. */
  readonly isTakenAway?: true;
}

/** The menus of VS Code in which commands stand. */
export const menuNames = [
  'explorer/context',
  'editor/title',
  'view/title',
  'view/item/context',
  'comments/commentThread/context',
  'comments/comment/title',
  'comments/comment/context',
] as const;

/** Where a command stands in a menu of VS Code. */
export interface MenuPlace {
  readonly menu: (typeof menuNames)[number];
  readonly group: string;
  readonly when: Condition;
}

/** A command; its name stands before it in the table, its title in package.nls.json under `command.` and the name. */
export interface Command {
  /** One of https://code.visualstudio.com/api/references/icons-in-labels. */
  readonly icon: string;
  /** Where it can be run; everywhere, if nothing is said. */
  readonly enabled?: Condition;
  /** Where two bindings of one key are meant at once, VS Code takes the later one. */
  readonly keys?: readonly Key[];
  readonly menus?: readonly MenuPlace[];
  /** Where the command palette lists it. */
  readonly palette: Condition;
}

/** Commands by their names without "tiebreak.". */
export type CommandTable = Readonly<Record<string, Command>>;

/** A key that is heard where the commands of its place are, unless it says otherwise. */
type PlacedKey = string | (Omit<Key, 'when'> & { readonly when?: Condition });

/** Makes commands of one place: they are enabled there, and their keys are heard there. */
export function commandsOf(place: {
  readonly enabled: Condition;
  readonly keys: Condition;
  readonly palette: Condition;
}) {
  return (icon: string, ...keys: readonly PlacedKey[]) => ({
    icon,
    enabled: place.enabled,
    keys: keys.map((each): Key => ({ when: place.keys, ...(typeof each === 'string' ? { key: each } : each) })),
    palette: place.palette,
  });
}

/** A command of the annotation editor, with its keys. The list of keys (`?`) names it, the command palette does not. */
export const deskCommand = commandsOf({ enabled: inAnnotationEditor, keys: onDesk, palette: never });
/** A command of the editor of rubrics, with its keys. */
export const rubricCommand = commandsOf({ enabled: inRubricEditor, keys: onRubrics, palette: inRubricEditor });
/** A command of the report outside of its quality, with its keys. */
export const reportCommand = commandsOf({ enabled: inOtherTab, keys: onReport, palette: inOtherTab });
/** A command of the quality in the report, with its keys. */
export const qualityCommand = commandsOf({ enabled: inQualityTab, keys: onQuality, palette: inQualityTab });
/** A command of the export view, with its keys. */
export const exportCommand = commandsOf({ enabled: inExportView, keys: onExport, palette: inExportView });

/** A command of the study settings, with its keys. */
export const settingsCommand = commandsOf({ enabled: inSettingsView, keys: onSettings, palette: inSettingsView });

/** A key with Ctrl, which is Cmd on a Mac: `ctrl('shift+z')`. */
export const ctrl = <Rest extends object>(key: string, rest: Rest): { key: string; mac: string } & Rest => ({
  key: `ctrl+${key}`,
  mac: `cmd+${key}`,
  ...rest,
});

/** A row of digits, each of which is given to the command: `digits([1, 2, 3], { behind: 'shift+' })`. */
export const digits = (
  row: readonly number[],
  { behind = '', ...rest }: { readonly behind?: string; readonly when?: Condition } = {},
): { key: string; args: number; when?: Condition }[] =>
  row.map((digit) => ({ key: `${behind}${digit}`, args: digit, ...rest }));

export const oneToNine: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** A button of an editor's title bar. */
export const editorTitle = (group: string, when: Condition): MenuPlace => ({ menu: 'editor/title', group, when });

/** A button or a line in the menu of a view's title bar. */
export const viewTitle = (view: ViewName, group: string, when?: Condition): MenuPlace => ({
  menu: 'view/title',
  group,
  when: all(`view == tiebreak.${view}`, ...(when === undefined ? [] : [when])),
});
