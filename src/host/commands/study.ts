import { compressionEndings, dataFileEndings } from '../../core/dataset/readers/dataFileNames';
import { viewTitle, type CommandTable } from './command';
import { all, always, any, inAnnotationEditor, is, never, onDesk, studyOpen } from './conditions';

/** A dataset in the Explorer: a folder, or a file whose name ends as those of datasets do. */
const isDataset = `explorerResourceIsFolder || resourceFilename =~ /\\.(${dataFileEndings.join('|')}|zip)(\\.(${compressionEndings.join('|')}))?$/i`;

/** The study and its dataset: made, opened, read anew. */
export const study = {
  stepBack: {
    icon: 'arrow-left',
    keys: [{ key: 'escape', when: all('inQuickOpen', is('hasStepBack')) }],
    palette: never,
  },
  annotate: {
    icon: 'checklist',
    menus: [{ menu: 'explorer/context', group: 'navigation@40', when: isDataset }],
    palette: always,
  },
  newStudy: {
    icon: 'new-file',
    menus: [{ menu: 'explorer/context', group: 'navigation@41', when: isDataset }, viewTitle('study', 'dataset@0')],
    palette: always,
  },
  openSample: { icon: 'book', palette: always },
  chooseFields: {
    icon: 'symbol-structure',
    keys: [{ key: 'alt+x', when: onDesk }],
    menus: [viewTitle('study', 'dataset@1', studyOpen)],
    palette: any(studyOpen, inAnnotationEditor),
  },
  takeOverLabels: {
    icon: 'tag',
    enabled: studyOpen,
    menus: [viewTitle('study', 'dataset@2', studyOpen)],
    palette: studyOpen,
  },
  changeAnnotator: {
    icon: 'person',
    keys: [{ key: 'alt+a', when: onDesk }],
    menus: [viewTitle('study', 'navigation@2')],
    palette: always,
  },
} satisfies CommandTable;
