import { stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { digits } from '../../core/model/problems/program';
import { displayPath } from './print';

export interface Progress {
  /** Takes how many bytes of the file were read. */
  readonly onBytes: (bytes: number) => void;
  readonly end: () => void;
}

/** In milliseconds; a file that is read faster shows nothing. */
const every = 500;
const nothing: Progress = { onBytes: () => undefined, end: () => undefined };

/**
 * Shows how far a file was read and how fast, in one line of a terminal that is cleared at the end; nothing where
 * stderr is no terminal.
 */
export async function shownProgress(path: string, stream: NodeJS.WriteStream = process.stderr): Promise<Progress> {
  if (!stream.isTTY) return nothing;
  const { size } = await stat(path);
  const begun = performance.now();
  let last = begun;
  let isShown = false;
  return {
    onBytes: (bytes) => {
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      isShown = true;
      stream.write(`\r\u001b[K${progressLine(displayPath(path), bytes, size, now - begun)}`);
    },
    end: () => {
      if (isShown) stream.write('\r\u001b[K');
    },
  };
}

/** @param milliseconds since the first byte */
export function progressLine(name: string, bytes: number, size: number, milliseconds: number): string {
  const megabytes = (count: number): string => digits(Math.round(count / 1e6));
  const speed = bytes / 1e3 / milliseconds;
  const left = Math.ceil((size - bytes) / 1e6 / speed);
  const read = l10n.t('{0}: {1} of {2} MB, {3} MB/s', name, megabytes(bytes), megabytes(size), Math.round(speed));
  return left > 0 ? l10n.t('{0}, {1} s left', read, left) : read;
}
