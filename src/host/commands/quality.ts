import { ctrl, editorTitle, qualityCommand, viewTitle, type CommandTable } from './command';
import { all, any, inAnnotationEditor, inQualityTab, inReport, inRubricEditor, is, studyOpen } from './conditions';

/** The quality in the report. */
export const quality = {
  quality: {
    icon: 'pulse',
    enabled: studyOpen,
    keys: [ctrl('alt+q', { when: any(inAnnotationEditor, inRubricEditor, inReport) })],
    menus: [editorTitle('1_study@2', inAnnotationEditor), viewTitle('study', 'navigation@4', studyOpen)],
    palette: studyOpen,
  },
  adjudicate: {
    icon: 'law',
    enabled: studyOpen,
    menus: [editorTitle('navigation@3', inReport)],
    palette: studyOpen,
  },
  refreshQuality: { ...qualityCommand('refresh', 'r'), menus: [editorTitle('navigation@1', inQualityTab)] },
  stopQuality: qualityCommand('debug-stop', { key: 'escape', when: all(inQualityTab, is('onQuality')) }),
  qualityFindings: qualityCommand('warning', 'f'),
  qualityModels: qualityCommand('eye', 'm'),
  saveQuality: { ...qualityCommand('export', 'e'), menus: [editorTitle('navigation@2', inQualityTab)] },
} satisfies CommandTable;
