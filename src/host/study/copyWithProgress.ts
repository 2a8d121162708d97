import * as vscode from 'vscode';
import { UserError } from '../../core/model/problems/problem';

/** Makes a copy; where that takes its time, with progress and a way to stop. @param cancelled what is told then */
export async function copyWithProgress(
  title: string,
  cancelled: string,
  signal: AbortSignal,
  make: (options: { readonly signal: AbortSignal; readonly onFraction: (fraction: number) => void }) => Promise<string>,
): Promise<string> {
  const cancel = new AbortController();
  signal.addEventListener('abort', () => cancel.abort(), { once: true });
  let report: (fraction: number) => void = () => undefined;
  const copy = make({ signal: cancel.signal, onFraction: (fraction) => report(fraction) });
  const slow = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, cancellable: true, title },
      (progress, token) => {
        token.onCancellationRequested(() => cancel.abort(new UserError(cancelled)));
        let shown = 0;
        report = (fraction) => {
          progress.report({ increment: (fraction - shown) * 100 });
          shown = fraction;
        };
        return copy.catch(() => undefined);
      },
    );
  }, 700);
  try {
    return await copy;
  } finally {
    clearTimeout(slow);
  }
}
