/**
 * Code that stands in a text without a fence, as models of code and completions write it: read as Markdown, its
 * indentation is gone, `__init__` is bold and `# a comment` a heading.
 */

/** What begins or is a statement in the languages of which there is most. */
const statement = [
  // Closed or opened as such lines are in the C family, or in Python.
  /(?:[{}]|[=()[\]{}].*;|(?:\+\+|--);)\s*(?:\/\/.*|#.*)?$/,
  /^(?:async )?(?:def|class|if|elif|else|for|while|try|except|finally|with|match|case)\b.*:\s*(?:#.*)?$/,
  /^(?:import [\w.*{]|from [\w.]+ import |#\s*(?:include|define|ifn?def|endif|pragma)\b|#!\/|using [\w.:]+;?$|package [\w.]+;?$|use [\w:]+)/,
  /^(?:export |public |private |protected |static |async |pub )*(?:function\*?|fn|func|def|class|struct|impl|interface|enum|trait|type|const|let|var|val|void|int|float|double|bool|boolean|char|string|auto)\s+[\w&*<[]/,
  /^(?:return|raise|throw|yield|await|assert|del|echo|print|puts|printf)\b(?:[ (].*)?$/,
  /^(?:pass|break|continue|end|else|then|do|done|fi|esac|begin)\s*[;:]?$/,
  /^@[\w.]+(?:\(.*\))?$/,
  // `a.b(c)`, `a[1] = f(x)`, `x += 1`
  /^[\w$.[\]"'*&]+(?:, ?[\w$.[\]*]+)* ?(?:[-+*/%|&^]|\/\/|\*\*|<<|>>|:)?= ?[^=\s]/,
  /^(?:await |new |yield )?[\w$]+(?:(?:\.|->|::)[\w$]+)*\(.*\)?[,;]?\s*(?:#.*|\/\/.*)?$/,
  /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW)|FROM|(?:LEFT |INNER |OUTER )?JOIN|WHERE|GROUP BY|ORDER BY|HAVING|LIMIT|UNION)\b/,
];

/** Says nothing either way: comments, tags, and what is left of a call or a value over several lines. */
const neutral =
  /^(?:[)\]}>,;.'"`]+|(?:#|\/\/|--|\/\*|\*\/|\*)(?:\s.*|$)|["'](?:[^"']*)["'],?|["']?[\w-]+["']?: \S.*|<\/?[\w-]+(?:\s[^<>]*)?\/?>.*|.*[([{,\\])$/;

/** A sentence, an entry of a list, a heading, a quote or a fence. */
const prose = /^(?:[-*+•] (?![\d.]+$)\S+ \S+|\d+[.)] \S|>{1,3} |#{2,6} |```|~~~|\|.*\|$|\*\*\S)/;

/** Words one after the other, as no line of code outside of comments and strings has them. */
const words = /(?:^|\s)(?:[A-Za-z’']+[,.:;]? ){4}[A-Za-z’']+[,.:;!?]?(?:\s|$)/;

/** What follows in a line tells nothing more. In UTF-16 units. */
const longestLine = 500;

/** After so many lines that are none, and not three times as many that are, no more are looked at. */
const mostOthers = 20;

/** Returns whether lines are code; `false` where that is not sure. Blank ones do not count. At least two statements. */
export function isCode(lines: readonly string[]): boolean {
  let [statements, others] = [0, 0];
  let quoted: string | undefined;
  for (const line of lines) {
    const text = line.slice(0, longestLine).trim();
    if (text === '') continue;
    const quote = /"""|'''/.exec(text)?.[0];
    if (quoted !== undefined) {
      if (text.includes(quoted)) quoted = undefined;
      continue;
    }
    // A docstring that goes on in the next lines.
    if (quote !== undefined && text.split(quote).length % 2 === 0) {
      quoted = quote;
      continue;
    }
    if (statement.some((each) => each.test(text)) && !isSentence(text)) statements++;
    else if (neutral.test(text) || quote !== undefined) continue;
    else if (prose.test(text) || isSentence(text)) return false;
    else if (++others > mostOthers && statements < 3 * others) return false;
  }
  return statements >= 2 && statements >= 3 * others;
}

/** What code may begin with in the middle of a paragraph. */
export const beginsCode = (line: string): boolean =>
  /^(?:#include|#!\/|import |from [\w.]+ import |package |using |(?:async )?(?:def|function|class) [\w$]|(?:public|private|const|let|var|fn|func|static) |@\w|<\?php|SELECT )/.test(
    line,
  );

/**
 * How many lines from the first on are code: up to prose, or to a blank line after which none follows. 0 where none
 * begins. `lineAt` is asked for no more lines than that takes; it has none behind the last.
 */
export function codeLength(lineAt: (number: number) => string | undefined): number {
  const isBlank = (number: number): boolean => lineAt(number)?.trim() === '';
  let end = 0;
  for (;;) {
    let next = end;
    while (isBlank(next)) next++;
    const piece: string[] = [];
    for (let line = lineAt(next); line !== undefined && !isBlank(next) && !endsCode(line); line = lineAt(++next))
      piece.push(line);
    // A body goes on, whatever it says; a piece by itself is one once more.
    if (piece.length === 0 || !(isCode(piece) || (end > 0 && piece.every((line) => /^\s/.test(line))))) return end;
    end = next;
    if (endsCode(lineAt(end) ?? '')) return end;
  }
}

const endsCode = (line: string): boolean =>
  /^\S/.test(line) && (isSentence(line) || /^(?:#{2,6} |```|~~~|\d+[.)] |[-*+] \S+ \S|> )/.test(line));

/** The language of code, by what only that has; empty where nothing tells. */
export const languageOfCode = (code: string): string =>
  languages.find(([, sign]) => sign.test(code.slice(0, 8192)))?.[0] ?? '';

const languages: readonly (readonly [string, RegExp])[] = [
  ['php', /<\?php/],
  ['cpp', /^\s*#\s*include\b|\bstd::/m],
  ['bash', /^#!.*\b(?:ba|z)?sh\b|^\s*(?:fi|done|esac)\s*;?$|^\s*(?:sudo|apt-get|export \w+=)/m],
  [
    'python',
    /^\s*(?:def \w+\(.*|class \w+.*|(?:if|for|while|elif|with|try|else|except)\b.*):\s*(?:#.*)?$|^\s*(?:from [\w.]+ )?import [\w., ]+$/m,
  ],
  ['java', /\bpublic (?:static |final |abstract )*(?:class|interface|void|int|String)\b|\bSystem\.out\./],
  ['go', /^package \w+$|^func (?:\(.*\) )?\w+\(/m],
  ['rust', /\bfn \w+\s*(?:<.*>)?\(|\blet mut\b|\bimpl\b.*\{$/m],
  ['csharp', /^using [\w.]+;|\bnamespace [\w.]+|\bConsole\.Write/m],
  ['typescript', /\b(?:interface|type) \w+(?:<.*>)? [={]|\b\w+\??: (?:string|number|boolean)\b/],
  ['javascript', /\b(?:const|let|var) [\w${[]|=>|\bfunction\b.*\{|\bconsole\.log/],
  ['sql', /^\s*(?:SELECT|INSERT INTO|CREATE TABLE|UPDATE|DELETE FROM|WITH \w+ AS)\b/im],
  ['ruby', /^\s*(?:def \w+.*|end|puts .*)$/m],
  ['css', /^[.#]?[\w-]+(?:[\s,.#:>][^{;]*)?\{\s*$[\s\S]*?^\s*[\w-]+: .*;$/m],
];

const isSentence = (text: string): boolean =>
  words.test(text.replace(/(["'`]).*?\1/g, '').replace(/(?:#|\/\/|--|\/\*).*$/, ''));
