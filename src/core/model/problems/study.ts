import * as l10n from '@vscode/l10n';
import { chooseFields, inProgram, keepBoth } from './program';
import { quoted } from './quoted';
/** A place of a file that both sides of a conflict changed, with what is in force there and what is not, as short JSON. */
export interface ConflictChoice {
  readonly path: string;
  readonly taken: string;
  readonly left: string;
}

/** What can be wrong with a project and the documents of its study. */
export const studyProblems = {
  // study/document.ts: reading
  'study.noFile': () => l10n.t('the file does not exist'),
  'study.isFolder': () => l10n.t('there is a folder where a file should be. Move the folder away'),
  'study.notReadable': () => l10n.t('the file cannot be read: permission denied. Make it readable'),
  'study.unreadable': ({ reason }: { reason: string }) => l10n.t('the file cannot be read: {0}', reason),
  'study.notUtf8': () =>
    l10n.t('the file is not UTF-8 text. Save it with the encoding UTF-8, or restore it from Git or a copy'),
  'study.empty': () => l10n.t('the file is empty. Restore it from Git or a copy'),
  'study.brokenJson': ({ reason }: { reason: string }) =>
    l10n.t('{0}. Correct this line, or restore the file from Git or a copy', reason),
  'study.tooDeep': ({ most }: { most: number }) => l10n.t('lists and objects are nested more than {0} deep', most),
  /** `reason` is what the schema says. */
  'study.invalid': ({ reason }: { reason: string }) => reason,
  'study.invalidAndMore': ({ reason, more }: { reason: string; more: number }) =>
    inProgram({
      commandLine: l10n.t('{0} (more problems: {1}; “{2}” lists them)', reason, more, 'tiebreak validate'),
      editor:
        more === 1 ? l10n.t('{0} (and 1 more problem)', reason) : l10n.t('{0} (and {1} more problems)', reason, more),
    }),
  'study.sidesInvalid': () => l10n.t('the file is not valid'),

  // study/document.ts: conflicts of git
  'study.bothSides': () =>
    l10n.t(
      'Git could not merge this file. Tiebreak uses both sides. Run {0} to write both sides into the file. Then mark the file as resolved in Git',
      keepBoth(),
    ),
  'study.bothSidesOurs': ({ choices }: { choices: readonly ConflictChoice[] }) =>
    l10n.t(
      'Git could not merge this file. Tiebreak uses both sides, and your side (ours) where both changed the same place: {0}. Run {1} to write this into the file. Then mark the file as resolved in Git',
      choices.map(({ path, taken, left }) => l10n.t('{0}: {1}, not {2}', path, taken, left)).join('; '),
      keepBoth(),
    ),
  'study.wholeFileOurs': () =>
    l10n.t(
      'Git could not merge this file. The two sides contradict each other, so Tiebreak uses your side (ours) only. Run {0} to write it into the file. Then mark the file as resolved in Git',
      keepBoth(),
    ),
  'study.oursUnread': ({ reason }: { reason: string }) =>
    l10n.t(
      'Git could not merge this file, and one side (ours) cannot be read: {0}. Tiebreak uses the other side (theirs). Edit the file and keep what is right',
      reason,
    ),
  'study.theirsUnread': ({ reason }: { reason: string }) =>
    l10n.t(
      'Git could not merge this file, and one side (theirs) cannot be read: {0}. Tiebreak uses the other side (ours). Edit the file and keep what is right',
      reason,
    ),

  // study/document.ts: writing
  'study.changedMeanwhile': () =>
    l10n.t('the file was changed by somebody else in the meantime, and their version was kept. Try again'),
  'study.notWritten': ({ reason }: { reason: string }) =>
    l10n.t('the file could not be written and is unchanged: {0}', reason),
  'study.notRemoved': ({ reason }: { reason: string }) =>
    l10n.t('the file could not be removed and is unchanged: {0}', reason),

  // study/library/libraryFiles.ts
  'study.folderUnreadable': ({ reason }: { reason: string }) => l10n.t('the folder cannot be read: {0}', reason),
  'study.folderChangedMeanwhile': () =>
    l10n.t('the files in this folder were changed by somebody else in the meantime. Try again'),
  'study.folderNotWritten': ({ reason }: { reason: string }) =>
    l10n.t('the files in this folder could not be written: {0}', reason),
  'study.rubricInTwoFiles': ({ id, other }: { id: string; other: string }) =>
    l10n.t(
      'the rubric “{0}” is also in {1}, with other content. The versions of both are kept. Run {2} to write them into one file',
      id,
      other,
      keepBoth(),
    ),
  'study.ruleInTwoFiles': ({ id, other }: { id: string; other: string }) =>
    l10n.t(
      'the rule “{0}” is also in {1}, with other content. The versions of both are kept. Run {2} to write them into one file',
      id,
      other,
      keepBoth(),
    ),

  // study/create.ts
  'study.wrongEnding': () => l10n.t('the name of a project file must end in “.tiebreak”'),
  'study.exists': () => l10n.t('the file already exists. Open it, or choose another name'),
  'study.noGuidelines': () => l10n.t('the guidelines do not exist, so no study was made. Choose an existing file'),
  'study.notMade': ({ reason }: { reason: string }) =>
    l10n.t('the file could not be written, and no study was made: {0}', reason),

  // study/gitAttributes.ts
  'study.attributesNotWritten': ({ reason }: { reason: string }) =>
    l10n.t(
      'the file could not be written, so Git on Windows may change the line endings of the files of this study: {0}',
      reason,
    ),

  // study/guidelines.ts
  'study.guidelinesMissing': () =>
    l10n.t('the guidelines do not exist. Restore the file, or correct “task.guidelines” in the project file'),
  'study.guidelinesAreFolder': () =>
    l10n.t('the guidelines cannot be read, because this is a folder. Correct “task.guidelines” in the project file'),
  'study.guidelinesUnreadable': ({ reason }: { reason: string }) =>
    l10n.t('the guidelines cannot be read: {0}', reason),
  'study.guidelinesTooLong': ({ megabytes }: { megabytes: number }) =>
    l10n.t(
      'the guidelines are longer than {0} MB. Name another file in “task.guidelines” in the project file',
      megabytes,
    ),
  'study.guidelinesNotUtf8': () =>
    l10n.t(
      'the guidelines are not UTF-8 text. Save them with the encoding UTF-8, or name another file in “task.guidelines” in the project file',
    ),
  'study.guidelinesNotKept': ({ reason }: { reason: string }) =>
    l10n.t('a copy of the current guidelines could not be stored, so nothing was saved: {0}', reason),

  /** `renamed`: some judged the items with other line ends than the rest. */
  'study.otherLineEnds': ({ renamed }: { renamed: boolean }) =>
    renamed
      ? l10n.t(
          'annotators judged tables of this dataset with different line endings, as Git writes them on Windows. Tiebreak counts their annotations for the same items',
        )
      : l10n.t(
          'tables of this dataset have other line endings than when they were judged, as Git writes them on Windows. Tiebreak reads the texts as they were judged',
        ),
  // study/datasetReading.ts, study/study.ts, study/controlProblems.ts
  'study.labelsOnly': ({ layout }: { layout: string }) =>
    inProgram({
      commandLine: l10n.t(
        'the file has labels, but no texts to judge (layout {0}). Import it into the study that the labels are for with “{1}”, or choose another layout with {2}',
        layout,
        'tiebreak import STUDY FILE',
        '--layout',
      ),
      editor: l10n.t(
        'the file has labels, but no texts to judge (layout {0}). Import it into the study that the labels are for, or choose another layout with {1}',
        layout,
        quoted(l10n.t('Choose Fields…')),
      ),
    }),
  'study.layoutReadsNothing': ({ layout, reason }: { layout: string; reason: string }) =>
    l10n.t('{0}. None of the first records can be read in the layout {1}', reason, layout),
  'study.layoutUnknown': ({ layout, near }: { layout: string; near: readonly string[] }) =>
    near.length === 0
      ? l10n.t(
          'dataset.layout: there is no layout “{0}”. Choose one with {1}',
          layout,
          chooseFields(quoted('tiebreak formats')),
        )
      : l10n.t(
          'dataset.layout: there is no layout “{0}”. The nearest names are {1}. Choose one with {2}',
          layout,
          near.join(', '),
          chooseFields(quoted('tiebreak formats')),
        ),
  'study.mappingUnknown': ({ reason }: { reason: string }) => l10n.t('dataset.mapping: {0}', reason),
  'study.controlMissing': ({ item }: { item: string }) =>
    l10n.t('plan.controls.items: the dataset has no item “{0}”, so it is never shown. Correct or remove the id', item),
  'study.controlAnswerUnknown': ({ item, responses }: { item: string; responses: readonly string[] }) =>
    l10n.t(
      'plan.controls.answers: item “{0}” does not have the response {1}, so its known answer is ignored. Correct the id',
      item,
      responses.join(', '),
    ),
  'study.controlContrary': ({ item, run }: { item: string; run: string }) =>
    l10n.t('Labels of item “{0}” name different first errors of the run {1}, so that none of them is known', item, run),
  /** Steps are counted from 0. */
  'study.controlStepUnknown': ({ item, response, steps }: { item: string; response: string; steps: number }) =>
    l10n.t(
      'plan.controls.answers: the run {1} of item “{0}” ends before the step of its known first error. Correct the number, counted from 0. Steps of the run: {2}',
      item,
      response,
      steps,
    ),
};
