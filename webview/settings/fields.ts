import * as l10n from '@vscode/l10n';
import { modeNames } from '../../src/core/model/annotation/mode';
import { modeText } from '../ui/modeText';
import { controlLines, controlsIn } from './controlLines';
import type { FieldGroup, Option } from './field';
import { recordIn, recordLines } from './recordLines';
import { spanLines, spanTypesIn } from './spanLines';

const check = { kind: 'check' } as const;

const byDefault = (text: string): string => l10n.t('{0} (default)', text);

/** When what others or programs say is shown. */
const times = (first: 'shown' | 'hidden'): readonly Option[] => {
  const texts = [
    ['shown', l10n.t('From the start')],
    ['after', l10n.t('After judging')],
    ['hidden', l10n.t('Never')],
  ] as const;
  return texts.map(([value, text]) => (value === first ? [undefined, byDefault(text)] : [value, text]));
};

/** All settings that have a field, in groups as they are shown. What annotators are asked has one of its own. */
export function fieldGroups(): readonly FieldGroup[] {
  return [
    {
      id: 'judging',
      title: l10n.t('How items are judged'),
      fields: [
        {
          path: ['task', 'mode'],
          label: l10n.t('Annotation mode'),
          about: l10n.t('Annotators can switch the mode for an item.'),
          control: {
            kind: 'choice',
            options: [
              ['auto', l10n.t('By the number of responses')],
              ...modeNames.map((mode): Option => [mode, modeText(mode)]),
            ],
          },
        },
        {
          path: ['task', 'advance'],
          label: l10n.t('Save'),
          about: l10n.t('At once is for modes with one decision. Undo takes it back.'),
          control: {
            kind: 'choice',
            options: [
              [undefined, byDefault(l10n.t('When annotators press Enter'))],
              ['at-once', l10n.t('At once, with the key that decides')],
            ],
          },
        },
        {
          path: ['task', 'partial'],
          label: l10n.t('A judgment of some of the responses is enough'),
          control: check,
        },
        {
          path: ['task', 'suggestions'],
          label: l10n.t('Start with what a label of the dataset says'),
          about: l10n.t('Suggestions bias judgments.'),
          control: check,
        },
        {
          path: ['task', 'strength'],
          label: l10n.t('How much better, in pairs'),
          control: {
            kind: 'choice',
            options: [
              [undefined, byDefault(l10n.t('By pressing the key again'))],
              ['scale', l10n.t('On a scale of seven points')],
              [false, l10n.t('Not asked')],
            ],
          },
        },
        {
          path: ['task', 'steps'],
          label: l10n.t('Split responses into steps'),
          control: {
            kind: 'choice',
            options: [
              [undefined, byDefault(l10n.t('Automatically'))],
              ['line', l10n.t('By line')],
              ['paragraph', l10n.t('By paragraph')],
              ['marker', l10n.t('By number or bullet')],
              ['sentence', l10n.t('By sentence')],
            ],
          },
        },
      ],
    },
    {
      id: 'aspects',
      title: l10n.t('Aspects to rate'),
      fields: [
        {
          path: ['task', 'aspects'],
          label: l10n.t('Aspects'),
          control: {
            kind: 'rows',
            addLabel: l10n.t('Add an aspect'),
            added: (count) => ({ name: `aspect ${count + 1}`, min: 1, max: 5 }),
            nameOf: ({ name }) => String(name),
            columns: [
              { key: 'name', label: l10n.t('Name'), control: { kind: 'text' } },
              { key: 'min', label: l10n.t('From'), control: { kind: 'number' } },
              { key: 'max', label: l10n.t('To'), control: { kind: 'number' } },
              { key: 'overall', label: l10n.t('Rates the response as a whole'), control: check },
              { key: 'description', label: l10n.t('Description'), control: { kind: 'text' }, isWide: true },
              { key: 'levels', label: l10n.t('What values mean'), control: { kind: 'levels' }, isWide: true },
            ],
          },
        },
      ],
    },
    {
      id: 'flags',
      title: l10n.t('Flags and reasons to skip'),
      fields: [
        {
          path: ['task', 'flags'],
          label: l10n.t('Flags'),
          about: l10n.t('Their keys are Shift+1, Shift+2 and so on, in this order.'),
          control: {
            kind: 'rows',
            addLabel: l10n.t('Add a flag'),
            added: (count) => ({ name: `flag ${count + 1}` }),
            nameOf: ({ name }) => String(name),
            columns: [
              { key: 'name', label: l10n.t('Name'), control: { kind: 'text' } },
              {
                key: 'of',
                label: l10n.t('Of'),
                control: {
                  kind: 'choice',
                  options: [
                    [undefined, l10n.t('a response')],
                    ['item', l10n.t('the item')],
                  ],
                },
              },
            ],
          },
        },
        {
          path: ['task', 'skipReasons'],
          label: l10n.t('Reasons to skip an item'),
          about: l10n.t('One on each line.'),
          control: { kind: 'lines' },
        },
      ],
    },
    {
      id: 'texts',
      title: l10n.t('Texts to write'),
      fields: [
        {
          path: ['task', 'rationale', 'first'],
          label: l10n.t('The rationale is written before the judgment'),
          control: check,
        },
        {
          path: ['task', 'rationale', 'minLength'],
          label: l10n.t('Minimum characters of the rationale'),
          control: { kind: 'number', example: '0' },
        },
        {
          path: ['task', 'critique', 'fields'],
          label: l10n.t('Critique of a response'),
          control: {
            kind: 'choice',
            options: [
              [undefined, byDefault(l10n.t('One text'))],
              ['parts', l10n.t('Strengths, weaknesses and a suggestion')],
            ],
          },
        },
        {
          path: ['task', 'critique', 'minLength'],
          label: l10n.t('Minimum characters of each critique'),
          control: { kind: 'number', example: '0' },
        },
      ],
    },
    {
      id: 'spans',
      title: l10n.t('Passages to mark'),
      fields: [
        {
          path: ['task', 'spans'],
          label: l10n.t('Types of marked passages'),
          about: l10n.t(
            'One on each line, as in “wrong fact [negative, span]: not true”. Two spaces before a line put it into the group above. In brackets: positive or negative, and whether it is for a span or for something missing.',
          ),
          control: { kind: 'lines', asLines: { write: spanLines, read: spanTypesIn, isIndented: true } },
        },
      ],
    },
    {
      id: 'criteria',
      title: l10n.t('Rubrics'),
      fields: [
        {
          path: ['task', 'verdicts'],
          label: l10n.t('Cells of the grid to fill'),
          control: {
            kind: 'choice',
            options: [
              [undefined, byDefault(l10n.t('Any'))],
              ['all', l10n.t('All, before a judgment is saved')],
            ],
          },
        },
        {
          path: ['task', 'winners'],
          label: l10n.t('Choose the best response for each criterion'),
          control: check,
        },
      ],
    },
    {
      id: 'shown',
      title: l10n.t('What annotators see'),
      fields: [
        {
          path: ['task', 'guidelines'],
          label: l10n.t('Guidelines'),
          about: l10n.t('A Markdown file, relative to the folder of the study.'),
          control: { kind: 'text', example: 'guidelines.md' },
        },
        { path: ['task', 'references'], label: l10n.t('Reference answers'), control: check },
        {
          path: ['task', 'verifiers'],
          label: l10n.t('Results of tests and checkers'),
          control: { kind: 'choice', options: times('shown') },
        },
        {
          path: ['task', 'othersCritiques'],
          label: l10n.t('Critiques by others'),
          control: { kind: 'choice', options: times('hidden') },
        },
        {
          path: ['task', 'reveal'],
          label: l10n.t('Models, after an item is judged'),
          control: check,
        },
        {
          path: ['task', 'tips'],
          label: l10n.t('Tips'),
          about: l10n.t(
            'Shown on an item: its id, a colon and the text, one on each line. A command in braces, as in “Press {critique}”, is shown as its key.',
          ),
          control: { kind: 'lines', example: 'q7: …', asLines: { write: recordLines, read: recordIn } },
        },
      ],
    },
    {
      id: 'contexts',
      title: l10n.t('Contexts'),
      fields: [
        {
          path: ['task', 'contexts'],
          label: l10n.t('Contexts'),
          about: l10n.t(
            'What annotators assume when they judge an item again. Write it as you would write it for a model.',
          ),
          control: {
            kind: 'rows',
            addLabel: l10n.t('Add a context'),
            added: (count) => ({ name: `context ${count + 1}`, text: `Context ${count + 1}.` }),
            nameOf: ({ name }) => String(name),
            columns: [
              { key: 'name', label: l10n.t('Name'), control: { kind: 'text' } },
              { key: 'text', label: l10n.t('Text'), control: { kind: 'text' }, isWide: true },
            ],
          },
        },
      ],
    },
    {
      id: 'plan',
      title: l10n.t('Who judges what'),
      fields: [
        {
          path: ['plan', 'order'],
          label: l10n.t('Order of items'),
          about: l10n.t('Annotators can choose another order for themselves.'),
          control: {
            kind: 'choice',
            options: [
              [undefined, byDefault(l10n.t('As in the file'))],
              ['shuffled', l10n.t('Random, the same for all')],
              ['shuffled-each', l10n.t('Random, for each annotator')],
              ['uncertain', l10n.t('Disputed items first')],
              ['thin', l10n.t('Least annotated slices first')],
              ['informative', l10n.t('Most informative first')],
            ],
          },
        },
        {
          path: ['plan', 'slices'],
          label: l10n.t('Slices'),
          about: l10n.t('Fields of the metadata whose values divide the items, one on each line.'),
          control: { kind: 'lines', example: 'language' },
        },
        {
          path: ['plan', 'filter', 'fields'],
          label: l10n.t('Only items with these values'),
          about: l10n.t('A field of the metadata, a colon and its value, one on each line. All of them must match.'),
          control: { kind: 'lines', example: 'language: de', asLines: { write: recordLines, read: recordIn } },
        },
        {
          path: ['plan', 'filter', 'text'],
          label: l10n.t('Only items with this text'),
          control: { kind: 'text' },
        },
        {
          path: ['plan', 'filter', 'regex'],
          label: l10n.t('The text is a regular expression'),
          control: check,
        },
        {
          path: ['plan', 'filter', 'matchCase'],
          label: l10n.t('Match the case of the text'),
          control: check,
        },
        {
          path: ['plan', 'filter', 'wholeWord'],
          label: l10n.t('Match whole words of the text'),
          control: check,
        },
        {
          path: ['plan', 'filter', 'metadata'],
          label: l10n.t('Search the metadata for the text, too'),
          control: check,
        },
        {
          path: ['plan', 'filter', 'labelled'],
          label: l10n.t('Only items with a label in the dataset'),
          control: check,
        },
        {
          path: ['plan', 'annotators'],
          label: l10n.t('Annotators'),
          about: l10n.t('Names, one on each line. Who is not listed gets every item.'),
          control: { kind: 'lines' },
        },
        {
          path: ['plan', 'perItem'],
          label: l10n.t('Annotators per item'),
          control: { kind: 'number', example: '1' },
        },
        {
          path: ['plan', 'repeats', 'rate'],
          label: l10n.t('Share of repeated items'),
          about: l10n.t('From 0 to 0.5. Shows how consistent an annotator is, who is not told.'),
          control: { kind: 'number', example: '0' },
        },
        {
          path: ['plan', 'repeats', 'after'],
          label: l10n.t('Minimum number of items between repetitions'),
          control: { kind: 'number', example: '20' },
        },
        {
          path: ['plan', 'controls'],
          label: l10n.t('Control items'),
          about: l10n.t(
            'Ids of items, one on each line. The known answer follows after a colon: the id of the best response, or all in order, as in “q7: b > a = c”.',
          ),
          control: { kind: 'lines', example: 'q7: b', asLines: { write: controlLines, read: controlsIn } },
        },
        {
          path: ['plan', 'controls', 'rate'],
          label: l10n.t('Share of control items'),
          control: { kind: 'number', example: '0.05' },
        },
        {
          path: ['plan', 'controls', 'first'],
          label: l10n.t('Qualification test'),
          about: l10n.t('So many control items with known answers come to each annotator before all other items.'),
          control: { kind: 'number', example: '10' },
        },
        {
          path: ['plan', 'controls', 'pass'],
          label: l10n.t('Share of the test that must be as known'),
          control: { kind: 'number', example: '0.8' },
        },
        {
          path: ['plan', 'controls', 'feedback'],
          label: l10n.t('Show the known answer of a control item after it is judged'),
          control: check,
        },
        {
          path: ['round'],
          label: l10n.t('Round'),
          about: l10n.t('Saved with every annotation. Increase it when the responses come from a new model.'),
          control: { kind: 'number' },
        },
      ],
    },
  ];
}
