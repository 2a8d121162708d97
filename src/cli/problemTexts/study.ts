import type { StudyProblems } from '../../core/model/problems/study';
import type { Messages } from '../../core/model/problems';

const quoted = (text: string): string => JSON.stringify(text);

const inTwoFiles = (noun: string, id: string, other: string): string =>
  `${noun} ${quoted(id)}: is also in ${other}, with something else. The versions of both are kept. Run "tiebreak keep-both" to write them into one file`;

const sideUnread = (unread: string, reason: string): string =>
  `git could not merge this file, and ${unread} cannot be read: ${reason}. What the other one holds is in force. Edit the file, and leave what is right`;

export const studyMessages: Messages<StudyProblems> = {
  'study.noFile': () => 'there is no such file',
  'study.isFolder': () => 'cannot be read: it is a folder. Move it away',
  'study.notReadable': () => 'cannot be read: permission denied. Make it readable',
  'study.unreadable': ({ reason }) => `cannot be read: ${reason}`,
  'study.notUtf8': () => 'is not UTF-8 text. Save it as UTF-8, or bring it back from git or a copy',
  'study.empty': () => 'is empty. Bring it back from git or a copy',
  'study.brokenJson': ({ reason }) => `${reason}. Correct that place, or bring the file back from git or a copy`,
  'study.tooDeep': ({ most }) => `holds lists and objects in one another more than ${most} deep`,
  'study.invalid': ({ reason }) => reason,
  'study.invalidAndMore': ({ reason, more }) => `${reason} (and ${more} more, which "tiebreak validate" lists)`,
  'study.sidesInvalid': () => 'is not valid',

  'study.bothSides': () =>
    'git could not merge this file. Both sides were read, and both are in force. Run "tiebreak keep-both" to write that, and then "git add"',
  'study.bothSidesOurs': ({ choices }) =>
    `git could not merge this file. Both sides were read; where both changed the same place, ours is in force (${choices.map(({ path, taken, left }) => `${path}: ${taken} and not ${left}`).join('; ')}). Run "tiebreak keep-both" to write that, and then "git add"`,
  'study.wholeFileOurs': () =>
    'git could not merge this file. Both sides were read, but what they say does not go together, so all of ours is in force. Run "tiebreak keep-both" to write that, and then "git add"',
  'study.oursUnread': ({ reason }) => sideUnread('one side (ours)', reason),
  'study.theirsUnread': ({ reason }) => sideUnread('the other side (theirs)', reason),

  'study.changedMeanwhile': () => 'was changed by somebody else in the meantime, and their version was kept. Try again',
  'study.notWritten': ({ reason }) => `could not be written, and is as it was: ${reason}`,
  'study.notRemoved': ({ reason }) => `could not be removed, and is as it was: ${reason}`,

  'study.folderUnreadable': ({ reason }) => `cannot be read: ${reason}`,
  'study.folderChangedMeanwhile': () => 'was changed by somebody else in the meantime. Try again',
  'study.folderNotWritten': ({ reason }) => `could not be written: ${reason}`,
  'study.rubricInTwoFiles': ({ id, other }) => inTwoFiles('rubric', id, other),
  'study.ruleInTwoFiles': ({ id, other }) => inTwoFiles('rule', id, other),

  'study.wrongEnding': () => 'a project file ends in ".tiebreak"',
  'study.exists': () => 'exists already. Open it, or choose another name',
  'study.noGuidelines': () => 'there are no guidelines there, so nothing was made. Name the file that holds them',
  'study.notMade': ({ reason }) => `could not be written, and no project was made: ${reason}`,

  'study.attributesNotWritten': ({ reason }) =>
    `could not be written, so that git on Windows may change the line ends of this study's files: ${reason}`,

  'study.guidelinesMissing': () =>
    'the guidelines are not there. Put them back, or correct "task.guidelines" in the project',
  'study.guidelinesAreFolder': () => 'the guidelines cannot be read: it is a folder',
  'study.guidelinesUnreadable': ({ reason }) => `the guidelines cannot be read: ${reason}`,
  'study.guidelinesTooLong': ({ megabytes }) =>
    `the guidelines are longer than ${megabytes} MB. Name another file in "task.guidelines"`,
  'study.guidelinesNotUtf8': () =>
    'the guidelines are not UTF-8 text. Save them as UTF-8, or name another file in "task.guidelines"',
  'study.guidelinesNotKept': ({ reason }) =>
    `the guidelines in force could not be kept, so nothing was saved: ${reason}`,

  'study.otherLineEnds': ({ renamed }) =>
    renamed
      ? 'annotators judged tables of this dataset with different line ends, as git makes them on Windows; their annotations are counted as annotations of the same items'
      : 'tables of this dataset have other line ends than when they were judged, as git makes them on Windows; their texts are read as they were judged',
  'study.labelsOnly': ({ layout }) =>
    `holds judgements and no texts to judge (layout ${layout}). Take them over into the study that they are from, with "tiebreak import STUDY FILE", or give --layout where it is something else`,
  'study.layoutReadsNothing': ({ layout, reason }) =>
    `${reason}. None of the first records can be read in the layout ${layout}`,
  'study.layoutUnknown': ({ layout, near }) =>
    `dataset.layout: there is no layout "${layout}"; ${near.length === 0 ? '' : `did you mean ${orList(near)}? If not, `}"tiebreak formats" lists them all`,
  'study.mappingUnknown': ({ reason }) => `dataset.mapping: ${reason}`,
  'study.controlMissing': ({ item }) =>
    `plan.controls.items: the dataset has no item ${quoted(item)}, so it never comes. Correct the id, or take it out`,
  'study.controlAnswerUnknown': ({ item, responses }) =>
    `plan.controls.answers: item ${quoted(item)} has no response ${orList(responses.map(quoted))}, so its known answer counts for nothing. Correct the id`,
};

const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
