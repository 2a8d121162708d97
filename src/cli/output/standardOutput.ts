import * as l10n from '@vscode/l10n';
import { UserError } from '../../core/model/problems/problem';

/** Whoever reads what a command prints has closed the pipe: nothing more is wanted. */
export class PipeClosed extends UserError {
  override readonly name = 'PipeClosed';
}

export interface Output {
  /**
   * Resolves when the text was handed on, so that no more of it is held than is written at a time. Throws `PipeClosed`
   * where nobody reads any more, and the signal's reason.
   */
  readonly write: (text: string, signal?: AbortSignal) => Promise<void>;
}

/** Standard output for what may be long. */
export function standardOutput(stream: NodeJS.WriteStream = process.stdout): Output {
  // Told to whoever writes; without a listener it would end the process.
  stream.on('error', () => undefined);
  return {
    write: async (text, signal) => {
      signal?.throwIfAborted();
      if (text === '') return;
      await new Promise<void>((resolve, reject) => {
        const stop = (): void => reject(signal?.reason instanceof Error ? signal.reason : new Error('stopped'));
        signal?.addEventListener('abort', stop, { once: true });
        stream.write(text, (error) => {
          signal?.removeEventListener('abort', stop);
          if (error)
            reject(isClosed(error) ? new PipeClosed(l10n.t('the output pipe was closed'), { cause: error }) : error);
          else resolve();
        });
      });
    },
  };
}

/**
 * Lets a command do its work to the end, with its own exit code, where nobody reads any more what it prints (`… | head`).
 */
export function outliveReaders(streams: readonly NodeJS.WritableStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isClosed(error)) throw error;
    });
}

/** Windows says EOF. */
const isClosed = (error: NodeJS.ErrnoException): boolean =>
  ['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '');
