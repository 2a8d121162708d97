import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { cleanUp, openStudy } from './made/study';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

suite('what package.json contributes', () => {
  const extension = vscode.extensions.getExtension('tiebreak.tiebreak');
  teardown(cleanUp);

  test('is there without activation at start', () => {
    assert.ok(extension, 'the extension is not installed');
    assert.deepEqual(
      (extension.packageJSON as Manifest).activationEvents.filter(
        (event) => event === '*' || event.startsWith('onStartup'),
      ),
      [],
    );
    assert.equal(extension.isActive, false);
  });

  test('is activated by opening a study', async () => {
    await openStudy();
    assert.equal(extension?.isActive, true);
  });

  test('names every registered command, and no other', async () => {
    await extension?.activate();
    // VS Code makes a focus command for each view and a few more for its container.
    const ofViews = /^tiebreak\.(study|items|strays|results)\.|^workbench\./;
    const registered = (await vscode.commands.getCommands(true)).filter(
      (command) => command.startsWith('tiebreak.') && !ofViews.test(command),
    );
    const contributed = (extension?.packageJSON as Manifest).contributes.commands.map(({ command }) => command);
    assert.deepEqual(registered.sort(), [...contributed].sort());
  });

  test('VS Code has every command of, as a function that answers', async () => {
    // A command that is contributed but not registered is listed too; only running it tells the two apart.
    for (const command of ['tiebreak.selectNext', 'tiebreak.next', 'tiebreak.undo', 'tiebreak.leaveField'])
      await vscode.commands.executeCommand(command);
  });
});
