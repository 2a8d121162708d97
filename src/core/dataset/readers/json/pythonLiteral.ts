/**
 * The value of a Python literal, as `repr` writes it into the cells of a table (pandas, `DataFrame.to_csv`): lists,
 * tuples and dicts of texts, numbers, True, False, None and nan; and of an array of NumPy's, whose entries are set
 * apart by space alone. Undefined for everything else.
 * https://docs.python.org/3/reference/lexical_analysis.html#literals
 */
export function pythonLiteral(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.value();
  return value !== undefined && reader.isAtEnd() ? value.of : undefined;
}

/** A value that was read: `None` is one too. */
interface Found {
  readonly of: unknown;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '0': '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};
const constants: readonly (readonly [string, unknown])[] = [
  ['True', true],
  ['False', false],
  ['None', null],
  ['nan', null],
  ['NaN', null],
  ['null', null],
  ['true', true],
  ['false', false],
];
/** Nobody writes a record deeper. */
const deepest = 50;

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  isAtEnd(): boolean {
    this.skip();
    return this.at === this.text.length;
  }

  value(): Found | undefined {
    this.skip();
    const first = this.text[this.at] ?? '';
    if (first === '[' || first === '(') return this.within(() => this.list(first === '[' ? ']' : ')'));
    if (first === '{') return this.within(() => this.dict());
    if (first === '"' || first === "'" || /^[uUrR]['"]/.test(this.text.slice(this.at, this.at + 2)))
      return this.string();
    const number = /[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?/y;
    number.lastIndex = this.at;
    const [digits] = number.exec(this.text) ?? [];
    if (digits !== undefined) {
      this.at += digits.length;
      return { of: Number(digits) };
    }
    for (const [name, of] of constants) {
      if (this.text.startsWith(name, this.at) && !/\w/.test(this.text[this.at + name.length] ?? '')) {
        this.at += name.length;
        return { of };
      }
    }
    return this.text.startsWith('array(', this.at) ? this.within(() => this.array()) : undefined;
  }

  private within(read: () => Found | undefined): Found | undefined {
    if (++this.depth > deepest) return undefined;
    const found = read();
    this.depth--;
    return found;
  }

  private skip(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private takes(sign: string): boolean {
    this.skip();
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  private list(end: ']' | ')'): Found | undefined {
    this.at++;
    const entries: unknown[] = [];
    while (!this.takes(end)) {
      const entry = this.value();
      if (!entry) return undefined;
      entries.push(entry.of);
      this.takes(',');
    }
    return { of: entries };
  }

  private dict(): Found | undefined {
    this.at++;
    const entries: [string, unknown][] = [];
    while (!this.takes('}')) {
      const key = this.value();
      if (!key || (typeof key.of !== 'string' && typeof key.of !== 'number') || !this.takes(':')) return undefined;
      const value = this.value();
      if (!value) return undefined;
      entries.push([String(key.of), value.of]);
      if (!this.takes(',') && this.text[this.at] !== '}') return undefined;
    }
    return { of: Object.fromEntries(entries) };
  }

  /** `array([…], dtype=object)`. */
  private array(): Found | undefined {
    this.at += 'array('.length;
    const found = this.value();
    const rest = /\s*(,\s*dtype=[\w.'"<>|]+\s*)?\)/y;
    rest.lastIndex = this.at;
    const [closing] = rest.exec(this.text) ?? [];
    if (closing === undefined) return undefined;
    this.at += closing.length;
    return found;
  }

  private string(): Found | undefined {
    const isRaw = /[rR]/.test(this.text[this.at] ?? '');
    if (!/['"]/.test(this.text[this.at] ?? '')) this.at++;
    const quote = this.text[this.at] ?? '';
    const end = this.text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote;
    this.at += end.length;
    let value = '';
    while (!this.text.startsWith(end, this.at)) {
      const next = this.text[this.at];
      if (next === undefined) return undefined;
      this.at++;
      value += next === '\\' ? this.escape(isRaw) : next;
    }
    this.at += end.length;
    return { of: value };
  }

  private escape(isRaw: boolean): string {
    const next = this.text[this.at] ?? '';
    this.at++;
    if (isRaw) return `\\${next}`;
    const length = { x: 2, u: 4, U: 8 }[next];
    if (length === undefined) return escapes[next] ?? `\\${next}`;
    const digits = this.text.slice(this.at, this.at + length);
    const code = /^[\da-fA-F]+$/.test(digits) && digits.length === length ? Number.parseInt(digits, 16) : Number.NaN;
    if (!(code <= 0x10ffff)) return `\\${next}`;
    this.at += length;
    return String.fromCodePoint(code);
  }
}
