import * as vscode from 'vscode';

/** Longer than this and a person is told what is waited for, in milliseconds. */
const patience = 700;

/** What `work` resolves to; where it takes its time, with a notice of it in the status bar. */
export async function whileSlow<T>(title: string, work: Promise<T>): Promise<T> {
  const slow = setTimeout(() => {
    void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
      work.then(
        () => undefined,
        () => undefined,
      ),
    );
  }, patience);
  try {
    return await work;
  } finally {
    clearTimeout(slow);
  }
}
