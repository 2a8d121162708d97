import { InvalidArgumentError } from 'commander';

/** A text that is not empty. @param before what was given already: of two the first would be lost */
export function nonEmptyText(value: string, before?: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be empty');
  if (before !== undefined)
    throw new InvalidArgumentError(
      `It was already given as ${JSON.stringify(before)}. Run the command once for each value`,
    );
  return value;
}
