import { ctrl, editorTitle, reportCommand, viewTitle, type CommandTable } from './command';
import {
  all,
  any,
  inAnnotationEditor,
  inOtherTab,
  inReport,
  inRubricEditor,
  onQuality,
  onReport,
  is,
  studyOpen,
} from './conditions';

/** The report: what there is to do, and the coverage. */
export const coverage = {
  coverage: {
    icon: 'graph',
    enabled: studyOpen,
    keys: [ctrl('alt+r', { when: any(inAnnotationEditor, inRubricEditor, inReport) })],
    menus: [
      editorTitle('navigation@3', inAnnotationEditor),
      editorTitle('navigation@4', inRubricEditor),
      viewTitle('study', 'navigation@3', studyOpen),
    ],
    palette: studyOpen,
  },
  refreshCoverage: { ...reportCommand('refresh', 'r'), menus: [editorTitle('navigation@1', inOtherTab)] },
  stopCoverage: reportCommand('debug-stop', { key: 'escape', when: all(inReport, is('onReport')) }),
  showFindings: reportCommand('warning', 'f'),
  showMatrix: reportCommand('table', 'g'),
  showHeatMap: reportCommand('symbol-color', 'h'),
  searchCriteria: reportCommand('search', '/'),
  chooseSlices: reportCommand('split-horizontal', 's'),
  openBehind: reportCommand('go-to-file', 'o'),
  writeCriterion: reportCommand('edit', 'w'),
  editCriterion: reportCommand('edit', 'alt+k'),
  exportMatrix: { ...reportCommand('export', 'e'), menus: [editorTitle('navigation@2', inOtherTab)] },
  exportChart: {
    icon: 'graph',
    enabled: inReport,
    keys: [onReport, onQuality].map((when) => ({ key: 'c', when })),
    palette: inReport,
  },
  coverageModels: reportCommand('eye', 'm'),
} satisfies CommandTable;
