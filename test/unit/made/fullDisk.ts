import { openSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { vi, type MockInstance } from 'vitest';

/** What all open files share. */
export async function handlePrototype(): Promise<FileHandle> {
  const handle = await open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

/**
 * From here on, until it is restored, what is written by the number of an open file meets a device that is always full.
 */
export async function fullDisk(): Promise<MockInstance> {
  return vi.spyOn(await handlePrototype(), 'fd', 'get').mockReturnValue(openSync('/dev/full', 'w'));
}
