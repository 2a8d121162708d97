import { ctrl, editorTitle, reportCommand, viewTitle, type CommandTable } from './command';
import { all, any, inAnnotationEditor, inReport, inRubricEditor, is, studyOpen } from './conditions';

/** The coverage report. */
export const coverage = {
  coverage: {
    icon: 'graph',
    enabled: studyOpen,
    keys: [ctrl('alt+r', { when: any(inAnnotationEditor, inRubricEditor) })],
    menus: [
      editorTitle('navigation@3', inAnnotationEditor),
      editorTitle('navigation@4', inRubricEditor),
      viewTitle('study', 'navigation@3', studyOpen),
    ],
    palette: studyOpen,
  },
  refreshCoverage: { ...reportCommand('refresh', 'r'), menus: [editorTitle('navigation@1', inReport)] },
  stopCoverage: reportCommand('debug-stop', { key: 'escape', when: all(inReport, is('onReport')) }),
  showFindings: reportCommand('warning', 'f'),
  showMatrix: reportCommand('table', 'g'),
  showHeatMap: reportCommand('symbol-color', 'h'),
  searchCriteria: reportCommand('search', '/'),
  chooseSlices: reportCommand('split-horizontal', 's'),
  openBehind: reportCommand('go-to-file', 'o'),
  writeCriterion: reportCommand('edit', 'w'),
  editCriterion: reportCommand('edit', 'alt+k'),
  exportMatrix: { ...reportCommand('export', 'e'), menus: [editorTitle('navigation@2', inReport)] },
  exportChart: reportCommand('graph', 'c'),
  coverageModels: reportCommand('eye', 'm'),
} satisfies CommandTable;
