import * as z from 'zod';
import { ofNone, part, type SameInDraft, type ValueField } from './field';
import { isWhole, scaleNames, scales, type Scale, type ScaleName } from './scales';

/** Makes the field of a scale. Labels of a dataset may lie between its levels, where these are not whole numbers. */
function scaleField(scale: Scale) {
  const isReal = !isWhole(scale);
  const value = (isReal ? z.number() : z.int()).min(scale.least).max(scale.most);
  return {
    ...ofNone,
    schema: value.describe(scale.means),
    draft: part(value.nullable(), null),
    saved: (drafted: number | null) => drafted ?? undefined,
    drafted: (saved) => saved ?? null,
    column: { rule: value.nullable(), value: (saved) => saved ?? null, isReal },
  } satisfies ValueField<number> & SameInDraft<number, number | null>;
}

/** The fields of all scales. */
export const scaleFields = Object.fromEntries(scaleNames.map((name) => [name, scaleField(scales[name])])) as {
  readonly [K in ScaleName]: ReturnType<typeof scaleField>;
};
