/**
 * A format says how a row looks, what its reader refuses and why, what it needs where nobody chose (`defaults`), and
 * which further files it reads (`extras`); a family makes the rows (`builders`): `pairFormat`, `labelFormat` and
 * `listFormat` find pairs, labels and orders in judgements and count what gives none. Rows of rubrics are one an item
 * with its criteria (`rubricFormat`), those of judges what a judge is to answer (`judges`: Prometheus' prompts, grades,
 * pairs with their reasons in an order that tells nothing, pairs of critiques). What stands in several lines is made
 * together (`lines`), so that nothing parts it. Lists that must be of one length have that of most items, which the
 * first reading finds (`listSize`).
 *
 * What several formats need is read once and in one way (`derive`): judged steps, ratings (of several annotators their
 * mean, whichever rule was asked for), comparisons with their ties, signed strengths, edits, the best response. Each of
 * them tells why something gives no row. What no trainer could read is dropped and counted by reason, what only some
 * cannot is kept and noted. A scale is never converted: an aspect on another scale than the format's is refused, since
 * what a level means cannot be had by arithmetic; which aspects a file has, and on which scale, is found out before its
 * rows are made (`ratedAspects`).
 *
 * A format sees an item with all that was judged of it under one context (with nothing, where it takes `items` and
 * nobody judged it), and the part of the study that annotations name: criteria are found in the version that an
 * annotation was made under (`derive/criteria`), and rubrics are written by the writers of packs. What the reader of a
 * format does with a wrong row stands beside it as rules, in the reader's own words, also where no row of ours can
 * break them: `validate` reads anybody's files. A test is named after each.
 */

export type Fields = Readonly<Record<string, unknown>>;
