import * as z from 'zod';

/** The column `margin` where each row needs one, in the words of TRL's RewardTrainer. */
export const neededMargin = {
  margin: z.number(
    'must be a number in every row: TRL stops with "TypeError: must be real number, not NoneType" where it is missing, and with "ValueError: too many dimensions \'str\'" where it is text',
  ),
};
