/**
 * What can be seen of a response's form, and that people and models may be biased to whatever it says: so much of
 * R. Park et al., Disentangling Length from Quality in Direct Preference Optimization, 2024, T. Li et al., Does Style
 * Matter? Disentangling Style and Substance in Chatbot Arena, 2024 (lists, headings, bold text), and of A. Chen et al.,
 * RM-Bench, 2024. Phrases are English ones.
 */
export const traits = ['list', 'heading', 'bold', 'code', 'table', 'emoji', 'apology', 'refusal', 'flattery'] as const;
export type Trait = (typeof traits)[number];

/** A refusal and flattery stand at the beginning of a response. */
const beginning = 300;

const tests: Readonly<Record<Trait, (text: string) => boolean>> = {
  list: (text) => /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+\S[^\n]*\n+[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+\S/m.test(text),
  heading: (text) => /^#{1,6}[ \t]+\S/m.test(text),
  bold: (text) => /\*\*[^*\s][^*\n]*\*\*|__[^_\s][^_\n]*__/.test(text),
  code: (text) => /^[ \t]*(?:```|~~~)/m.test(text),
  table: (text) => /^[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\|/m.test(text),
  emoji: (text) => /\p{Emoji_Presentation}/u.test(text),
  apology: (text) =>
    /\b(?:i(?:['’]m| am) (?:so |very |really |truly )?sorry|my apologies|i apologi[sz]e|apologies for)\b/i.test(text),
  refusal: (text) =>
    /\b(?:i (?:can(?:no|['’])t|can not|won['’]t|will not|must decline)|i(?:['’]m| am) (?:not able|unable)|as an ai\b|i(?:['’]m| am) (?:just |only )?an ai\b)/i.test(
      text.slice(0, beginning),
    ),
  flattery: (text) =>
    /\b(?:great|excellent|wonderful|fantastic|amazing|insightful|brilliant|good) (?:question|point|idea|observation)\b|\byou['’]re absolutely right\b/i.test(
      text.slice(0, beginning),
    ),
};

/** The traits of a text, as bits in the order of `traits`. */
export function traitsOf(text: string): number {
  let bits = 0;
  for (const [at, trait] of traits.entries()) if (tests[trait](text)) bits |= 1 << at;
  return bits;
}

export const hasTrait = (bits: number, trait: Trait): boolean => (bits & (1 << traits.indexOf(trait))) !== 0;
