import { ctrl, editorTitle, rubricCommand, viewTitle, type CommandTable } from './command';
import { all, inAnnotationEditor, inRubricEditor, is, never, onDesk, onRubrics, studyOpen } from './conditions';

/** The editor of rubrics. */
export const rubrics = {
  editRubrics: {
    icon: 'tasklist',
    enabled: studyOpen,
    keys: [{ key: 'alt+k', when: onDesk }],
    menus: [editorTitle('1_study@1', inAnnotationEditor), viewTitle('study', 'dataset@2', studyOpen)],
    palette: studyOpen,
  },
  addCriterion: rubricCommand('add', 'n'),
  addRubric: rubricCommand('new-folder', 'shift+n'),
  editSelected: rubricCommand('edit', 'enter', 'f2'),
  raiseSelected: rubricCommand('arrow-up', 'alt+up'),
  lowerSelected: rubricCommand('arrow-down', 'alt+down'),
  cloneSelected: rubricCommand('copy', 'c'),
  mergeSelected: rubricCommand('git-merge', 'm'),
  flagSelected: rubricCommand('flag', 'f'),
  removeSelected: rubricCommand('trash', 'delete'),
  undoRubrics: {
    icon: 'discard',
    enabled: all(inRubricEditor, is('canUndoRubrics')),
    keys: [ctrl('z', { when: onRubrics })],
    palette: inRubricEditor,
  },
  redoRubrics: {
    icon: 'redo',
    enabled: all(inRubricEditor, is('canRedoRubrics')),
    keys: [ctrl('shift+z', { when: onRubrics }), ctrl('y', { when: onRubrics })],
    palette: inRubricEditor,
  },
  searchRubrics: rubricCommand('search', ctrl('f', { when: inRubricEditor }), '/'),
  compareVersions: { ...rubricCommand('diff', 'd'), menus: [editorTitle('navigation@3', inRubricEditor)] },
  oldAnnotations: rubricCommand('history', 'o'),
  importRubrics: { ...rubricCommand('cloud-download', 'i'), menus: [editorTitle('navigation@1', inRubricEditor)] },
  exportRubric: { ...rubricCommand('export', 'e'), menus: [editorTitle('navigation@2', inRubricEditor)] },
  leaveRubricField: {
    icon: 'close',
    enabled: is('inRubricField'),
    keys: [{ key: 'escape', when: all(inRubricEditor, is('inRubricField')) }],
    palette: never,
  },
} satisfies CommandTable;
