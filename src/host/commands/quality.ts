import { ctrl, editorTitle, qualityCommand, viewTitle, type CommandTable } from './command';
import { all, any, inAnnotationEditor, inQualityView, inReport, inRubricEditor, is, studyOpen } from './conditions';

/** The quality report. */
export const quality = {
  quality: {
    icon: 'pulse',
    enabled: studyOpen,
    keys: [ctrl('alt+q', { when: any(inAnnotationEditor, inRubricEditor, inReport) })],
    menus: [editorTitle('navigation@3', inAnnotationEditor), viewTitle('study', 'navigation@4', studyOpen)],
    palette: studyOpen,
  },
  adjudicate: {
    icon: 'law',
    enabled: studyOpen,
    menus: [editorTitle('navigation@3', inQualityView)],
    palette: studyOpen,
  },
  refreshQuality: { ...qualityCommand('refresh', 'r'), menus: [editorTitle('navigation@1', inQualityView)] },
  stopQuality: qualityCommand('debug-stop', { key: 'escape', when: all(inQualityView, is('onQuality')) }),
  qualityFindings: qualityCommand('warning', 'f'),
  qualityModels: qualityCommand('eye', 'm'),
  saveQuality: { ...qualityCommand('export', 'e'), menus: [editorTitle('navigation@2', inQualityView)] },
} satisfies CommandTable;
