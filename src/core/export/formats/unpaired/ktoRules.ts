import * as z from 'zod';
import type { Fields } from '../../fields';

/** A label as TRL takes it: 1 and 0 for true and false too. Others are no error to it, or stop it. */
export const trlLabel = z.union([z.boolean(), z.literal([0, 1])], {
  error: ({ input }) =>
    typeof input === 'number'
      ? 'must be true or false: TRL treats every number except 0 as true'
      : `must be true or false: TRL sums the labels, and stops with "TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'" (or 'str')`,
});

/** What is true of numbers in place of true and false: HF datasets makes integers of the column. */
export const numberLabel = ({ label }: Fields): string | undefined =>
  typeof label === 'number'
    ? 'label: is a number: current TRL reads 1 as true and 0 as false, but earlier versions need true or false and learn nothing from the row'
    : undefined;

/** A label that is true or false and nothing else. @param otherwise what the trainer does with anything else */
export const strictLabel = (otherwise: string) => z.boolean(`must be true or false: ${otherwise}`);
