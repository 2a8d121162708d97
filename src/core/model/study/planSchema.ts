import * as z from 'zod';
import { says } from '../problems/checkValue';
import { shapeOf } from './options/option';
import { planOptions } from './options/planOptions';

/** The plan of a study: which items come to whom, and in which order. */

export const planSchema = z
  .looseObject(shapeOf(planOptions))
  .refine(({ order, slices }) => order !== 'thin' || slices !== undefined, says('value.slicesMissing', {}, ['slices']));
export type Plan = Readonly<z.infer<typeof planSchema>>;

/** In which order items come. */
export type OrderName = NonNullable<Plan['order']>;
