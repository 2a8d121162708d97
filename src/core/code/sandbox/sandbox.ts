/** What keeps a command apart from the machine, strongest first. */
export const sandboxKinds = ['docker', 'podman', 'bubblewrap', 'seatbelt', 'none'] as const;
export type SandboxKind = (typeof sandboxKinds)[number];

/**
 * How a limit is kept: `kernel` where nothing can pass it, `watched` where it is looked at several times a second and
 * the command ended, so that it can be passed for a moment; `none` where nothing keeps it.
 */
export type LimitKept = 'kernel' | 'watched' | 'none';

/** A way to run a command, as `probeSandboxes` found it. */
export interface Sandbox {
  readonly kind: SandboxKind;
  /** Absolute path of the program; '' where there is none. */
  readonly program: string;
  /** The image of a container. */
  readonly image?: string;
  /** Folders that the image wants on the disk (`VOLUME`). */
  readonly volumes?: readonly string[];
  /** Bubblewrap in a group of systemd, with limits that the kernel keeps: that of the user, or of the machine. */
  readonly scope?: { readonly program: string; readonly of: 'user' | 'system' };
  /** Whether bubblewrap can forbid more namespaces inside (version 0.8). */
  readonly forbidsNamespaces?: boolean;
  readonly limits: { readonly processes: LimitKept; readonly memory: LimitKept };
}

/** Without isolation: only with the permission of whoever may give it. */
export const withoutIsolation: Sandbox = {
  kind: 'none',
  program: '',
  limits: { processes: 'watched', memory: 'watched' },
};

/** What a command may use. */
export interface SandboxLimits {
  /** Bytes of memory of all its processes. */
  readonly memory: number;
  /** Processes at a time. */
  readonly processes: number;
  /** Bytes that it may add to its tree. */
  readonly disk: number;
  /** Seconds. */
  readonly timeout: number;
}

/** What is run, and on what. */
export interface SandboxRequest extends SandboxLimits {
  /** For `sh -c`; on Windows without isolation for `cmd /c`. */
  readonly command: string;
  /** Folder that it may write to: a tree of its own, which nobody else needs afterwards. */
  readonly tree: string;
  /** Folders with tools, such as `/home/me/.pyenv/versions/3.11.7`, that may be read. Their `bin` comes first in PATH. */
  readonly tools: readonly string[];
  /** An own folder for what is written elsewhere, where the sandbox has none. */
  readonly scratch: string;
  /** Where the tree is inside of a container; elsewhere it has one place. */
  readonly at?: string;
  /** A folder that no command can write to and that is swept after us, for what has to be ended should we be killed. */
  readonly records?: string;
}

/** A program to start, which does what a request asks for. */
export interface SandboxedCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** What it reads from the file descriptors 3, 4, …. */
  readonly inputs: readonly string[];
  /** The file descriptor behind these, on which the number of its first process inside is told as `"child-pid": 12`. */
  readonly tellsFirst?: true;
  /** Number of a user that the tree has to belong to. */
  readonly owner?: number;
  /** Makes what the program starts. Rejects with `UserError` where it cannot. */
  readonly prepare?: () => Promise<void>;
  /** Whether the kernel ended something for its memory, once the program has ended. */
  readonly passedMemory?: () => Promise<boolean>;
  /** Ends what does not end with the program, and then the program. Rejects where it may be running still. */
  readonly end?: () => Promise<void>;
}

/** Where the tree is in a sandbox that has folders of its own. */
export const treeInside = '/tree';
export const homeInside = '/home/user';
/** Bytes of the folders in memory that a sandbox has for what is not kept. */
export const scratchBytes = 256 * 1024 * 1024;

/**
 * Sets the limits that a process hands down to those that it starts, then runs the command (getrlimit(2), `ulimit` of
 * POSIX: files in blocks of 512 bytes; dash calls the number of processes `-p`, others `-u`). In a shortage of memory the
 * kernel ends these processes first (proc(5), oom_score_adj).
 */
export const limitedCommand = (limits: SandboxLimits, has: { readonly processLimit: boolean }): string =>
  [
    'exec 2>&1',
    '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
    'ulimit -c 0 2>/dev/null',
    `ulimit -f ${Math.ceil(limits.disk / 512)} 2>/dev/null`,
    `ulimit -d ${Math.ceil(limits.memory / 1024)} 2>/dev/null`,
    ...(has.processLimit
      ? [`ulimit -u ${limits.processes} 2>/dev/null || ulimit -p ${limits.processes} 2>/dev/null`]
      : []),
    'exec /bin/sh -c "$1"',
  ].join('\n');

/** The environment inside: nothing of the machine's. Python writes no bytecode, as all files of a tree have one date. */
export const environmentInside = (home: string, tmp: string, path: readonly string[]): Record<string, string> => ({
  PATH: path.join(':'),
  HOME: home,
  TMPDIR: tmp,
  USER: 'user',
  LOGNAME: 'user',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  TERM: 'dumb',
  CI: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
});
