import { scaleNames, scales, valuesOf, type ScaleName } from '../../../src/core/model/annotation/fields/scales';

/** A value of each scale, the second from the least. */
export const scaleValues = Object.fromEntries(scaleNames.map((name) => [name, valuesOf(scales[name])[1]])) as Readonly<
  Record<ScaleName, number>
>;
