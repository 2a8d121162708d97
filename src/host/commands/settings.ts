import { ctrl, editorTitle, settingsCommand, viewTitle, type CommandTable } from './command';
import { any, inAnnotationEditor, inSettingsView, isFocused, onSettings, studyOpen } from './conditions';

/** The study settings. */
export const settings = {
  studySettings: {
    icon: 'settings-gear',
    enabled: studyOpen,
    keys: [ctrl('alt+,', { when: any(inAnnotationEditor, isFocused('study')) })],
    menus: [editorTitle('navigation@5', inAnnotationEditor), viewTitle('study', 'navigation@4', studyOpen)],
    palette: studyOpen,
  },
  undoSetting: settingsCommand('discard', ctrl('z', { when: onSettings })),
  redoSetting: settingsCommand('redo', ctrl('shift+z', { when: onSettings })),
  openProjectFile: settingsCommand('json', 'alt+j'),
  showAnnotationEditor: {
    ...settingsCommand('checklist', 'alt+d'),
    menus: [editorTitle('navigation@1', inSettingsView)],
  },
} satisfies CommandTable;
