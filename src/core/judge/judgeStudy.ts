import { scan } from '../dataset/sources/scan';
import { JournalWriteError } from '../journal/journalWriter';
import { newId } from '../journal/newId';
import { UserError } from '../model/problems/problem';
import type { Item } from '../model/item/item';
import type { Rubrics } from '../model/rubric/rubric';
import { suggestionVersion, type Suggestion } from '../model/suggestion/suggestion';
import type { Study } from '../study/study';
import type { Answer, Answerer } from './answerer';
import { understood } from './answers';
import { identityOf, isBy } from './identity';
import type { JudgeFile } from './judgeFile';
import { messagesFor, type Messages } from './messages';
import { keyOfQuestion, keyOfSuggestion, questionsOn, type Question } from './questions';
import { StopError } from './stopError';

/** Characters of a token, roughly, for what is told before anything is sent. */
const charactersOfToken = 4;
/** Tokens of an answer, roughly: a reason of two sentences and a verdict. */
const tokensOfAnswer = 120;

/** Which items of a study are asked about. */
export interface Wanted {
  /** Only those that somebody has judged. */
  readonly judged?: boolean;
  /** At most so many. */
  readonly limit?: number;
  /** Asks again what was answered and not understood. */
  readonly again?: boolean;
}

/** What a judge would be asked, before anything is sent. */
export interface JudgePlan {
  readonly items: number;
  readonly questions: number;
  /** Of all questions those that this judge has answered before. */
  readonly answered: number;
  /** Estimated by the number of characters. */
  readonly tokens: { readonly input: number; readonly output: number };
  /** Undefined where the judge file has no price. */
  readonly cost: number | undefined;
  /** The first question in full, as it would be sent. */
  readonly example: Messages | undefined;
  /** Whether each item was left out for want of a pair, a criterion, an aspect or a run. */
  readonly without: number;
}

/** Tells what would be asked. Reads the dataset once and sends nothing. */
export async function planJudge(
  study: Study,
  judge: JudgeFile,
  before: readonly Suggestion[],
  wanted: Wanted,
  signal?: AbortSignal,
): Promise<JudgePlan> {
  const known = knownKeys(study, judge, before, wanted);
  const plan = { items: 0, questions: 0, answered: 0, without: 0 };
  const tokens = { input: 0, output: 0 };
  let example: Messages | undefined;
  for await (const item of itemsOf(study, wanted, signal)) {
    plan.items++;
    let asked = 0;
    for (const question of questionsOn(item, judge, study)) {
      asked++;
      if (known.has(keyOfQuestion(question))) {
        plan.answered++;
        continue;
      }
      const messages = messagesFor(question, judge, study.project);
      example ??= messages;
      plan.questions++;
      const of = estimated(messages, judge);
      tokens.input += of.input;
      tokens.output += of.output;
    }
    if (asked === 0) plan.without++;
  }
  return { ...plan, tokens, cost: costOf(tokens, judge), example };
}

const estimated = ({ system, user }: Messages, { sampling }: JudgeFile): JudgePlan['tokens'] => ({
  input: Math.ceil((system.length + user.length) / charactersOfToken),
  output: Math.min(tokensOfAnswer, sampling.max_tokens ?? tokensOfAnswer),
});

/** What a judge has answered, so far or in the end. */
export interface JudgeTally {
  readonly answered: number;
  /** Answers that are none to the question; they are kept with the reason. */
  readonly notUnderstood: number;
  /** Questions that got no answer; they can be asked again. */
  readonly failed: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly cost: number;
  /** What went wrong, with how often. */
  readonly problems: ReadonlyMap<string, number>;
  /** Why not all was asked. */
  readonly stopped?: 'budget' | UserError;
}

export interface JudgeOptions extends Wanted {
  readonly signal: AbortSignal;
  /** In the currency of the judge's price: no question is begun that could take it further. */
  readonly budget?: number;
  /** Writes a line so that it survives what comes. */
  readonly append: (suggestion: Suggestion) => Promise<void>;
  readonly onProgress?: (tally: JudgeTally) => void;
}

/**
 * Asks a judge everything that it has not answered yet, several questions at a time, and appends each answer as it
 * comes. Ended early, it goes on where it was. Rejects with `signal.reason` once aborted, after what had come was
 * appended.
 */
export async function judgeStudy(
  study: Study,
  judge: JudgeFile,
  answerer: Answerer,
  before: readonly Suggestion[],
  options: JudgeOptions,
): Promise<JudgeTally> {
  const run = new JudgeRun(study, judge, answerer, options);
  const known = knownKeys(study, judge, before, options);
  const questions = pending(study, judge, known, options);
  try {
    await Promise.all(Array.from({ length: judge.concurrency }, () => run.work(questions)));
  } finally {
    await questions.return();
    await answerer.close();
  }
  options.signal.throwIfAborted();
  return run.tally();
}

/** Questions that are drawn by several at a time: an async generator gives each of them to one. */
async function* pending(
  study: Study,
  judge: JudgeFile,
  known: ReadonlySet<string>,
  options: JudgeOptions,
): AsyncGenerator<Question, void, void> {
  for await (const item of itemsOf(study, options, options.signal))
    for (const question of questionsOn(item, judge, study)) if (!known.has(keyOfQuestion(question))) yield question;
}

function knownKeys(
  study: Study,
  judge: JudgeFile,
  before: readonly Suggestion[],
  { again = false }: Wanted,
): ReadonlySet<string> {
  const identity = identityOf(judge, study);
  return new Set(
    before
      .filter((each) => isBy(each, identity) && !(again && each.judgement === null))
      .map((each) => keyOfSuggestion(each)),
  );
}

async function* itemsOf(
  study: Study,
  { judged = false, limit = Infinity }: Wanted,
  signal?: AbortSignal,
): AsyncGenerator<Item> {
  const wanted = judged ? new Set(Array.from(study.replay.judgements(), ({ item }) => item)) : undefined;
  const { paths, reading } = study.data;
  let count = 0;
  for await (const batch of scan(paths, reading, signal ? { signal } : {}))
    for (const parsed of batch) {
      if (!('item' in parsed) || wanted?.has(parsed.item.id) === false) continue;
      if (count++ >= limit) return;
      yield parsed.item;
    }
}

const costOf = (
  tokens: { readonly input: number; readonly output: number },
  { price }: JudgeFile,
): number | undefined => price && (tokens.input * price.input + tokens.output * price.output) / 1e6;

/** What is counted while several questions are open. */
class JudgeRun {
  private answered = 0;
  private notUnderstood = 0;
  private failed = 0;
  private cost = 0;
  private readonly tokens = { input: 0, output: 0 };
  private readonly problems = new Map<string, number>();
  private stopped: JudgeTally['stopped'];
  private readonly identity: ReturnType<typeof identityOf>;
  private lastId: string | undefined;
  /** What the questions that are open may cost, and the most that one has cost. */
  private open = 0;
  private reserved = 0;
  private dearest = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly study: Study,
    private readonly judge: JudgeFile,
    private readonly answerer: Answerer,
    private readonly options: JudgeOptions,
  ) {
    this.identity = identityOf(judge, study);
  }

  /** Asks one question after the other until there is none, or there is a reason to stop. */
  async work(questions: AsyncGenerator<Question, void, void>): Promise<void> {
    const { signal, onProgress } = this.options;
    const isOver = (): boolean => this.stopped !== undefined || signal.aborted;
    while (!isOver()) {
      try {
        const next = await questions.next();
        if (next.done) return;
        await this.ask(next.value);
      } catch (error) {
        if (!(error instanceof UserError)) {
          if (isOver()) return;
          throw error;
        }
        if (error instanceof StopError || error instanceof JournalWriteError) this.stopped ??= error;
        else this.fail(error.message);
      }
      onProgress?.(this.tally());
    }
  }

  private async ask(question: Question): Promise<void> {
    const { study, judge, answerer, options } = this;
    const messages = messagesFor(question, judge, study.project);
    const expected = await this.reserve(messages);
    if (expected === undefined) return;
    try {
      const started = performance.now();
      const answer = await answerer.ask(question, messages, options.signal);
      await this.add(this.lineOf(question, answer, Math.round(performance.now() - started)));
    } finally {
      this.reserved -= expected;
      this.open--;
      for (const go of this.waiting.splice(0)) go();
    }
  }

  /**
   * Reserves what a question may cost, once the budget has room for it beside those that are open; undefined where it
   * has not even without them. As much as the dearest before it, or by its length where none was answered.
   */
  private async reserve(messages: Messages): Promise<number | undefined> {
    const { judge } = this;
    const { budget = Infinity } = this.options;
    for (;;) {
      const expected = this.dearest > 0 ? this.dearest : (costOf(estimated(messages, judge), judge) ?? 0);
      if (this.cost + this.reserved + expected <= budget) {
        // At once: others that waited look next.
        this.reserved += expected;
        this.open++;
        return expected;
      }
      if (this.open === 0 || this.stopped) {
        this.stopped ??= 'budget';
        return undefined;
      }
      await new Promise<void>((go) => this.waiting.push(go));
    }
  }

  private async add(line: Suggestion): Promise<void> {
    const { tokens, cost = 0, judgement, problem } = line;
    this.tokens.input += tokens?.input ?? 0;
    this.tokens.output += tokens?.output ?? 0;
    // Paid, whether or not it can be written down.
    this.cost += cost;
    this.dearest = Math.max(this.dearest, cost);
    await this.options.append(line);
    this.answered++;
    if (judgement === null) this.notUnderstood++;
    if (problem !== undefined) this.count(problem);
  }

  private lineOf(question: Question, answer: Answer, duration: number): Suggestion {
    const { identity, judge } = this;
    const { item, shown, sample, asks, criteria } = question;
    const { text, tokens, probability } = answer;
    // What is cut off or refused says nothing, even where it can be read.
    const said =
      answer.problem === undefined ? understood(text, question) : { judgement: null, problem: answer.problem };
    const cost = tokens && costOf(tokens, judge);
    const used = new Set(criteria.map(({ rubric }) => rubric));
    this.lastId = newId(this.lastId);
    return {
      v: suggestionVersion,
      type: 'suggestion',
      id: this.lastId,
      time: new Date().toISOString(),
      judge: identity.judge,
      model: identity.model,
      prompt: identity.prompt,
      sampling: identity.sampling,
      item: item.id,
      hash: item.hash,
      asks,
      shown: shown.map(({ id }) => id),
      sample,
      rubrics: identity.rubrics.filter(({ id }) => used.has(id)),
      ...said,
      ...(probability !== undefined && said.judgement && { confidence: probability }),
      raw: text,
      ...(tokens && { tokens }),
      ...(cost !== undefined && { cost }),
      duration,
    };
  }

  private fail(reason: string): void {
    this.failed++;
    this.count(reason);
  }

  private count(reason: string): void {
    this.problems.set(reason, (this.problems.get(reason) ?? 0) + 1);
  }

  tally(): JudgeTally {
    const { answered, notUnderstood, failed, tokens, cost, problems, stopped } = this;
    return { answered, notUnderstood, failed, tokens: { ...tokens }, cost, problems, ...(stopped && { stopped }) };
  }
}

/** Rubrics that a judge file names and the study does not have. */
export const unknownRubrics = ({ rubrics = [] }: JudgeFile, library: Rubrics): readonly string[] =>
  rubrics.filter((id) => library.rubrics.every((rubric) => rubric.id !== id));
