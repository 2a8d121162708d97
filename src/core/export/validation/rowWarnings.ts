import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../dataset/fields/recordFields';
import { problem, type Problem } from '../../model/problems/problem';
import { NumberTable } from '../../model/report/numberTable';
import { hashOfText } from '../../model/text/textHash';
import { isDominant } from '../derive/dominantPrompt';
import type { ExportFormat } from '../format';
import { productOf } from '../trainers';

/** Something about a row that its rules allow and that is hardly meant. */
export interface RowWarning {
  readonly kind: string;
  readonly what: Problem;
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
export class RowWarnings {
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

  look(row: JsonObject, line: number): readonly RowWarning[] {
    this.rows++;
    this.count(row, line);
    return [
      ...(this.format.shape === 'messages' && this.format.trainers.length > 0 ? this.ofMessages(row) : []),
      ...ofMargin(row),
    ];
  }

  /** What is said of all rows together. */
  ofFile(): readonly Problem[] {
    const [only, ...others] = this.labels.keys();
    const said: Problem[] = [];
    if (only !== undefined && others.length === 0 && this.rows > 1)
      said.push(problem('validation.oneLabel', { isGood: only }));
    const most = this.ofPrompt.reduce((a, b) => (b.rows > a.rows ? b : a), { rows: 0, line: 0 });
    if (isDominant(most.rows, this.rows))
      said.push(problem('validation.oneLongList', { rows: most.rows, of: this.rows, line: most.line }));
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

  private ofMessages(row: JsonObject): RowWarning[] {
    const doubts: RowWarning[] = [];
    const say = (kind: string, what: Problem): number => doubts.push({ kind, what });
    const readersOf = (by: Readonly<Record<string, string>>): string[] =>
      Object.entries(by).flatMap(([reader, does]) => (this.readers.has(reader) ? [does] : []));
    const conversations = [...Object.entries(row), ...completionsIn(row)].flatMap(([column, value]) =>
      isConversation(value) ? [{ column, turns: value.map(({ role }) => role) }] : [],
    );
    for (const { column, turns } of conversations) {
      const unknown = turns.find((role) => !this.known.includes(role));
      const meant = unknown === undefined ? undefined : meantBy[unknown];
      if (unknown !== undefined)
        say(
          'role',
          problem('validation.unknownRole', {
            column,
            role: unknown,
            ...(meant !== undefined && { meant }),
            does: readersOf(atUnknownRole),
          }),
        );
      const last = turns.at(-1);
      if (
        (answers as readonly string[]).includes(column) &&
        last !== undefined &&
        this.known.includes(last) &&
        last !== 'assistant'
      )
        say('answer', problem('validation.answerByOther', { column, role: last, does: readersOf(atAnswerByOthers) }));
    }
    const minded = (by: Readonly<Record<string, string>>): boolean =>
      Object.keys(by).some((reader) => this.readers.has(reader));
    const several =
      hasPrompt(row) && minded(atSeveralTurns)
        ? conversations.find(({ column, turns }) => (column === 'chosen' || column === 'rejected') && turns.length > 1)
        : undefined;
    if (several)
      say(
        'several turns',
        problem('validation.answerOfSeveralTurns', {
          column: several.column,
          turns: several.turns.length,
          does: readersOf(atSeveralTurns),
        }),
      );
    else if (!hasPrompt(row) && minded(atEarlyParting) && partsBeforeLastTurn(row))
      say('parting', problem('validation.partsBeforeLastTurn', { does: readersOf(atEarlyParting) }));
    const prompt =
      conversations.find(({ column }) => (prompts as readonly string[]).includes(column))?.turns ??
      (hasPrompt(row) ? undefined : conversations.find(({ column }) => column === 'chosen')?.turns.slice(0, -1));
    const isEmpty = prompts.some((column) => Array.isArray(row[column]) && row[column].length === 0);
    if (
      isEmpty ||
      (prompt && prompt.length > 0 && !prompt.some((role) => userRoles.includes(role) || !this.known.includes(role)))
    )
      say('no user', problem('validation.noUserTurn', { does: readersOf(atNoUser) }));
    if (this.readers.has('reward-bench')) {
      if (conversations.some(({ turns }) => turns.includes('system')))
        say('system prompt', problem('validation.systemPrompt', {}));
      if (conversations.some(({ turns }) => turns.includes('tool')) || Object.values(row).some(callsTools))
        say('calls of tools', problem('validation.toolCalls', {}));
    }
    return doubts;
  }
}

function ofMargin({ margin }: JsonObject): RowWarning[] {
  return typeof margin === 'number' && margin < 0
    ? [{ kind: 'margin', what: problem('validation.marginBelowZero', {}) }]
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
