import { wordsOfReason } from '../../core/model/problems/problem';
import type { JournalProblems } from '../../core/model/problems/journal';
import type { Messages } from '../../core/model/problems';

export const journalMessages: Messages<JournalProblems> = {
  'journal.folderNotMade': ({ reason }) => `the folder cannot be made: ${reason}`,
  'journal.takesNoFolders': ({ parent }) => `cannot be made, because ${parent} takes no folders. Choose another place`,

  'journal.halfCharacter': ({ annotator }) =>
    `the annotator's name ${JSON.stringify(annotator)} holds half of a character (a cut emoji). Write it again`,
  'journal.unreadable': ({ reason }) => `this journal could not be read: ${reason}`,
  'journal.isStream': () => 'a pipe or a socket is in its place. Move it away',
  'journal.lineSetAside': ({ reason }) => `this line ${reason}. It was set aside; every other line is kept`,
  'journal.beginningCutOff': () =>
    'the beginning of this line was cut off while it was written, and another line follows it. The beginning was set aside; every whole line is kept',
  'journal.lastLineCutOff': () =>
    'the last line was cut off while it was written (power cut or crash). It was set aside; every line before it is kept',
  'journal.changedMeanwhile': () =>
    'changed while the study was open, and not by appending. Close the study and open it again',

  'journal.notWritten': ({ name, reason, path }) => `${name} could not be written: ${reason}. Path: ${path}`,
  'journal.notConfirmed': ({ name, reason, path }) =>
    `${name} was written, but it is not certain that the disk holds it: ${reason}. Path: ${path}`,
  'journal.notAtPath': ({ name, found, path }) =>
    `${name} was written several times, but afterwards ${found === 'nothing' ? 'there was no file' : `a file of ${found} bytes was there that does not hold what was written`}. Another program (a sync client, git) replaces it again and again; stop that, and try again. Path: ${path}`,
  'journal.cutShort': ({ written, bytes }) =>
    `only ${written} of ${bytes} bytes could be written; the disk may be full`,
  'journal.lineInvalid': ({ reason }) =>
    `the judgement could not be saved, because its line ${reason}; please report this`,

  'journal.keptAsDraft': ({ reason, mayStand }) =>
    `${wordsOfReason(reason)}. ${mayStand ? 'The judgement may be saved, and is kept as a draft too. Save it again: the later one counts' : 'Nothing was saved; your judgement is kept as a draft'}`,

  'journal.lineWrong': ({ reason }) => `this line ${reason}. Replay sets it aside; every other line is kept`,

  'journal.lineNotJson': ({ reason }) => `is not JSON: ${reason}`,
  'journal.lineNewer': ({ version }) =>
    `was written by a newer Tiebreak (journal version ${version}); update Tiebreak to read it`,
  'journal.lineNotAnnotation': ({ reason }) => `is not an annotation or a retraction: ${reason}`,

  'journal.itemGone': () => 'the item that this text belongs to is not there any more',
};
