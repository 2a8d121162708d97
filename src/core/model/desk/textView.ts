/**
 * How texts of an item are shown. `formatted`: as what they are, prose as Markdown, patches, tables and diagrams drawn.
 * `plain`: as they are written, in the font of prose. `source`: as they are written, as code of their language.
 */
export const textViews = ['formatted', 'plain', 'source'] as const;
export type TextView = (typeof textViews)[number];

/** Those in which a text is as it is written. */
export const unformattedViews = ['plain', 'source'] as const satisfies readonly TextView[];
