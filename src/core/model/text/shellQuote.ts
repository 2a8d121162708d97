/** Windows quotes otherwise; the types of Node are not in the model. */
declare const process: { readonly platform: string };

/**
 * A word as a shell takes it, for commands in messages: in single quotes; on Windows in double ones, which `cmd`,
 * PowerShell and bash all take.
 */
export function shellQuote(word: string, platform: string = process.platform): string {
  if (/^[\p{L}\p{N}_=.,/-]+$/u.test(word)) return word;
  return platform === 'win32'
    ? `"${word.replaceAll('"', String.raw`\"`)}"`
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * A path as commands, Python and YAML name it: on Windows with slashes, which all of them take there, also behind
 * `//server/share`; a backslash would begin an escape in most of them.
 */
export const commandPath = (path: string, platform: string = process.platform): string =>
  platform === 'win32' ? path.replaceAll('\\', '/') : path;
