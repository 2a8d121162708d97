import * as l10n from '@vscode/l10n';

/** What can be wrong with how tests are run apart from the machine (`core/code/sandbox`). */
export const sandboxProblems = {
  'sandbox.refused': () =>
    l10n.t(
      'The tests were not run, because nothing here can keep them apart from your files and the network. Install Docker, Podman or, on Linux, bubblewrap.',
    ),
  'sandbox.notStarted': ({ reason }: { reason: string }) => l10n.t('The tests could not be started: {0}', reason),
  /** Says of a program that it hangs, in the place of its own words. */
  'sandbox.noAnswer': ({ seconds }: { seconds: number }) => l10n.t('no answer in {0} s', seconds),
  'sandbox.containerLeft': ({ name, said, command }: { name: string; said: string; command: string }) =>
    l10n.t(
      'The container of the tests, {0}, could not be ended and may be running still. End it: {1}. What was said: {2}',
      name,
      command,
      said,
    ),
  'sandbox.toolsMissing': () => l10n.t('This folder with tools is not there.'),
  'sandbox.toolsRefused': () =>
    l10n.t('This folder is not shown to tests, because it holds your home folder, secrets or parts of the system.'),
  'sandbox.folderName': () =>
    l10n.t('Containers cannot take a folder whose path has a comma, a quotation mark or a line break.'),
  'sandbox.containerMissing': ({ name }: { name: 'Docker' | 'Podman' }) =>
    l10n.t('{0} was not found. To run tests in the image of a task, install it.', name),
  /** `said` in the program's own words. */
  'sandbox.containerSilent': ({ name, said }: { name: string; said: string }) =>
    l10n.t('{0} is installed, but gives no answer. Start it. It said: {1}', name, said),
  'sandbox.noLimits': ({ name }: { name: string }) =>
    l10n.t(
      '{0} is ready, but cannot limit the memory and processes of tests. Without root it needs the second version of cgroups.',
      name,
    ),
  'sandbox.imageNotNamed': ({ name }: { name: string }) =>
    l10n.t('{0} is ready, but neither the item nor the study names an image for the tests.', name),
  'sandbox.imageMissing': ({ name, image, command }: { name: string; image: string; command: string }) =>
    l10n.t('{0} has no image {1}. Fetch it: {2}', name, image, command),
  'sandbox.fails': ({ name, said }: { name: string; said: string }) =>
    l10n.t('{0} is installed, but runs nothing. It said: {1}', name, said),
  'sandbox.bubblewrapMissing': () =>
    l10n.t(
      'Bubblewrap was not found. To run tests apart from your files, install it: “sudo apt install bubblewrap”, “sudo dnf install bubblewrap” or “sudo pacman -S bubblewrap”.',
    ),
  'sandbox.bubblewrapFails': ({ said }: { said: string }) =>
    l10n.t(
      'Bubblewrap is installed, but may not make namespaces. In a container, its host must allow it. On Ubuntu 24.04 or later, AppArmor must allow it. It said: {0}',
      said,
    ),
};
