import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { problem, UserError } from '../../model/problems/problem';
import { gitArguments, gitEnvironment, gitFolder } from './gitEnvironment';

/** An object as git gives it; `bytes` are left out where there are more than was asked for. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  readonly bytes?: Uint8Array;
}

interface Request {
  readonly name: string;
  readonly most: number;
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export interface PipeOptions {
  /** The program, where it is not the one that is found by its name. */
  readonly program?: string | undefined;
  /** Milliseconds that an answer may take. */
  readonly deadline?: number;
}

/**
 * One `git cat-file --batch` that is kept open: asked for one object after the other, which takes well under a
 * millisecond each. It ends when nobody needs it, when an answer takes too long, or with this process; the next
 * question starts another one.
 */
export class ObjectPipe {
  private process: ChildProcessWithoutNullStreams | undefined;
  private readonly waiting: Request[] = [];
  private readonly chunks: Uint8Array[] = [];
  /** Bytes in `chunks`. */
  private length = 0;
  /** The object whose bytes come, and how many are still to come, with the line end behind them. */
  private head: { readonly object: GitObject; readonly keeps: boolean; left: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private said = '';

  constructor(
    private readonly repository: string,
    private readonly options: PipeOptions = {},
  ) {}

  /**
   * Resolves to an object by its id or a name such as `main^{tree}`, and to undefined where there is none.
   * Rejects with `UserError` where git is missing, fails, or says nothing in time.
   * @param most bytes that are kept; of a larger object only its head is told
   */
  ask(name: string, most: number): Promise<GitObject | undefined> {
    if (/[\0\r\n]/.test(name)) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.waiting.push({ name, most, resolve, reject });
      if (this.waiting.length === 1) this.send();
    });
  }

  close(): void {
    this.fail(new UserError(problem('code.gitFailed', { reason: 'closed' }, this.repository)));
  }

  private get deadline(): number {
    return this.options.deadline ?? 20_000;
  }

  private send(): void {
    const [request] = this.waiting;
    if (!request) return;
    const process = (this.process ??= this.start());
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.fail(new UserError(problem('code.gitSilent', { seconds: this.deadline / 1000 }, this.repository))),
      this.deadline,
    );
    process.stdin.write(`${request.name}\n`);
  }

  private start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.options.program ?? 'git', [...gitArguments(this.repository), 'cat-file', '--batch'], {
      cwd: gitFolder(),
      env: gitEnvironment(),
      windowsHide: true,
    });
    const isMine = (): boolean => this.process === child;
    this.said = '';
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (!isMine()) return;
      const found =
        error.code === 'ENOENT' ? problem('code.gitMissing', {}) : problem('code.gitFailed', { reason: error.message });
      this.fail(new UserError(found));
    });
    child.on('close', () => {
      if (!isMine()) return;
      const reason = this.said.trim().replace(/^fatal: /, '') || 'ended';
      this.fail(new UserError(problem('code.gitFailed', { reason }, this.repository)));
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (this.said.length < 2000) this.said += chunk.toString();
    });
    child.stdout.on('data', (chunk: Buffer) => {
      if (isMine()) this.take(chunk);
    });
    // What could not be sent is told by how the process ends.
    child.stdin.on('error', () => undefined);
    // It keeps nobody from ending.
    child.unref();
    return child;
  }

  private fail(error: unknown): void {
    clearTimeout(this.timer);
    const { process } = this;
    this.process = this.head = undefined;
    this.chunks.length = this.length = 0;
    process?.stdin.end();
    process?.kill('SIGKILL');
    for (const request of this.waiting.splice(0)) request.reject(error);
  }

  private take(chunk: Uint8Array): void {
    let rest = chunk;
    while (rest.length > 0 && this.waiting.length > 0) {
      if (!this.head) {
        const end = rest.indexOf(10);
        this.keep(end < 0 ? rest : rest.subarray(0, end));
        if (end < 0) return;
        rest = rest.subarray(end + 1);
        this.begin(Buffer.from(this.taken()).toString());
        continue;
      }
      const part = rest.subarray(0, this.head.left);
      rest = rest.subarray(part.length);
      this.head.left -= part.length;
      if (this.head.keeps) this.keep(part);
      if (this.head.left === 0) this.end();
    }
  }

  private begin(line: string): void {
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(line) ?? [];
    if (id === undefined || type === undefined) {
      this.answer(undefined);
      return;
    }
    const object: GitObject = { id, type, size: Number(size) };
    this.head = { object, keeps: object.size <= (this.waiting[0]?.most ?? 0), left: object.size + 1 };
  }

  private end(): void {
    if (!this.head) return;
    const { object, keeps } = this.head;
    this.head = undefined;
    const bytes = this.taken();
    this.answer(keeps ? { ...object, bytes: bytes.subarray(0, object.size) } : object);
  }

  private answer(object: GitObject | undefined): void {
    clearTimeout(this.timer);
    this.waiting.shift()?.resolve(object);
    this.send();
  }

  private keep(part: Uint8Array): void {
    this.chunks.push(part);
    this.length += part.length;
  }

  private taken(): Uint8Array {
    const bytes = Buffer.concat(this.chunks, this.length);
    this.chunks.length = this.length = 0;
    return bytes;
  }
}
