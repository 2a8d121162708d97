import * as l10n from '@vscode/l10n';
import type { FileProblems, NextStep } from '../core/model/problems/files';
import type { Messages } from '../core/model/problems';

const next = (step: NextStep): string =>
  ({ save: l10n.t('Save again'), try: l10n.t('Try again'), export: l10n.t('Export again') })[step];

export const fileMessages: Messages<FileProblems> = {
  'file.atLine': ({ line, what }) => l10n.t('line {0}: {1}', line, what),
  'file.isStream': () => l10n.t('this is a pipe, a socket or a device. Put a file in its place'),
  'file.diskFull': (params) => l10n.t('the disk is full. Free some space. {0}', next(params.next)),
  'file.noPermission': (params) =>
    l10n.t('permission denied. Make the file and its folder writable. {0}', next(params.next)),
  'file.pathThroughFile': (params) =>
    l10n.t('a part of its path is a file where a folder should be. Move that file away. {0}', next(params.next)),
  'file.isFolder': (params) => l10n.t('there is a folder in its place. Move that folder away. {0}', next(params.next)),
  'file.nameTooLong': (params) =>
    l10n.t('its name is longer than the file system allows. Choose a shorter one. {0}', next(params.next)),
  'file.readOnly': () => l10n.t('the file system is read-only. Move the study to a writable place'),

  'file.lockHeld': () =>
    l10n.t(
      'Other programs have held this lock for a long time. If no Tiebreak is working there, delete the lock. Then try again',
    ),
  'file.inPlaceOfLock': () =>
    l10n.t(
      'Tiebreak makes a lock at this path while it writes, but something else is there. Move it away and try again',
    ),
  'file.lockRefused': () =>
    l10n.t('This lock cannot be made, though nothing is in its place. Make its folder writable and try again'),
};
