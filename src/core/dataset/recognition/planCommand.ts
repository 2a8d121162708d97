import { shellQuote } from '../../model/text/shellQuote';
import type { Plan } from './plan';

/** The command line's way to say a reading. */
export const optionsOf = ({ layout, mapping }: Pick<Plan, 'layout' | 'mapping'>): string =>
  [
    ['layout', layout.name],
    ...Object.entries(mapping).map(([name, path]) =>
      name === 'values' ? ['values', shellQuote(path)] : ['map', shellQuote(`${name}=${path}`)],
    ),
  ]
    .map(([option = '', value = '']) => `--${option} ${value}`)
    .join(' ');

/** More files than these are named by what they have in common. */
const maxNamed = 4;

/** Whether a plan has no field for the prompt. */
export const lacksPrompt = ({ mapping, isWhole }: Plan): boolean =>
  mapping.prompt === undefined && mapping.messages === undefined && !isWhole;

/** What a person does who agrees with a plan: the command that shows its items. */
export function planCommand(paths: readonly string[], layout: Plan['layout'], mapping: Plan['mapping']): string {
  const files = paths.length > maxNamed ? 'FILES' : paths.map((word) => shellQuote(word)).join(' ');
  return `tiebreak items ${files} ${optionsOf({ layout, mapping })}`;
}
