import type { FileProblems, NextStep } from '../../core/model/problems/files';
import type { Messages } from '../../core/model/problems';

const next: Readonly<Record<NextStep, string>> = { save: 'save again', try: 'try again', export: 'export again' };

export const fileMessages: Messages<FileProblems> = {
  'file.atLine': ({ line, what }) => `line ${line}: ${what}`,
  'file.isStream': () => 'this is a pipe, a socket or a device. Put a file in its place',
  'file.diskFull': (params) => `the disk is full. Free some space and ${next[params.next]}`,
  'file.noPermission': (params) => `permission denied. Make the file and its folder writable and ${next[params.next]}`,
  'file.pathThroughFile': (params) =>
    `a part of its path is a file where a folder should be. Move that file away and ${next[params.next]}`,
  'file.isFolder': (params) => `there is a folder in its place. Move that folder away and ${next[params.next]}`,
  'file.nameTooLong': (params) =>
    `its name is longer than the file system allows. Choose a shorter one and ${next[params.next]}`,
  'file.readOnly': () => 'the file system is read-only. Move the study to a writable place',

  'file.lockHeld': () =>
    'other programs have held this lock for a long time. If no Tiebreak is working there, delete the lock; then try again',
  'file.inPlaceOfLock': () =>
    'is where Tiebreak makes a lock while it writes, but it is none. Move it away and try again',
  'file.lockRefused': () =>
    'this lock cannot be made, though nothing is in its place. Make its folder writable and try again',
};
