import * as l10n from '@vscode/l10n';
import { wordsOfReason } from './wording';
import { inProgram } from './program';
import { quoted } from './quoted';
import type { Reason } from './wording';

/** What can be wrong with journals and with what is saved in them. */
export const journalProblems = {
  // journal/makeFolders.ts
  'journal.folderNotMade': ({ reason }: { reason: string }) => l10n.t('the folder cannot be made: {0}', reason),
  'journal.takesNoFolders': ({ parent }: { parent: string }) =>
    l10n.t('the folder cannot be made, because no folder can be made in {0}. Choose another place', parent),

  // journal/fileJournal.ts, journal/journalReader.ts
  'journal.halfCharacter': ({ annotator }: { annotator: string }) =>
    l10n.t(
      'The annotator name “{0}” has half of a character (a cut emoji). Enter the name again with {1}',
      annotator,
      inProgram({ commandLine: '--annotator', editor: quoted(l10n.t('Change Annotator…')) }),
    ),
  'journal.unreadable': ({ reason }: { reason: string }) => l10n.t('this journal could not be read: {0}', reason),
  'journal.isStream': () => l10n.t('there is a pipe or a socket in its place. Move it away'),
  'journal.lineSetAside': ({ reason }: { reason: string }) =>
    l10n.t('{0}. This line was ignored. All other lines are kept', reason),
  'journal.beginningCutOff': () =>
    l10n.t(
      'the start of this line was cut off while it was written, and another line follows it. The start was ignored. All complete lines are kept',
    ),
  'journal.lastLineCutOff': () =>
    l10n.t(
      'the last line was cut off while it was written (power cut or crash). It was ignored. All lines before it are kept',
    ),
  'journal.changedMeanwhile': () =>
    l10n.t('this line was changed while the study was open. Close the study and open it again'),

  // journal/journalWriter.ts, study/study.ts
  'journal.notWritten': ({ name, reason, path }: { name: string; reason: string; path: string }) =>
    l10n.t('{0} could not be written: {1}. Path: {2}', name, reason, path),
  'journal.notConfirmed': ({ name, reason, path }: { name: string; reason: string; path: string }) =>
    l10n.t('{0} was written, but the disk did not confirm it: {1}. Path: {2}', name, reason, path),
  /** `found`: what stands at the path, in bytes. */
  'journal.notAtPath': ({ name, found, path }: { name: string; found: number | 'nothing'; path: string }) =>
    found === 'nothing'
      ? l10n.t(
          '{0} was written several times, but each time another program removed it. Stop that program (a sync client, for example) and try again. Path: {1}',
          name,
          path,
        )
      : l10n.t(
          '{0} was written several times, but each time another program replaced it. The file there has {1} B and does not contain what was written. Stop that program (a sync client, for example) and try again. Path: {2}',
          name,
          found,
          path,
        ),
  'journal.cutShort': ({ written, bytes }: { written: number; bytes: number }) =>
    l10n.t('the judgment could not be written completely ({0} of {1} B). The disk may be full', written, bytes),
  'journal.lineInvalid': ({ reason }: { reason: string }) =>
    l10n.t('The judgment could not be saved: {0}. Please report this', reason),

  // desk/session.ts
  /** Where `mayStand`, nobody knows whether the judgement was saved. */
  'journal.keptAsDraft': ({ reason, mayStand }: { reason: Reason; mayStand: boolean }) =>
    mayStand
      ? l10n.t(
          '{0}. Your judgment may be saved, and is kept as a draft too. Save it again: the last one counts.',
          wordsOfReason(reason),
        )
      : l10n.t('{0}. Nothing was saved. Your judgment is kept as a draft.', wordsOfReason(reason)),

  // journal/validate.ts
  'journal.lineWrong': ({ reason }: { reason: string }) =>
    l10n.t('{0}. Tiebreak ignores this line. All other lines are kept', reason),

  // journal/line.ts: why a line is none, as a part of a sentence
  'journal.lineNotJson': ({ reason }: { reason: string }) => l10n.t('the line is not JSON: {0}', reason),
  'journal.lineNewer': ({ version }: { version: number }) =>
    l10n.t('the line was written by a newer Tiebreak (journal version {0}). Update Tiebreak to read it', version),
  'journal.lineNotAnnotation': ({ reason }: { reason: string }) =>
    l10n.t('the line is neither an annotation nor a retraction: {0}', reason),

  // desk/deskState.ts
  'journal.itemGone': () => l10n.t('The item of this text no longer exists'),
};
