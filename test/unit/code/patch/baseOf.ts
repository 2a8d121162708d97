import type { BaseFile, BaseFiles } from '../../../../src/core/code/patch/applyPatch';

/** Base files by their paths; what is no file as it is refused. */
export const baseOf = (files: Readonly<Record<string, string | Uint8Array | BaseFile>>): BaseFiles => ({
  file: (path) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    return Promise.resolve(
      typeof file === 'string' || file instanceof Uint8Array ? { mode: '100644', bytes: Buffer.from(file) } : file,
    );
  },
});
