import * as l10n from '@vscode/l10n';

/** What can be wrong with the repository of a task (`core/code`). */
export const codeProblems = {
  'code.gitMissing': () =>
    l10n.t(
      'Git was not found, and repositories are read with it. Install Git from https://git-scm.com. In VS Code, the setting “git.path” can also say where it is.',
    ),
  'code.gitSilent': ({ seconds }: { seconds: number }) =>
    l10n.t('Git gave no answer in time ({0} s). Is the repository on a slow drive?', seconds),
  /** `reason` in git's own words. */
  'code.gitFailed': ({ reason }: { reason: string }) => l10n.t('Git could not read the repository: {0}', reason),
  'code.repositoryMissing': () =>
    l10n.t('There is no repository here. Check where the study says that repositories are.'),
  'code.notRepository': () =>
    l10n.t('This is neither a repository of Git nor an archive of one (.tar, .tar.gz, .tgz, .zip).'),
  'code.nameInPattern': ({ name }: { name: string }) =>
    l10n.t('The name of the repository cannot be part of a path: {0}', name),
  'code.testsNotApplied': ({ file }: { file: string }) =>
    l10n.t('The task’s own patch of tests does not fit the commit of the repository ({0}).', file),
  'code.commitMissing': ({ commit }: { commit: string }) =>
    l10n.t(
      'The repository has no commit {0}. Fetch it into the repository. Tiebreak uses no network for this.',
      commit,
    ),
  'code.commitName': ({ commit }: { commit: string }) => l10n.t('This does not name a commit: {0}', commit),
  'code.commitNotNamed': () => l10n.t('Neither the item nor the study says on which commit the patches are based.'),
  'code.archiveEntry': ({ name }: { name: string }) =>
    l10n.t('The archive was not unpacked, because a path in it leads elsewhere or cannot be a file: {0}', name),
  'code.archiveTooLarge': ({ gigabytes, files }: { gigabytes: number; files: number }) =>
    l10n.t(
      'The archive was not unpacked, because it is too large. Limits: {0} GB, number of files: {1}',
      gigabytes,
      files,
    ),
  'code.noPatchOf': ({ path }: { path: string }) =>
    l10n.t('What was changed in this file cannot be written as a patch: {0}', path),
  'code.differenceTooLarge': ({ files }: { files: number }) =>
    l10n.t(
      'Too much differs from the repository to be kept with a judgment (files: {0}). Limits: 1,000 files, 2 MB.',
      files,
    ),
  'code.archiveFaulty': ({ reason }: { reason: string }) => l10n.t('The archive cannot be read: {0}', reason),
};
