import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { aspectOptions, aspectSchema } from '../../annotation/aspect';
import { modeChoices } from '../../annotation/mode';
import { modeLabels } from '../../annotation/modeLabels';
import type { TextView } from '../../desk/textView';
import type { ModelAccess } from '../../suggestion/suggestion';
import type { StepSplit } from '../../annotation/steps';
import { stepErrorsSchema } from '../../annotation/stepErrorsSchema';
import { spanTypesSchema } from '../../annotation/taxonomySchema';
import { says } from '../../problems/checkValue';
import { shapeOf, type Meanings } from './option';
import { choice, type SettingTable } from './settingOption';

/** The settings of a task: what annotators do, in the order in which projects hold them. */

const check = { schema: z.boolean(), control: { kind: 'check' } } as const;

/** Texts that are written, at least so long. */
const minLength = { schema: z.int().positive(), control: { kind: 'number', example: '0' }, group: 'texts' } as const;

const written = z.string().refine((text) => text.trim() !== '', says('value.empty', {}));

export const flagOptions = {
  name: {
    schema: z.string().min(1),
    required: true,
    label: () => l10n.t('Name'),
    help: undefined,
    control: { kind: 'text' },
  },
  of: {
    ...choice({ response: () => l10n.t('a response'), item: () => l10n.t('the item') }, 'response'),
    label: () => l10n.t('Of'),
    help: undefined,
  },
} as const satisfies SettingTable;

export const contextOptions = {
  name: {
    schema: z.string().min(1),
    required: true,
    label: () => l10n.t('Name'),
    help: undefined,
    control: { kind: 'text' },
  },
  text: {
    schema: written,
    required: true,
    label: () => l10n.t('Text'),
    help: () => l10n.t('It is saved with each annotation, so that it can be used in training.'),
    control: { kind: 'text' },
    isWide: true,
  },
} as const satisfies SettingTable;

export const critiqueOptions = {
  fields: {
    ...choice(
      { free: () => l10n.t('One text'), parts: () => l10n.t('Strengths, weaknesses and a suggestion') },
      'free',
    ),
    label: () => l10n.t('Critique of a response'),
    help: undefined,
    group: 'texts',
  },
  minLength: {
    ...minLength,
    label: () => l10n.t('Minimum characters of each critique'),
    help: () => l10n.t('All parts together. A judgment cannot be saved before that. Its draft is kept.'),
  },
} as const satisfies SettingTable;

export const rationaleOptions = {
  first: {
    ...check,
    label: () => l10n.t('The rationale is written before the judgment'),
    help: () => l10n.t('Its field is then above the responses.'),
    group: 'texts',
  },
  minLength: {
    ...minLength,
    label: () => l10n.t('Minimum characters of the rationale'),
    help: () => l10n.t('A judgment cannot be saved before that. Its draft is kept.'),
  },
} as const satisfies SettingTable;

/** When annotators see what others or programs say: at once, once they have judged the item, or not at all. */
const times = {
  shown: () => l10n.t('From the start'),
  after: () => l10n.t('After judging'),
  hidden: () => l10n.t('Never'),
};

export const taskOptions = {
  mode: {
    ...choice(
      Object.fromEntries(
        modeChoices.map((mode) => [
          mode,
          mode === 'auto' ? () => l10n.t('By the number of responses') : modeLabels[mode],
        ]),
      ) as Meanings<(typeof modeChoices)[number]>,
    ),
    required: true,
    label: () => l10n.t('Annotation mode'),
    help: () =>
      l10n.t(
        'By their number, two responses are compared, more are ranked, and a single one is judged as its labels are. With Rank, two are ranked too, so that a digit means the same on all items. Annotators can switch the mode for an item.',
      ),
    group: 'judging',
    flag: '--mode <mode>',
  },
  aspects: {
    schema: z.array(aspectSchema).min(1),
    label: () => l10n.t('Aspects'),
    help: () => l10n.t('What responses are rated on.'),
    control: {
      kind: 'rows',
      columns: aspectOptions,
      addLabel: () => l10n.t('Add an aspect'),
      added: { name: 'aspect {0}', min: 1, max: 5 },
    },
    group: 'aspects',
  },
  steps: {
    ...choice(
      {
        auto: () => l10n.t('Automatically'),
        line: () => l10n.t('By line'),
        paragraph: () => l10n.t('By paragraph'),
        marker: () => l10n.t('By number or bullet'),
        sentence: () => l10n.t('By sentence'),
      } satisfies Meanings<StepSplit>,
      'auto',
    ),
    label: () => l10n.t('Split responses into steps'),
    help: () => l10n.t('Automatically is by line, and by sentence if a response has only one line.'),
    group: 'judging',
  },
  strength: {
    schema: z.union([z.boolean(), z.literal('scale')]),
    label: () => l10n.t('How much better, in pairs'),
    help: () =>
      l10n.t(
        'Whether annotators say how much better a response is. Unless it is by pressing the key again, the next pair is shown as soon as two responses are compared.',
      ),
    control: {
      kind: 'choice',
      values: [
        [true, () => l10n.t('By pressing the key again')],
        ['scale', () => l10n.t('On a scale of seven points')],
        [false, () => l10n.t('Not asked')],
      ],
      default: true,
    },
    group: 'judging',
  },
  advance: {
    ...choice(
      {
        enter: () => l10n.t('When annotators press Enter'),
        'at-once': () => l10n.t('At once, with the key that decides'),
      },
      'enter',
    ),
    label: () => l10n.t('Save'),
    help: () => l10n.t('At once is for modes with one decision. Undo takes it back.'),
    group: 'judging',
  },
  partial: {
    ...check,
    label: () => l10n.t('A judgment of some of the responses is enough'),
    help: () => l10n.t('Annotators are not asked about responses that they have not ranked, compared or rated.'),
    group: 'judging',
  },
  suggestions: {
    ...check,
    label: () => l10n.t('Start with what a label of the dataset says'),
    help: () =>
      l10n.t(
        'Each annotation records what was suggested. Suggestions bias judgments. They cannot be used with control items or repeated items.',
      ),
    group: 'judging',
  },
  view: {
    ...choice({
      formatted: () => l10n.t('Formatted'),
      plain: () => l10n.t('Plain text'),
      source: () => l10n.t('Source text'),
    } satisfies Meanings<TextView>),
    label: () => l10n.t('View of texts'),
    help: () =>
      l10n.t(
        'Formatted draws Markdown, patches, tables and diagrams. Plain text and source text show texts as they are written. If it is not set, annotators switch the view of each response.',
      ),
    group: 'shown',
  },
  references: {
    ...check,
    label: () => l10n.t('Reference answers'),
    help: () => l10n.t('They are pinned above the conversation.'),
    group: 'shown',
  },
  verifiers: {
    ...choice(times, 'shown'),
    label: () => l10n.t('Results of tests and checkers'),
    help: () => l10n.t('When annotators see what tests, checkers and reward models say of a response.'),
    group: 'shown',
  },
  othersCritiques: {
    ...choice(times, 'hidden'),
    label: () => l10n.t('Critiques by others'),
    help: () => l10n.t('When annotators see and can judge the critiques of other people and of models.'),
    group: 'shown',
  },
  reveal: {
    ...check,
    label: () => l10n.t('Models, after an item is judged'),
    help: () => l10n.t('Has no effect in a study with repeated items.'),
    group: 'shown',
  },
  guidelines: {
    schema: z.string().min(1),
    label: () => l10n.t('Guidelines'),
    help: () => l10n.t('A Markdown file, relative to the folder of the study. Each annotation records its version.'),
    control: { kind: 'text', example: 'guidelines.md' },
    group: 'shown',
    flag: '--guidelines <file>',
  },
  winners: {
    ...check,
    label: () => l10n.t('Choose the best response for each criterion'),
    help: () => l10n.t('It can differ from the best response overall, and responses can be tied.'),
    group: 'criteria',
  },
  verdicts: {
    ...choice({ any: () => l10n.t('Any'), all: () => l10n.t('All, before a judgment is saved') }, 'any'),
    label: () => l10n.t('Cells of the grid to fill'),
    help: () =>
      l10n.t(
        'Annotators are asked once about empty cells. A criterion that does not apply to a response can be marked so.',
      ),
    group: 'criteria',
  },
  flags: {
    schema: z.array(z.looseObject(shapeOf(flagOptions))),
    label: () => l10n.t('Flags'),
    help: () => l10n.t('Their keys are Shift+1, Shift+2 and so on, in this order.'),
    control: {
      kind: 'rows',
      columns: flagOptions,
      addLabel: () => l10n.t('Add a flag'),
      added: { name: 'flag {0}' },
    },
    group: 'flags',
  },
  critique: {
    schema: z.looseObject(shapeOf(critiqueOptions)),
    about: 'Settings for the critique of each response.',
    fields: critiqueOptions,
  },
  rationale: {
    schema: z.looseObject(shapeOf(rationaleOptions)),
    about: 'Settings for the rationale of the whole judgment.',
    fields: rationaleOptions,
  },
  spans: {
    schema: spanTypesSchema,
    label: () => l10n.t('Types of marked passages'),
    help: () =>
      l10n.t(
        'Annotators mark passages and missing information with them. They choose a type with one key per level, in this order.',
      ),
    control: {
      kind: 'lines',
      hint: () =>
        l10n.t(
          'One on each line, as in “wrong fact [negative, span]: not true”. Two spaces before a line put it into the group above. In brackets: positive or negative, and whether it is for a span or for something missing.',
        ),
      as: 'spans',
    },
    group: 'spans',
  },
  runPairs: {
    ...choice(
      {
        all: () => l10n.t('All runs of a task'),
        differ: () => l10n.t('Two runs whose outcomes differ'),
        same: () => l10n.t('Two runs of the same outcome'),
        drawn: () => l10n.t('Two runs, drawn at random'),
      },
      'all',
    ),
    label: () => l10n.t('Runs of a task that are judged together'),
    help: () =>
      l10n.t(
        'Two of them are drawn by the seed of the study, for all annotators alike. Tasks without such a pair are left out and counted. Outcomes stay hidden as before.',
      ),
    group: 'runs',
    flag: '--run-pairs <which>',
  },
  stepErrors: {
    schema: stepErrorsSchema,
    label: () => l10n.t('Categories of errors in runs'),
    help: () =>
      l10n.t(
        'What annotators can say of a wrong step of a run. Default: mast, the 14 failure modes of MAST. Others are trail and tau.',
      ),
    control: {
      kind: 'lines',
      hint: () =>
        l10n.t(
          'One of these names, or one category on each line, as in “wrong file: edits what it should not”. Two spaces before a line put it into the group above.',
        ),
      example: 'mast',
      as: 'stepErrors',
    },
    group: 'runs',
  },
  contexts: {
    schema: z.array(z.looseObject(shapeOf(contextOptions))),
    label: () => l10n.t('Contexts'),
    help: () =>
      l10n.t('What annotators assume when they judge an item again. Write it as you would write it for a model.'),
    control: {
      kind: 'rows',
      columns: contextOptions,
      addLabel: () => l10n.t('Add a context'),
      added: { name: 'context {0}', text: 'Context {0}.' },
    },
    group: 'contexts',
  },
  tips: {
    schema: z.record(z.string(), written),
    label: () => l10n.t('Tips'),
    help: () => l10n.t('Shown on an item in place of the list of keys, to teach one thing at a time.'),
    control: {
      kind: 'lines',
      hint: () =>
        l10n.t(
          'The id of an item, a colon and the text, one on each line. A command in braces, as in “Press {critique}”, is shown as its key.',
        ),
      example: 'q7: …',
      as: 'record',
    },
    group: 'shown',
  },
  questions: {
    schema: z
      .array(
        z.looseObject({
          version: z.int().positive().describe('Version number, starting at 1.'),
          text: z.string().min(1).describe('What annotators are asked.'),
        }),
      )
      .min(1),
    required: true,
    about:
      'The question for annotators. To change it, add a new version at the end. Each annotation records the version that it was made under.',
  },
  models: {
    ...choice(
      {
        any: () => l10n.t('Of any endpoint that somebody names'),
        local: () => l10n.t('On this computer only'),
        none: () => l10n.t('None'),
      } satisfies Meanings<ModelAccess>,
      'any',
    ),
    label: () => l10n.t('Models that texts of the dataset may be sent to'),
    help: () =>
      l10n.t(
        'For judges. Nothing is sent before somebody names an endpoint and confirms it. On this computer only are commands, and endpoints at its own address.',
      ),
    group: 'judging',
  },
  skipReasons: {
    schema: z.array(z.string().min(1)),
    label: () => l10n.t('Reasons to skip an item'),
    help: () => l10n.t('Default: four usual ones.'),
    control: { kind: 'lines', hint: () => l10n.t('One on each line.') },
    group: 'flags',
  },
} as const satisfies SettingTable;
