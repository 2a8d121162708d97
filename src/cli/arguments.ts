import { InvalidArgumentError } from 'commander';

/** A text that is not empty. @param before what was given already: of two the first would be lost */
export function text(value: string, before?: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('it is empty');
  if (before !== undefined)
    throw new InvalidArgumentError(
      `it is given twice, and was ${JSON.stringify(before)} before. Give one command after the other`,
    );
  return value;
}
