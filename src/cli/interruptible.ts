import { constants } from 'node:os';
import { UserError } from '../core/model/problems/problem';

/** What a terminal, a scheduler or a closed window sends to end a command. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A command was stopped by a signal, after it had cleared up. */
export class Interrupted extends UserError {
  override readonly name = 'Interrupted';

  constructor(
    message: string,
    /** 128 and the signal's number, as shells have it: 130 for Ctrl-C. */
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/**
 * Does something that a signal stops in good order; a second signal ends the process at once.
 * @param message what is said then
 */
export async function interruptible<T>(message: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const stops = signals.map(
    (signal) =>
      [signal, (): void => interrupt.abort(new Interrupted(message, 128 + constants.signals[signal]))] as const,
  );
  for (const [signal, stop] of stops) process.once(signal, stop);
  try {
    return await work(interrupt.signal);
  } finally {
    for (const [signal, stop] of stops) process.off(signal, stop);
  }
}
