/**
 * What is said of an item as a whole on a scale, from the least value to the most in even steps. Its action, control and
 * keys go by its levels, which are counted from 1. Without schemas, as webviews read it.
 */
export interface Scale {
  readonly means: string;
  readonly least: number;
  readonly most: number;
  readonly levels: number;
}

export const scales = {
  confidence: { means: 'How sure the annotator is, from 0 to 1.', least: 0, most: 1, levels: 5 },
} as const satisfies Readonly<Record<string, Scale>>;

export type ScaleName = keyof typeof scales;
export const scaleNames = Object.keys(scales) as readonly ScaleName[];

/** Whether its values are whole numbers, whatever is between them. */
export const isWhole = (scale: Scale): boolean => valuesOf(scale).every(Number.isInteger);

/** The values of a scale, from the least. */
export const valuesOf = ({ least, most, levels }: Scale): readonly number[] =>
  Array.from({ length: levels }, (_, at) => least + ((most - least) * at) / (levels - 1));
