import { inShell } from '../../model/text/inShell';
import type { Plan } from './plan';

/** The command line's way to say a plan; where it has no prompt, with a place for its field. */
export const optionsOf = ({ layout, mapping }: Plan): string =>
  [
    ['layout', layout.name],
    ...Object.entries(
      mapping.prompt === undefined && mapping.messages === undefined ? { prompt: 'FIELD', ...mapping } : mapping,
    ).map(([name, path]) => (name === 'values' ? ['values', inShell(path)] : ['map', inShell(`${name}=${path}`)])),
  ]
    .map(([option = '', value = '']) => `--${option} ${value}`)
    .join(' ');

/** More files than these are named by what they have in common. */
const maxNamed = 4;

/** What a person does who agrees with a plan, as a command that shows its items. */
export function commandOf(paths: readonly string[], plan: Plan): string {
  const files = paths.length > maxNamed ? 'FILES' : paths.map(inShell).join(' ');
  const lacks =
    plan.mapping.prompt === undefined && plan.mapping.messages === undefined
      ? ` with the prompt's field for FIELD (or --map prompt= where there is none)`
      : '';
  return `If it is right, use it${lacks}:\n  tiebreak items ${files} ${optionsOf(plan)}\nor name other fields in the same way`;
}
