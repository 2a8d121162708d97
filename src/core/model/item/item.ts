import type { CriterionKind } from '../rubric/criterionKind';

/** An image, a sound or a film that a record names by path or URL; never its bytes. */
export interface Media {
  readonly kind: 'image' | 'audio' | 'video';
  readonly source: string;
  /** Where it stands in the text of its turn, in UTF-16 units; before all of it where nothing is said. */
  readonly at?: number | undefined;
  /** What stands for it there in the text, as in "<image>". */
  readonly marker?: string | undefined;
}

/** A call of a tool by the assistant. */
export interface ToolCall {
  /** By which the tool's answer names it. */
  readonly id?: string | undefined;
  readonly name: string;
  /** The arguments by name; their text where what the model wrote is no JSON object. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

/** One turn of a conversation. `content` is the exact text of the source. */
export interface Message {
  readonly role: string;
  readonly content: string;
  readonly media?: readonly Media[] | undefined;
  /** Tools that an assistant's turn calls, after what it says; never empty. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
  /** Of a tool's turn: the tool that answers, and the call that it answers. */
  readonly toolName?: string | undefined;
  readonly toolCallId?: string | undefined;
  /** Of a turn of a run: what names it wherever it stands (`withKeys`). */
  readonly key?: string | undefined;
}

/** One of the answers that are judged against each other. */
export interface Response {
  /** Unique within its item. */
  readonly id: string;
  /** Exact text, as it follows `Item.promptText` in the source where there is one. */
  readonly text: string;
  /** The turns, where the source's response is more than one assistant message. */
  readonly turns?: readonly Message[];
  readonly model?: string;
  /** What a program found out about it (tests, a checker, a reward model); never a person's judgement. */
  readonly verifiers?: readonly VerifierResult[];
  /** What it is beside its turns, where it is an attempt of an agent. */
  readonly run?: Run;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What a run used up, as far as its writer says. */
export interface RunUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedTokens?: number;
  /** In US dollars. */
  readonly cost?: number;
  readonly seconds?: number;
}

/** Turns beside those of a run, in their order. */
export interface RunPart {
  /** Who took them; not for the annotator's eyes, as it may tell the model. */
  readonly name?: string;
  /** Number (from 0) of the turn of the run behind which they hang; -1 before the first, absent where nobody says. */
  readonly after?: number;
  /** Id of the call that they are the work of. */
  readonly call?: string;
  readonly turns: readonly Message[];
}

/**
 * What a response has beside its turns where it is a run: one attempt of an agent at a task. What a program says of its
 * end is among the response's verifiers.
 */
export interface Run {
  /** Who wrote it (`dataset/runs`); not for the annotator's eyes, as it may tell the model. */
  readonly harness: string;
  /** The change that it leaves, as a unified diff. */
  readonly patch?: string;
  /** Files that it leaves, by path, where the writer holds them whole. */
  readonly files?: Readonly<Record<string, string>>;
  /** How it ended, in the writer's word: "submitted", "max_steps". */
  readonly exit?: string;
  readonly usage?: RunUsage;
  /** What it was told before its first turn, where that is not the item's prompt. */
  readonly prompt?: readonly Message[];
  /** Turns that it took and went back on, or that were pruned: rewinds, siblings in a search. */
  readonly branches?: readonly RunPart[];
  /** What agents did that it called to help. */
  readonly subagents?: readonly RunPart[];
  /** Keys of turns that only repeat what stood before a continuation. */
  readonly copied?: readonly string[];
}

export interface VerifierResult {
  readonly name: string;
  readonly passed?: boolean;
  readonly score?: number;
  /** Where nobody says whether more of it is better, so that nothing of it is a failure. */
  readonly direction?: 'unknown';
  /** Its output, for people. */
  readonly detail?: string;
}

/** A passage that an answer may rest on: retrieved text, a quote, a document. */
export interface Passage {
  /** Unique within its item. */
  readonly id: string;
  readonly text: string;
  /** Its parts as the source counts them (a title, then sentences), where it does; `text` is what they read like. */
  readonly sentences?: readonly string[];
  readonly title?: string;
  /** Where it is from: a URL, a file, a page. */
  readonly source?: string;
  /** The one response that it belongs to, where each has passages of its own. */
  readonly response?: string;
}

/** A criterion that comes with the item: what responses to this prompt are to be judged by. */
export interface ItemCriterion {
  readonly id: string;
  readonly text: string;
  readonly weight?: number;
  /** What each level of its scale means, by level. */
  readonly levels?: Readonly<Record<string, string>>;
  /** How it is answered, where the source says so; the rest as of a criterion of a rubric. */
  readonly kind?: CriterionKind;
  readonly min?: number;
  readonly max?: number;
  readonly categories?: readonly { readonly name: string; readonly value?: number | undefined }[];
}

/** One unit to annotate: a prompt and the responses to it. */
export interface Item {
  /** The dataset's own id, or a hash of the content where it has none. */
  readonly id: string;
  /** Hash of prompt and responses; a different one means that the source changed. */
  readonly hash: string;
  readonly prompt: readonly Message[];
  /**
   * The source's own text for the prompt, where it is one string (a plain prompt or a transcript): `promptText +
   * response.text` is the source again.
   */
  readonly promptText?: string;
  readonly responses: readonly Response[];
  /**
   * What the assistant can call, each tool defined as the source does it: a JSON schema, in most sources under
   * "function". Never empty.
   */
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  /** Under what circumstances the prompt is meant, where the source keeps them apart from it. */
  readonly context?: string;
  readonly evidence?: readonly Passage[];
  /** Answers known to be right or wished for. */
  readonly references?: readonly string[];
  readonly criteria?: readonly ItemCriterion[];
  /**
   * For leads and verifiers (a rubric's key, the reason of a planted error): not for the annotator's eyes before the
   * judgement.
   */
  readonly notes?: string;
  /** As the source writes it: a BCP 47 tag, or a name. */
  readonly language?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The system prompt: what leads the conversation in the role "system". */
export function systemPromptOf(item: Pick<Item, 'prompt'>): string | undefined {
  const first = item.prompt[0];
  return first?.role === 'system' ? first.content : undefined;
}

/** Whether a conversation calls tools, or holds their answers. */
export function callsTools(turns: readonly Message[]): boolean {
  return turns.some(({ role, toolCalls }) => role === 'tool' || toolCalls !== undefined);
}

/** The turns that a response adds to the conversation: its own, or its text as one assistant message. */
export function turnsOf(response: Response): readonly Message[] {
  return response.turns ?? [{ role: 'assistant', content: response.text }];
}
