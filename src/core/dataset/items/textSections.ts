import { hasWord, promptWordsByCertainty, responseWords, wordsIn } from '../fields/fieldWords';

/**
 * Texts that hold what was asked and the responses to it, each behind a heading on a line of its own: "Question: …",
 * "Response A: …", "Response B: …"; annotation tools that show one text per item are fed so. A section is found by its
 * heading, as a field of the text is: `text.Response A`.
 */

/** How answers may be headed beside the words for responses: by who gives them. */
const answererWords: ReadonlySet<string> = new Set(['agent', 'model', 'ai', 'a']);
const askerWords: readonly ReadonlySet<string>[] = promptWordsByCertainty.slice(0, 3);

const heading = /(?:^|\n)[^\S\n]*(?:\*\*)?(\p{L}{1,20}(?: \p{L}{2,20})?(?: (?:[A-Z]|\d{1,2}))?)(?:\*\*:|:\*\*|:)/gu;

/**
 * The sections of a text by their headings. Undefined where it does not begin with one for what was asked, where no
 * response follows, one is empty or headed twice, or the responses are not headed alike: such a text holds something
 * else, and is never cut at a word that only looks like a heading.
 */
export function sectionsIn(text: string): ReadonlyMap<string, string> | undefined {
  if (!beginsWithHeading.test(text)) return undefined;
  if (last.text !== text) last = { text, sections: cut(text) };
  return last.sections;
}

/** A record is asked for one section after the other. */
let last: { readonly text: string; readonly sections: ReadonlyMap<string, string> | undefined } = {
  text: '',
  sections: undefined,
};

function cut(text: string): ReadonlyMap<string, string> | undefined {
  const marks = [...text.matchAll(heading)].filter(([, name = '']) => isAsker(name) || isAnswerer(name));
  const [first, ...answers] = marks.map(([, name = '']) => name);
  if (first === undefined || marks[0]?.index !== 0 || !isAsker(first) || answers.length === 0 || !areOfOneKind(answers))
    return undefined;
  const sections = new Map(
    marks.map((mark, at) => [mark[1] ?? '', text.slice(mark.index + mark[0].length, marks[at + 1]?.index).trim()]),
  );
  return sections.size === marks.length && ![...sections.values()].includes('') ? sections : undefined;
}

/** Seen before any work is done: most texts begin otherwise. */
const beginsWithHeading = /^[^\S\n]*(?:\*\*)?\p{L}{1,20}(?: \p{L}{2,20})?(?:\*\*)?:/u;

const isAsker = (name: string): boolean => askerWords.some((tier) => hasWord(wordsIn(name), tier)) && !isAnswerer(name);

const isAnswerer = (name: string): boolean =>
  wordsIn(name).every((word, at) => responseWords.has(word) || answererWords.has(word) || (at > 0 && index.test(word)));

const index = /^([a-z]|\d{1,2})$/;

/** Whether answers have the same heading but for a letter or a number, or there is one without. */
function areOfOneKind(names: readonly string[]): boolean {
  const [first, ...others] = names.map((name) => {
    const words = wordsIn(name);
    const isNumbered = words.length > 1 && index.test(words.at(-1) ?? '');
    return { stem: (isNumbered ? words.slice(0, -1) : words).join(' '), isNumbered };
  });
  return (
    first !== undefined &&
    (others.length === 0
      ? !first.isNumbered
      : first.isNumbered && others.every(({ stem, isNumbered }) => isNumbered && stem === first.stem))
  );
}
