import { mustMaterialize } from '../../core/dataset/sources/scan';
import type { StudyDocument } from '../study/studyDocument';
import type { StudyInput } from './coverageWorker';

/** What a process reads a study by, to report on it. @param blind nothing may tell of models */
export function studyInputOf({ uri, session, cache }: StudyDocument, blind: boolean): StudyInput {
  const study = session?.study;
  return {
    project: uri.fsPath,
    copy: study && mustMaterialize(study.reading) ? study.data.paths[0] : undefined,
    cacheFolder: cache,
    blind,
  };
}
