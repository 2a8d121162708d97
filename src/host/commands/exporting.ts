import { ctrl, editorTitle, exportCommand, viewTitle, type CommandTable } from './command';
import {
  all,
  any,
  inAnnotationEditor,
  inExport,
  inExportView,
  inReport,
  inRubricEditor,
  isFocused,
  never,
  onDesk,
  outsideText,
  studyOpen,
} from './conditions';

/** A recipe in the study view. */
const onRecipe = 'view == tiebreak.study && viewItem == recipe';

/** The export view, and recipes. */
export const exporting = {
  export: {
    icon: 'export',
    enabled: studyOpen,
    keys: [
      { key: 'e', when: onDesk },
      ctrl('alt+e', { when: any(inAnnotationEditor, inRubricEditor, inReport, isFocused('study')) }),
    ],
    menus: [editorTitle('navigation@2', inAnnotationEditor), viewTitle('study', 'navigation@1')],
    palette: studyOpen,
  },
  runRecipe: {
    icon: 'play',
    enabled: studyOpen,
    keys: [ctrl('alt+n', { when: all(studyOpen, any(inAnnotationEditor, isFocused('study'))) })],
    menus: [
      { menu: 'view/item/context', group: 'inline@1', when: onRecipe },
      { menu: 'view/item/context', group: '1_recipe@1', when: onRecipe },
    ],
    palette: studyOpen,
  },
  deleteRecipe: {
    icon: 'trash',
    enabled: studyOpen,
    keys: [{ key: 'delete', when: all(isFocused('study'), outsideText) }],
    menus: [{ menu: 'view/item/context', group: '1_recipe@2', when: onRecipe }],
    palette: never,
  },
  runExport: {
    ...exportCommand('export', ctrl('enter', { when: inExport })),
    menus: [editorTitle('navigation@1', inExportView)],
  },
  stopExport: exportCommand('debug-stop', { key: 'escape', when: inExport }),
  refreshExport: exportCommand('refresh', 'alt+r'),
  saveRecipe: {
    ...exportCommand('save', ctrl('s', { when: inExport })),
    menus: [editorTitle('navigation@2', inExportView)],
  },
  openRecipe: exportCommand('folder-opened', 'alt+o'),
  exportFolder: exportCommand('folder', 'alt+d'),
  openExported: exportCommand('go-to-file', 'alt+enter'),
  copyTrainCommand: exportCommand('copy', 'alt+c'),
  goToOptions: exportCommand('settings', ctrl('up', { when: inExport })),
  goToRows: exportCommand('list-flat', ctrl('down', { when: inExport })),
  exportModels: exportCommand('eye', 'alt+m'),
} satisfies CommandTable;
