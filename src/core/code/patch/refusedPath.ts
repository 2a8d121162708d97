/** Why a path of a patch or an archive is not taken. */
export type PathRefusal = 'outside' | 'git' | 'name';

/** Names that Windows gives to devices, with whatever suffix. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** What git's own folder is called on some file system: `.git`, its short name on NTFS, and HFS+'s ignored characters. */
const gitFolder = /^(?:\.git|git~\d+)$/i;
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Tells why a path must not be written or read below a folder; undefined where it may. But for the names of devices,
 * which repositories have (`aux.c`) and only Windows cannot, the same is refused on every system.
 *
 *     refusedPath('../a') // 'outside'
 *     refusedPath('src/.git/config') // 'git'
 *     refusedPath('a/b.') // 'name'
 *
 * @param allowsGit whether git's own folder is taken, as in the archive of a repository
 */
export function refusedPath(
  path: string,
  allowsGit = false,
  isWindows = process.platform === 'win32',
): PathRefusal | undefined {
  if (path === '' || path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'outside';
  const parts = path.split('/');
  if (parts.includes('..')) return 'outside';
  // A backslash divides folders on Windows.
  // eslint-disable-next-line no-control-regex -- what no name has
  if (/[\\:\0-\x1f\x7f]/.test(path)) return 'name';
  for (const part of parts) {
    if (part === '' || part === '.' || /[. ]$/.test(part) || (isWindows && devices.test(part))) return 'name';
    if (!allowsGit && gitFolder.test(part.replaceAll(ignoredByHfs, ''))) return 'git';
  }
  return undefined;
}
