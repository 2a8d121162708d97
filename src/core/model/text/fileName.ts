/**
 * Whether Windows keeps a file name for itself, whatever its ending: `aux`, `nul.json`. Git cannot check such a file out
 * there.
 */
export const isReservedName = (name: string): boolean =>
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:[.:]|$)/i.test(name);
