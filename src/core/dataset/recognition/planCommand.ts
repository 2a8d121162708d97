import { shellQuote } from '../../model/text/shellQuote';
import type { Plan } from './plan';

/** The command line's way to say a plan; where it has no prompt, with a place for its field. */
export const optionsOf = (plan: Plan): string =>
  [
    ['layout', plan.layout.name],
    ...Object.entries(lacksPrompt(plan) ? { prompt: 'FIELD', ...plan.mapping } : plan.mapping).map(([name, path]) =>
      name === 'values' ? ['values', shellQuote(path)] : ['map', shellQuote(`${name}=${path}`)],
    ),
  ]
    .map(([option = '', value = '']) => `--${option} ${value}`)
    .join(' ');

/** More files than these are named by what they have in common. */
const maxNamed = 4;

/** Whether a plan has no field for the prompt, so that its command has a place for one. */
export const lacksPrompt = ({ mapping, isWhole }: Plan): boolean =>
  mapping.prompt === undefined && mapping.messages === undefined && !isWhole;

/** What a person does who agrees with a plan: the command that shows its items. */
export function planCommand(paths: readonly string[], plan: Plan): string {
  const files = paths.length > maxNamed ? 'FILES' : paths.map(shellQuote).join(' ');
  return `tiebreak items ${files} ${optionsOf(plan)}`;
}
