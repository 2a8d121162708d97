import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../dataset/fields/fields';
import { counted } from '../../model/text/counted';
import { NumberTable } from '../../model/report/numberTable';
import { hashOfText } from '../../model/text/textHash';
import { isMostOf } from '../derive/balance';
import type { ExportFormat } from '../format';
import { productOf } from '../trainers';

/** Something about a row that its rules allow and that is hardly meant. */
export interface Doubt {
  readonly kind: string;
  readonly message: string;
}

/** What chat templates know as speakers; whatever else a reader takes is in its rules (`FormatRules.roles`). */
const templateRoles: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
const meantBy: Readonly<Record<string, string>> = {
  human: 'user',
  prompter: 'user',
  gpt: 'assistant',
  bot: 'assistant',
  model: 'assistant',
  ai: 'assistant',
  chatbot: 'assistant',
};
const userRoles: readonly string[] = ['user', 'human'];

/** Columns that end with what the model is to say, and those that come before it. */
const answers = ['chosen', 'rejected', 'reference', 'completion'] as const;
const prompts = ['prompt', 'context'] as const;

/**
 * What readers do with such a row, tried with their own code (test/trainers); the first word names the reader as
 * `productOf` has it.
 */
const atUnknownRole: Readonly<Record<string, string>> = {
  TRL: `TRL's ORPO and CPO stop with "Invalid role in the last message" where it ends the prompt`,
  axolotl: 'axolotl stops with a KeyError',
  torchtune: 'torchtune stops with a ValueError',
};
const atAnswerByOthers: Readonly<Record<string, string>> = {
  TRL: "TRL cuts it where the assistant's turn would begin, and trains on a part of it",
  OpenRLHF: 'OpenRLHF does so too',
  'open-instruct': 'open-instruct leaves the row out',
  torchtune: 'torchtune stops with a ValueError',
};
const atSeveralTurns: Readonly<Record<string, string>> = { axolotl: 'axolotl trains only on the last one' };
const atEarlyParting: Readonly<Record<string, string>> = {
  axolotl: 'axolotl uses all turns of "chosen" except the last as the prompt of both',
  OpenRLHF: "OpenRLHF's DPO does so too",
  'reward-bench': 'reward-bench does so too',
};
const atNoUser: Readonly<Record<string, string>> = {
  TRL: `TRL's ORPO and CPO stop with "Invalid role in the last message: system"`,
  torchtune: 'torchtune stops with a ValueError',
};

/**
 * Says of rows that no reader stops at what is likely wrong with them, and of the file as a whole once all were seen.
 * Keeps some 100 bytes a prompt.
 */
export class Doubts {
  private readonly readers: ReadonlySet<string>;
  private readonly known: readonly string[];
  /** Rows by what they label. */
  private readonly labels = new Map<boolean, number>();
  private readonly prompts = new NumberTable();
  /** By prompt, in the order of `prompts`: its rows, and the line of the first. */
  private readonly ofPrompt: { rows: number; readonly line: number }[] = [];
  private rows = 0;

  constructor(private readonly format: Pick<ExportFormat, 'family' | 'shape' | 'trainers' | 'rules' | 'name'>) {
    this.readers = new Set(format.trainers.map(({ name }) => productOf(name)));
    this.known = [...templateRoles, ...(format.rules.roles ?? [])];
  }

  look(row: JsonObject, line: number): readonly Doubt[] {
    this.rows++;
    this.count(row, line);
    return [
      ...(this.format.shape === 'messages' && this.format.trainers.length > 0 ? this.ofMessages(row) : []),
      ...ofMargin(row),
    ];
  }

  /** What is said of all rows together. */
  ofFile(): readonly string[] {
    const [only, ...others] = this.labels.keys();
    const said: string[] = [];
    if (only !== undefined && others.length === 0 && this.rows > 1)
      said.push(
        `every response is labeled ${only ? 'good' : 'bad'}: KTO learns from the difference between good and bad, and its trainers do not warn about this`,
      );
    const most = this.ofPrompt.reduce((a, b) => (b.rows > a.rows ? b : a), { rows: 0, line: 0 });
    if (isMostOf(most.rows, this.rows))
      said.push(
        `${most.rows.toLocaleString('en-US')} of ${counted(this.rows, 'row')} have the prompt of line ${most.line}, so one long list dominates the training. Export fewer pairs (--pairs neighbours or best-worst), or give each list a total weight of 1 (--weight list)`,
      );
    return said;
  }

  private count(row: JsonObject, line: number): void {
    const { family } = this.format;
    const label = labelIn(row);
    if (family === 'labels' && label !== undefined) this.labels.set(label, (this.labels.get(label) ?? 0) + 1);
    if (family !== 'pairs' && family !== 'reward') return;
    const prompt = promptIn(row);
    if (prompt === undefined) return;
    const place = this.prompts.add(hashOfText(JSON.stringify(prompt)));
    const known = this.ofPrompt[place];
    if (known) known.rows++;
    else this.ofPrompt.push({ rows: 1, line });
  }

  private ofMessages(row: JsonObject): Doubt[] {
    const doubts: Doubt[] = [];
    const say = (kind: string, message: string, by: Readonly<Record<string, string>>): number =>
      doubts.push({
        kind,
        message: [
          message,
          ...Object.entries(by).flatMap(([reader, does]) => (this.readers.has(reader) ? [does] : [])),
        ].join('; '),
      });
    const conversations = [...Object.entries(row), ...completionsIn(row)].flatMap(([column, value]) =>
      isConversation(value) ? [{ column, turns: value.map(({ role }) => role) }] : [],
    );
    for (const { column, turns } of conversations) {
      const unknown = turns.find((role) => !this.known.includes(role));
      if (unknown !== undefined)
        say(
          'role',
          `${column}: a turn is by ${JSON.stringify(unknown)}, which chat templates ignore or write as a role that models do not know${meantBy[unknown] === undefined ? '' : ` (is ${JSON.stringify(meantBy[unknown])} meant?)`}`,
          atUnknownRole,
        );
      const last = turns.at(-1);
      if (
        (answers as readonly string[]).includes(column) &&
        last !== undefined &&
        this.known.includes(last) &&
        last !== 'assistant'
      )
        say(
          'answer',
          `${column}: ends with a turn by ${JSON.stringify(last)} instead of the assistant`,
          atAnswerByOthers,
        );
    }
    const minded = (by: Readonly<Record<string, string>>): boolean =>
      Object.keys(by).some((reader) => this.readers.has(reader));
    const several =
      hasPrompt(row) && minded(atSeveralTurns)
        ? conversations.find(({ column, turns }) => (column === 'chosen' || column === 'rejected') && turns.length > 1)
        : undefined;
    if (several)
      say('several turns', `${several.column}: is an answer of ${several.turns.length} messages`, atSeveralTurns);
    else if (!hasPrompt(row) && minded(atEarlyParting) && partsBeforeLastTurn(row))
      say('parting', 'chosen and rejected already differ before the last turn', atEarlyParting);
    const prompt =
      conversations.find(({ column }) => (prompts as readonly string[]).includes(column))?.turns ??
      (hasPrompt(row) ? undefined : conversations.find(({ column }) => column === 'chosen')?.turns.slice(0, -1));
    const isEmpty = prompts.some((column) => Array.isArray(row[column]) && row[column].length === 0);
    if (
      isEmpty ||
      (prompt && prompt.length > 0 && !prompt.some((role) => userRoles.includes(role) || !this.known.includes(role)))
    )
      say('no user', 'the prompt has no user turn, which many chat templates require', atNoUser);
    if (this.readers.has('reward-bench')) {
      if (conversations.some(({ turns }) => turns.includes('system')))
        say(
          'system prompt',
          'reward-bench stops with an AssertionError at a system prompt. Other trainers can read the row',
          {},
        );
      if (conversations.some(({ turns }) => turns.includes('tool')) || Object.values(row).some(callsTools))
        say(
          'calls of tools',
          'reward-bench identifies user and assistant turns by their position, and confuses them after a tool call. Other trainers can read the row',
          {},
        );
    }
    return doubts;
  }
}

function ofMargin({ margin }: JsonObject): Doubt[] {
  return typeof margin === 'number' && margin < 0
    ? [
        {
          kind: 'margin',
          message:
            'margin: is less than 0: the margin is how much better the chosen answer must be, so here it could be worse',
        },
      ]
    : [];
}

/** Whether a row of single responses calls its own good. */
function labelIn({ label, preference }: JsonObject): boolean | undefined {
  if (preference === 'chosen' || preference === 'rejected') return preference === 'chosen';
  return typeof label === 'boolean' ? label : typeof label === 'number' ? label > 0 : undefined;
}

/** What a row of a pair is an answer to, in whichever columns. */
function promptIn(row: JsonObject): unknown {
  if (row.prompt !== undefined) return row.prompt;
  const { context, input, conversations, messages, chosen } = row;
  const whole = context ?? input ?? conversations;
  if (whole !== undefined) return whole;
  if (Array.isArray(messages)) return messages.slice(0, -1);
  return Array.isArray(chosen) ? chosen.slice(0, -1) : undefined;
}

const completionsIn = ({ completions }: JsonObject): [string, unknown][] =>
  Array.isArray(completions)
    ? completions.flatMap((each) => (isObject(each) ? [['completion', each.completion] as [string, unknown]] : []))
    : [];

const hasPrompt = (row: JsonObject): boolean => prompts.some((column) => Object.hasOwn(row, column));

/** Whether two whole conversations differ in more than their last turns. */
function partsBeforeLastTurn({ chosen, rejected }: JsonObject): boolean {
  if (!isConversation(chosen) || !isConversation(rejected)) return false;
  return chosen.length !== rejected.length || !isDeepStrictEqual(chosen.slice(0, -1), rejected.slice(0, -1));
}

const isConversation = (value: unknown): value is readonly { readonly role: string }[] =>
  Array.isArray(value) && value.length > 0 && value.every((turn) => isObject(turn) && typeof turn.role === 'string');

const callsTools = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.some((turn) => isObject(turn) && turn.tool_calls !== undefined && turn.tool_calls !== null);
