import { vi } from 'vitest';

/**
 * Waits until `look` no longer throws, and resolves to what it gives. What comes by itself comes late on a busy machine:
 * the limit, of minutes, is for what never comes.
 */
export const eventually = <T>(look: () => T | Promise<T>, interval = 10): Promise<T> =>
  vi.waitFor(look, { timeout: 300_000, interval });
