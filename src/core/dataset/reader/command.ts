import type { Plan } from './plan';

/** The command line's way to say a plan; where it has no prompt, with a place for its field. */
export const optionsOf = ({ layout, mapping }: Plan): string => [['layout', layout.name], ...Object.entries(mapping.prompt === undefined && mapping.messages === undefined ? { prompt: 'FIELD', ...mapping } : mapping).map(([name, path]) => (name === 'values' ? ['values', inShell(path)] : ['map', inShell(`${name}=${path}`)]))].map(([option = '', value = '']) => `--${option} ${value}`).join(' ');

/** A word as a shell takes it. */
const inShell = (word: string): string => (/^[\p{L}\p{N}_=.,/-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);
