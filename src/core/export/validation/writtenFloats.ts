/** A fraction of nothing, or an exponent: most rows have none. */
const mayHold = /\d(?:\.0|[eE])/;
const number = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;

/**
 * The places of a row at which a whole number is written with a fraction or an exponent, as in 1.0 or 1e3: `JSON.parse`
 * makes the same of it as of 1, and readers that tell types by how numbers are written a real one. Places are named as
 * in "margin", "scores[]" and "rubric[].weight".
 * @param json what `JSON.parse` takes
 */
export function writtenFloats(json: string): ReadonlySet<string> {
  const places = new Set<string>();
  if (mayHold.test(json)) new Scan(json, places).value('');
  return places;
}

class Scan {
  private at = 0;

  constructor(
    private readonly json: string,
    private readonly places: Set<string>,
  ) {}

  value(path: string): void {
    const start = this.next();
    if (start === '{')
      this.parts('}', () => {
        this.next();
        const name = JSON.parse(this.text()) as string;
        this.next();
        this.at++;
        this.value(path === '' ? name : `${path}.${name}`);
      });
    else if (start === '[') this.parts(']', () => this.value(`${path}[]`));
    else if (start === '"') this.text();
    else this.word(path);
  }

  /** What stands between brackets, parted by commas. */
  private parts(close: string, part: () => void): void {
    this.at++;
    while (this.next() !== close && this.at < this.json.length) {
      if (this.json[this.at] === ',') this.at++;
      part();
    }
    this.at++;
  }

  /** A text with its quotes. */
  private text(): string {
    const start = this.at;
    let end = start;
    do end = this.json.indexOf('"', end + 1);
    while (this.isEscaped(end));
    this.at = end + 1;
    return this.json.slice(start, this.at);
  }

  private isEscaped(at: number): boolean {
    let before = at;
    while (this.json[before - 1] === '\\') before--;
    return (at - before) % 2 === 1;
  }

  /** A number, or true, false and null. */
  private word(path: string): void {
    number.lastIndex = this.at;
    const found = number.exec(this.json);
    if (found && (found[1] ?? found[2]) !== undefined && Number.isInteger(Number(found[0]))) this.places.add(path);
    this.at += found ? found[0].length : this.json.startsWith('false', this.at) ? 'false'.length : 'true'.length;
  }

  /** The sign that comes next, behind white space. */
  private next(): string {
    while (' \t\n\r'.includes(this.json[this.at] ?? '.')) this.at++;
    return this.json[this.at] ?? '';
  }
}
