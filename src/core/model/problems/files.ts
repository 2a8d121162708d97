import * as l10n from '@vscode/l10n';
/** What a person does once a file can be written or read again. */
export type NextStep = 'save' | 'try' | 'export';

const next = (step: NextStep): string =>
  ({ save: l10n.t('Save again'), try: l10n.t('Try again'), export: l10n.t('Export again') })[step];

/** What can be wrong with any file, whatever it is for. The reasons are parts of sentences: "could not be written: …". */
export const fileProblems = {
  /** `what` is a text already: that of the problem at the line. */
  'file.atLine': ({ line, what }: { line: number; what: string }) => l10n.t('line {0}: {1}', line, what),
  'file.isStream': () => l10n.t('this is a pipe, a socket or a device. Put a file in its place'),
  'file.diskFull': (params: { next: NextStep }) => l10n.t('the disk is full. Free some space. {0}', next(params.next)),
  'file.noPermission': (params: { next: NextStep }) =>
    l10n.t('permission denied. Make the file and its folder writable. {0}', next(params.next)),
  'file.pathThroughFile': (params: { next: NextStep }) =>
    l10n.t('a part of its path is a file where a folder should be. Move that file away. {0}', next(params.next)),
  'file.isFolder': (params: { next: NextStep }) =>
    l10n.t('there is a folder in its place. Move that folder away. {0}', next(params.next)),
  'file.nameTooLong': (params: { next: NextStep }) =>
    l10n.t('its name is longer than the file system allows. Choose a shorter one. {0}', next(params.next)),
  'file.readOnly': () => l10n.t('the file system is read-only. Move the study to a writable place'),

  // study/folderLock.ts
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
