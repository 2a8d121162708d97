/**
 * Messages of the core say what to do in the words of the command line. In the editor the same is done with "Choose
 * Fields…". Holds no `vscode`, so that a test can hold it against every message.
 */

const rules: readonly (readonly [RegExp, string])[] = [
  [/^--map: /, ''],
  [/^--map \S+=.* and --map \S+=.*: one field cannot be both/, 'One field cannot be prompt and response'],
  [/\. Name another with --map records=SHEET/, '. Choose another as “Sheet” with “Choose Fields…”'],
  [/\. Name the fields that hold responses with --map/, '. Choose the fields with “Choose Fields…”'],
  [/^ with the prompt's field for FIELD \(or --map prompt= where there is none\)/, ''],
  [/^--map (\S+?)=.*?: no record has/, 'the field "$1": no record has'],
  [/\. If it is right, use it[\s\S]*$/, '. Correct it with “Choose Fields…”'],
  [/ or name another field with --map/, ' or choose another field with “Choose Fields…”'],
  [/Name them with --map, as in .*?\), or convert/, 'Choose the fields with “Choose Fields…”, or convert'],
  [
    /: name that with --map records=PATH\. Where the object is one record, name its fields with --map, as in .*$/,
    '. Choose the array of records, or the fields, with “Choose Fields…”',
  ],
  [/name that with --map records=PATH/, 'choose that there'],
  [/, or all of them with --map records=\S+/, ''],
  [
    /Name the (right one|right place|place of the records|others) with --map records=\S+/,
    'Choose the $1 with “Choose Fields…”',
  ],
  [
    /name them with --map answers=FIELD,FIELD and the prompt with --map prompt=FIELD/,
    'choose them, and the prompt, with “Choose Fields…”',
  ],
  [/or map (them|one) with --map \w+=FIELD( --map \w+=FIELD)*/, 'or choose $1 with “Choose Fields…”'],
  [
    /Say what they mean with (?:--map (?:'[^']*'|\S+) )?--values .+?(?= \(each of them |$)/,
    'Set what they mean with “Choose Fields…”',
  ],
  [
    /If it holds the rank of each response, use --map [\s\S]*$/,
    'If it holds the rank of each response, choose it as “Ranks” with “Choose Fields…”',
  ],
  [/, or read a rating with --map (?:'[^']*'|\S+)/, ', or choose it as “Ratings”'],
  [/or give --layout where it is something else/, 'or choose another layout with “Choose Fields…”'],
  [/or say with --layout how to read both/, 'or choose a layout that reads both'],
  [/ \(without --gather\)/, ' (with “Choose Fields…”)'],
];

/** A message as it reads in the editor. */
export function inEditor(message: string): string {
  return rules.reduce((text, [pattern, words]) => text.replace(pattern, words), message);
}

/** The same where a person chooses fields already. */
export const inChooser = (message: string): string => inEditor(message).replaceAll(/ with “Choose Fields…”/g, '');

/** Whether other fields or another layout may help against what a message tells. */
export const mayChooseFields = (message: string): boolean =>
  inEditor(message) !== message || /: dataset\.(layout|mapping)\b/.test(message);
