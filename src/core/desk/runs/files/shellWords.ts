/** A word of a command of a shell. What the shell itself would put in (`$x`, `*`, `$(…)`) is not known: no `isPlain`. */
export interface ShellWord {
  readonly text: string;
  readonly isPlain: boolean;
}

/** One command of a script. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** The files that its output goes to. */
  readonly writes: readonly { readonly to: ShellWord; readonly appends: boolean }[];
  /** The text that it is given (`<<EOF`); not plain where the shell puts something into it. */
  readonly given?: ShellWord;
  /** What stands before it: `&&`, `||`, `|`, `;`, `&`, `(`, a line end, or nothing. */
  readonly behind: string;
}

/** What cannot be read as a script of a shell. */
class UnclearScript extends Error {}

/** Reads a script of a shell, as far as its words go; undefined where a quote or a text that it gives has no end. */
export function shellCommands(script: string): readonly ShellCommand[] | undefined {
  try {
    return new ShellReader(script.replaceAll('\r\n', '\n')).commands();
  } catch (error) {
    if (error instanceof UnclearScript) return undefined;
    throw error;
  }
}

interface OpenCommand {
  words: ShellWord[];
  writes: { to: ShellWord; appends: boolean }[];
  given?: ShellWord;
  readonly behind: string;
}

class ShellReader {
  private at = 0;
  private readonly done: ShellCommand[] = [];
  private open: OpenCommand = { words: [], writes: [], behind: '' };
  /** Texts (`<<EOF`) that begin behind the line. */
  private texts: {
    readonly end: string;
    readonly isQuoted: boolean;
    readonly isIndented: boolean;
    readonly of: OpenCommand;
  }[] = [];

  constructor(private readonly script: string) {}

  commands(): readonly ShellCommand[] {
    while (this.at < this.script.length) this.step();
    if (this.texts.length > 0) throw new UnclearScript();
    this.close('');
    return this.done;
  }

  private step(): void {
    const rest = this.script.slice(this.at, this.at + 4);
    if (/^[ \t]/.test(rest)) this.at++;
    else if (rest.startsWith('\\\n')) this.at += 2;
    else if (rest.startsWith('\n')) {
      this.at++;
      this.close('\n');
      this.readTexts();
    } else if (rest.startsWith('#')) {
      const end = this.script.indexOf('\n', this.at);
      this.at = end < 0 ? this.script.length : end;
    } else {
      const redirect = /^(?:\d*|&)(?:>>|>\||>&|>|<<<|<<-|<<|<&|<)/.exec(rest)?.[0];
      const separator = /^(?:&&|\|\||\|&|;;|[;|&()])/.exec(rest)?.[0];
      if (redirect !== undefined) this.redirect(redirect);
      else if (separator === undefined) this.open.words.push(this.word());
      else {
        this.at += separator.length;
        this.close(separator);
      }
    }
  }

  private close(behind: string): void {
    const { words, writes } = this.open;
    if (words.length > 0 || writes.length > 0) this.done.push(this.open);
    this.open = { words: [], writes: [], behind: behind === '\n' && this.isJoined() ? this.open.behind : behind };
  }

  /** A line that ends with `&&` goes on in the next. */
  private isJoined(): boolean {
    return this.open.words.length === 0 && /^(?:&&|\|\||\|)$/.test(this.open.behind);
  }

  private redirect(sign: string): void {
    this.at += sign.length;
    while (/[ \t]/.test(this.script[this.at] ?? '')) this.at++;
    const from = this.at;
    const to = this.word();
    if (sign.endsWith('<<') || sign.endsWith('<<-')) {
      const isQuoted = /["'\\]/.test(this.script.slice(from, this.at));
      this.texts.push({ end: to.text, isQuoted, isIndented: sign.endsWith('-'), of: this.open });
    } else if (sign.includes('>') && !(sign.endsWith('>&') && /^[\d-]+$/.test(to.text)))
      this.open.writes.push({ to, appends: sign.endsWith('>>') });
  }

  private readTexts(): void {
    for (const { end, isQuoted, isIndented, of } of this.texts) {
      const lines: string[] = [];
      for (;;) {
        if (this.at >= this.script.length) throw new UnclearScript();
        const stop = this.script.indexOf('\n', this.at);
        const line = this.script.slice(this.at, stop < 0 ? undefined : stop);
        this.at = stop < 0 ? this.script.length : stop + 1;
        const text = isIndented ? line.replace(/^\t+/, '') : line;
        if (text === end) break;
        lines.push(text);
      }
      of.given = {
        text: lines.map((line) => `${line}\n`).join(''),
        isPlain: isQuoted || !lines.some((line) => /[$`\\]/.test(line)),
      };
    }
    this.texts = [];
  }

  /** A word up to a space or a sign. */
  private word(): ShellWord {
    let text = '';
    let isPlain = true;
    const from = this.at;
    for (; this.at < this.script.length; this.at++) {
      const sign = this.script[this.at] ?? '';
      if (/[\s;|&()<>]/.test(sign)) break;
      if (sign === "'") text += this.upTo("'");
      else if (sign === '"') {
        const quoted = this.quoted();
        text += quoted.text;
        isPlain &&= quoted.isPlain;
      } else if (sign === '\\') {
        this.at++;
        text += this.script[this.at] === '\n' ? '' : (this.script[this.at] ?? '');
      } else if (sign === '`') {
        text += this.upTo('`');
        isPlain = false;
      } else if (sign === '$') {
        isPlain = false;
        text += '$';
        if (this.script[this.at + 1] === '(') {
          this.at++;
          text += this.bracketed();
        }
      } else {
        if (/[*?[]/.test(sign) || (sign === '~' && text === '') || (sign === '{' && this.isList())) isPlain = false;
        text += sign;
      }
    }
    // A sign that nothing reads would be read for ever.
    if (this.at === from) throw new UnclearScript();
    return { text, isPlain };
  }

  private isList(): boolean {
    return /^\{[^\s{}]*(?:,|\.\.)[^\s{}]*\}/.test(this.script.slice(this.at, this.at + 400));
  }

  private upTo(sign: string): string {
    const end = this.script.indexOf(sign, this.at + 1);
    if (end < 0) throw new UnclearScript();
    const text = this.script.slice(this.at + 1, end);
    this.at = end;
    return text;
  }

  private quoted(): ShellWord {
    let text = '';
    let isPlain = true;
    for (this.at++; this.script[this.at] !== '"'; this.at++) {
      const sign = this.script[this.at];
      if (sign === undefined) throw new UnclearScript();
      if (sign === '\\' && /["\\$`\n]/.test(this.script[this.at + 1] ?? '')) {
        this.at++;
        text += this.script[this.at] === '\n' ? '' : (this.script[this.at] ?? '');
      } else {
        if (sign === '`' || sign === '$') isPlain = false;
        if (sign === '$' && this.script[this.at + 1] === '(') {
          this.at++;
          text += `$${this.bracketed()}`;
        } else text += sign;
      }
    }
    return { text, isPlain };
  }

  /** What stands in brackets, with them; `at` is at its first sign, and then at its last. */
  private bracketed(): string {
    const from = this.at;
    let depth = 0;
    for (; this.at < this.script.length; this.at++) {
      const sign = this.script[this.at];
      if (sign === '\\') this.at++;
      else if (sign === "'") this.upTo("'");
      else if (sign === '"') this.quoted();
      else if (sign === '(') depth++;
      else if (sign === ')' && --depth === 0) return this.script.slice(from, this.at + 1);
    }
    throw new UnclearScript();
  }
}
