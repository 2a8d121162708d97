import type { FileDeed, PlacedDeed } from './deeds';
import { isAbsolute, tidyPath } from './filePaths';
import { filePatches } from './patchHunks';
import { shellCommands, type ShellCommand, type ShellWord } from './shellWords';

/** How a script of a shell ended, as far as what it gave tells. */
export interface ScriptEnd {
  /** The exit code, or the words of an error, say that something failed. */
  readonly failed: boolean;
  /** Nothing came back. */
  readonly unanswered: boolean;
}

/** Programs that write no file but what their output goes to. */
const readers =
  /^(?:cat|ls|ll|dir|grep|egrep|fgrep|rg|ag|head|tail|nl|wc|pwd|echo|printf|cd|pushd|popd|which|whereis|type|sort|uniq|diff|cmp|stat|file|tree|true|false|test|\[|\[\[|export|unset|set|alias|date|cut|tr|env|printenv|whoami|hostname|id|uname|du|df|ps|kill|sleep|wait|read|awk|gawk|jq|yq|xxd|od|hexdump|strings|md5sum|sha\d+sum|basename|dirname|realpath|readlink|seq|column|less|more|man|help|history|clear|exit|return|break|continue|local|declare|mkdir|rmdir|chmod|chown|touch|fd|fdfind|ping|lsof|netstat|top|free|nproc|uptime|tput|stty|shopt|trap|ulimit|umask|:|submit|open|filemap|search_dir|search_file|find_file|goto|scroll_up|scroll_down)$/;
/** Programs that check or build, and leave what they read as it is. */
const checkers =
  /^(?:pytest|py\.test|tox|nox|unittest|mypy|pyright|flake8|pylint|pyflakes|tsc|jest|vitest|mocha|gcc|g\+\+|cc|clang|clang\+\+|rustc|javac|java|ld|ar|nm|objdump|gdb|valgrind|pip|pip3|conda|apt|apt-get|apk|yum|brew|coverage|twine|docker|ssh|gpg|openssl)$/;
/** What of a program with several uses leaves the files of a project as they are. */
const checks =
  /^(?:python[\d.]*|pypy\d?) (?:-[bBuvEIs]+ )*(?:-m (?:pytest|unittest|mypy|flake8|pylint|pip|py_compile|compileall|venv|doctest|json\.tool|site|coverage|tox)|-V|--version|-h)|^(?:npm|pnpm|yarn|npx|bun) (?:run |run-script |exec )?(?:-s |--silent |-\S+ )*(?:test|t|ls|list|view|outdated|audit|tsc|jest|vitest|mocha|typecheck|type-check|--version|-v)\b|^(?:cargo|go) (?:test|build|check|vet|doc|list|version|env|clippy|bench)(?!.*--fix)|^(?:ruff|black|isort|prettier)(?: check)?(?=.*(?: --check| --diff| -l\b| check\b))(?!.*--fix)|^(?:dotnet|mvn|gradle|\.\/gradlew|ctest|bundle exec rspec|rspec|make|ninja|cmake) (?:--build|test|check|build)\b|^(?:sqlite3|psql|mysql) /;
/** Programs that write into files that they are given. */
const writers =
  /^(?:tee|mv|cp|ln|install|dd|truncate|patch|ed|ex|vi|vim|nano|rsync|unzip|tar|gunzip|gzip|dos2unix|unix2dos|2to3|pyupgrade|autopep8|yapf|black|isort|ruff|prettier|eslint|stylelint|gofmt|goimports|rustfmt|clang-format|shfmt|split|csplit)$/;
const gitReads =
  /^(?:add|commit|status|log|diff|show|branch|rev-parse|ls-files|ls-tree|blame|grep|remote|fetch|push|config|tag|describe|init|worktree|reflog|rev-list|cat-file|shortlog|symbolic-ref|merge-base|format-patch|check-ignore|hash-object|for-each-ref|stash (?:list|show)|--version|help)\b/;

/** Words before a command that say nothing about files. */
const before = /^(?:sudo|time|nohup|nice|command|builtin|exec|then|do|else|!|\{)$/;
/** What runs a command not at all, or several times. */
const controls = /^(?:if|elif|for|while|until|case|select|function)$/;
const ends = /^(?:fi|done|esac|\})$/;

/** Words of an error that a shell gives where it did not write what it was to write. */
const notWritten =
  /syntax error|unexpected (?:EOF|end of file)|cannot create|here-document at line|(?:bash|sh|zsh)[^\n]*: (?:No such file or directory|Permission denied|Is a directory|Read-only file system)/i;

/**
 * What a script of a shell does to files. Only what stands there word for word is taken as written; for all else that is
 * written, what is in the file is lost.
 */
export function shellDeeds(script: string, output: string, end: ScriptEnd, folder?: string): readonly PlacedDeed[] {
  const patch = patchDeeds(script, output, end);
  if (patch) return patch.map((deed) => ({ ...deed, ...(folder !== undefined && { folder }) }));
  const commands = shellCommands(script);
  if (!commands) return [{ do: 'lose', by: 'command' }];
  return new ScriptReader(commands, end, notWritten.test(output)).deeds(folder);
}

/** The patch that a script hands to `apply_patch`, wherever it stands in it. */
function patchDeeds(script: string, output: string, end: ScriptEnd): readonly FileDeed[] | undefined {
  if (!/^\s*(?:cd \S+ && )?(?:apply_patch|applypatch)\b/.test(script)) return undefined;
  const isDone = /^Success\. Updated|^Done!?/m.test(output) || /"output":\s*"Success/.test(output);
  return deedsOfPatch(script, !isDone && end.failed ? 'failed' : end.unanswered ? 'unanswered' : 'done');
}

export function deedsOfPatch(patch: string, ended: 'done' | 'failed' | 'unanswered'): readonly FileDeed[] {
  return filePatches(patch).map((file): FileDeed => {
    const { path } = file;
    if (ended === 'failed') return { do: 'look', path };
    if (ended === 'unanswered') return { do: 'lose', path, by: 'unanswered' };
    if (file.does === 'add') return { do: 'write', path, text: file.text };
    if (file.does === 'delete') return { do: 'delete', path };
    return { do: 'patch', path, hunks: file.hunks, ...(file.movedTo !== undefined && { movedTo: file.movedTo }) };
  });
}

class ScriptReader {
  private folder: string | undefined;
  private depth = 0;
  private readonly found: PlacedDeed[] = [];

  constructor(
    private readonly commands: readonly ShellCommand[],
    private readonly end: ScriptEnd,
    /** An error says that a text was not written. */
    private readonly isUnwritten: boolean,
  ) {}

  deeds(folder: string | undefined): readonly PlacedDeed[] {
    this.folder = folder;
    this.commands.forEach((command, number) => this.read(command, number));
    return this.found;
  }

  private add(deed: FileDeed): void {
    this.found.push(this.folder === undefined ? deed : { ...deed, folder: this.folder });
  }

  private read(command: ShellCommand, number: number): void {
    const words = [...command.words];
    while (words[0] && (before.test(words[0].text) || /^\w+=/.test(words[0].text))) words.shift();
    if (words[0]?.text === 'timeout') words.splice(0, words[1]?.text.startsWith('-') ? 3 : 2);
    const name = words[0]?.text ?? '';
    if (controls.test(name)) {
      this.depth++;
      if (name === 'if' || name === 'while' || name === 'until' || name === 'elif') words.shift();
      else return;
    }
    if (ends.test(name)) {
      this.depth = Math.max(0, this.depth - 1);
      this.redirects(command, undefined);
      return;
    }
    const isSure =
      this.depth === 0 &&
      !this.end.unanswered &&
      command.behind !== '||' &&
      !this.isUnwritten &&
      !(this.end.failed && !this.isBeforeFailure(number));
    const text = isSure ? writtenText(command, words) : undefined;
    this.redirects(command, text);
    const tees = words[0]?.text === 'tee' && text === undefined;
    if (words[0]?.text === 'tee' && text !== undefined)
      for (const to of words.slice(1).filter((word) => word.text !== '-a')) this.write(to, text, hasWord(words, '-a'));
    else if (tees || words.length > 0) this.does(words, command, isSure);
  }

  /** Of a script of which something failed, what came first was done, if something else came last. */
  private isBeforeFailure(number: number): boolean {
    const first = this.commands.slice(0, number + 1);
    return (
      number < this.commands.length - 1 &&
      first.every(
        ({ behind }, at) => /^[\n;]?$/.test(behind) || /^(?:cd|mkdir)$/.test(first[at - 1]?.words[0]?.text ?? ''),
      )
    );
  }

  private redirects({ writes }: ShellCommand, text: string | undefined): void {
    for (const { to, appends } of writes) {
      if (/^(?:\/dev\/|&)/.test(to.text)) continue;
      if (text === undefined) this.lose(to);
      else this.write(to, text, appends);
    }
  }

  private write(to: ShellWord, text: string, appends: boolean): void {
    if (!to.isPlain) this.lose(to);
    else this.add({ do: appends ? 'append' : 'write', path: to.text, text });
  }

  /** A word that the shell completes stands for all that may begin as it does. */
  private lose({ text, isPlain }: ShellWord): void {
    if (isPlain) this.add({ do: 'lose', path: text, by: 'command' });
    else {
      const sure = /^[^*?[$~{`]*/.exec(text)?.[0] ?? '';
      const path = sure.slice(0, sure.lastIndexOf('/') + 1);
      if (path === '' && !(this.folder !== undefined && !/^[$~`]/.test(text))) this.add({ do: 'lose', by: 'command' });
      else this.add({ do: 'lose', path: path === '' ? '.' : path, under: true, by: 'command' });
    }
  }

  private does(words: readonly ShellWord[], command: ShellCommand, isSure: boolean): void {
    const [first, ...rest] = words;
    const name = first?.text.replace(/^.*\//, '') ?? '';
    const line = words.map(({ text }) => text).join(' ');
    const operands = rest.filter(({ text }) => !text.startsWith('-'));
    if (name === 'cd' || name === 'pushd') this.goTo(rest[0]);
    else if (name === 'rm' || name === 'unlink') this.remove(rest, operands, isSure);
    else if (name === 'sed' || name === 'perl') {
      const files = filesOfEditor(rest);
      if (!rest.some(({ text }) => /^-(?:[a-zA-Z]*i|-in-place)/.test(text))) this.look(files);
      else for (const word of files) this.lose(word);
    } else if (name === 'git') this.git(rest);
    else if (name === 'find') this.find(rest);
    else if (name === 'xargs') {
      if (!operands.some(({ text }) => readers.test(text)) || /(?:^| )(?:sed|perl) .*-i/.test(line))
        this.add({ do: 'lose', by: 'command' });
    } else if (/^(?:ba|z|da|k)?sh$/.test(name) && rest[0] && /^-\w*c$/.test(rest[0].text) && rest[1]) {
      for (const deed of shellDeeds(rest[1].text, '', this.end, this.folder)) this.found.push(deed);
    } else if (readers.test(name) && !(name === 'sort' && hasWord(rest, '-o'))) {
      // Awk writes where its own script says so.
      if (/^g?awk$/.test(name) && />|system\(/.test(rest[0]?.text ?? '') && />\s*"|system\(|print.*>/.test(line))
        this.add({ do: 'lose', by: 'command' });
      else if (/^(?:cat|nl|head|tail|less|open)$/.test(name)) this.look(operands);
      else if (name === 'grep') this.look(operands.slice(1).filter(({ text }) => /\.\w+$/.test(text)));
    } else if (checkers.test(name) || checks.test(line)) return;
    else if (writers.test(name)) this.writer(operands);
    else this.program(name, rest, operands, command);
  }

  private look(operands: readonly ShellWord[]): void {
    for (const { text, isPlain } of operands)
      if (isPlain && /[./]/.test(text) && /^[\w./\\:@+~ -]+$/.test(text)) this.add({ do: 'look', path: text });
  }

  private goTo(to: ShellWord | undefined): void {
    if (!to?.isPlain) {
      // Where it goes is not known: names are as they stand there.
      this.folder = undefined;
      return;
    }
    const path = tidyPath(to.text);
    this.folder = isAbsolute(path) || this.folder === undefined ? path : tidyPath(`${this.folder}/${path}`);
  }

  private remove(rest: readonly ShellWord[], operands: readonly ShellWord[], isSure: boolean): void {
    const under = rest.some(({ text }) => /^-\w*[rR]/.test(text));
    for (const word of operands)
      if (!word.isPlain) this.lose(word);
      else if (isSure) this.add({ do: 'delete', path: word.text, under });
      else this.add({ do: 'lose', path: word.text, under, by: 'command' });
  }

  private git(rest: readonly ShellWord[]): void {
    const words = [...rest];
    while (words[0]?.text.startsWith('-') && words[0].text !== '--version') {
      const at = words[0].text === '-C' || words[0].text === '-c' ? 2 : 1;
      words.splice(0, at);
    }
    const line = words.map(({ text }) => text).join(' ');
    if (gitReads.test(line)) return;
    const paths = words.slice(words.findIndex(({ text }) => text === '--') + 1);
    const named = hasWord(words, '--')
      ? paths
      : /^(?:checkout|restore|rm|mv)$/.test(words[0]?.text ?? '')
        ? words.slice(1).filter(({ text }) => /[./]/.test(text) && text !== '.' && !text.startsWith('-'))
        : [];
    if (named.length === 0) this.add({ do: 'lose', by: 'command' });
    for (const word of named) this.lose(word);
  }

  private find(rest: readonly ShellWord[]): void {
    const at = rest.findIndex(({ text }) => /^-(?:exec|execdir|ok)$/.test(text));
    const run = rest[at + 1]?.text ?? '';
    const changes =
      at >= 0 &&
      (!(readers.test(run) || run === 'sed') ||
        (run === 'sed' && rest.some(({ text }) => /^-\w*i/.test(text) && !/^-(?:iname|ipath|inum)$/.test(text))));
    if (changes || hasWord(rest, '-delete')) this.add({ do: 'lose', by: 'command' });
  }

  /** What a program writes into that is given files, or the folder with all of them. */
  private writer(operands: readonly ShellWord[]): void {
    const given = operands.filter(({ text }) => /[./]/.test(text) || /^\w+$/.test(text));
    if (given.length === 0) this.add({ do: 'lose', by: 'command' });
    for (const word of given)
      // What has no ending may be a folder.
      if (word.isPlain && !/\w\.\w+$/.test(word.text))
        this.add({ do: 'lose', path: word.text, under: true, by: 'command' });
      else this.lose(word);
  }

  private program(
    name: string,
    rest: readonly ShellWord[],
    operands: readonly ShellWord[],
    command: ShellCommand,
  ): void {
    const inline = rest.findIndex(({ text }) => /^-[ce]$/.test(text));
    const isInterpreter =
      /^(?:python[\d.]*|pypy\d?|node|ruby|perl|php|deno|bun|(?:ba|z|da|k)?sh|source|\.|Rscript|lua)$/.test(name);
    const given = operands.map(({ text }) => text);
    if (!isInterpreter) this.add({ do: 'run', ...(/[./]/.test(name) && { path: name }), given });
    else if (inline >= 0) this.add({ do: 'run', script: rest[inline + 1]?.text ?? '', given });
    else if (command.given) this.add({ do: 'run', script: command.given.text, given });
    else if (operands[0]) this.add({ do: 'run', path: operands[0].text, given: given.slice(1) });
    else this.add({ do: 'run' });
  }
}

/** The files that `sed` or `perl` is given, behind its script. */
function filesOfEditor(words: readonly ShellWord[]): readonly ShellWord[] {
  const isScript = ({ text }: ShellWord): boolean => /^-\w*[ef]$|^--(?:expression|file)$/.test(text);
  const files = words.filter(
    (word, at) => word.text !== '' && !word.text.startsWith('-') && !isScript(words[at - 1] ?? word),
  );
  return words.some(isScript) ? files : files.slice(1);
}

const hasWord = (words: readonly ShellWord[], text: string): boolean => words.some((word) => word.text === text);

/** The text that a command writes into its files, where it stands in the script as it is. */
function writtenText({ given, writes }: ShellCommand, words: readonly ShellWord[]): string | undefined {
  const [name, ...rest] = words.map(({ text }) => text);
  if (name === 'tee') return given?.isPlain ? given.text : undefined;
  if (writes.length === 0) return undefined;
  if (name === 'cat' && rest.every((word) => word === '-')) return given?.isPlain ? given.text : undefined;
  if (name !== 'echo' || given || words.some(({ isPlain }) => !isPlain)) return undefined;
  // What `-e` and `\\n` mean differs from shell to shell.
  const text = rest.join(' ');
  return text.startsWith('-') || text.includes('\\') ? undefined : `${text}\n`;
}
