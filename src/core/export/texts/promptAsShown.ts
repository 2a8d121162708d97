import type { Item, Message, Passage, Response } from '../../model/item/item';
import { withoutTitle } from '../../model/item/passageTitle';
import type { PromptPlace } from '../../model/study/recipe';
import type { ExportFormat, ExportOptions } from '../format';
import { memoize } from './memoize';

/**
 * The prompt as annotators saw it: with the context and the evidence that stood beside it on the desk. A label means
 * little without them: the same answer is supported by one passage, and not by another.
 *
 * They stand before the words of the last user's turn where nothing is said. All readers have a user's turn, and train
 * on nothing in it; many have no system message (chat templates as Gemma's, reward-bench), and no trainer of
 * preferences reads a column of documents. The field does the same: Fine-Grained RLHF writes its passages into the
 * prompt of its policy and its reward models (allenai/FineGrainedRLHF `fgrlhf`, `tasks/qa_feedback`: "question: …
 * context: …"), summarize-from-feedback puts the post before "TL;DR:", Alpaca its `input` behind the instruction.
 * Formats that have a place of their own for the context of a judgement (`keepsContexts`) or for passages
 * (`keepsEvidence`) use that.
 */

/** Where context and evidence stand; in a user's turn where nothing is said. Tools stand where the format has them. */
export interface PromptPlaces extends Pick<ExportOptions, 'tools'> {
  readonly context?: PromptPlace | undefined;
  readonly evidence?: PromptPlace | undefined;
}

type Places = Pick<ExportFormat, 'keepsContexts' | 'keepsEvidence' | 'toolsIn'>;

/** Whether rows of a format have the tools in the system message, and not in a column of their own. */
export const toolsAreInSystem = ({ toolsIn }: Places, { tools }: PromptPlaces): boolean =>
  toolsIn !== undefined && (tools ?? toolsIn) === 'system';

/**
 * An item with what stood beside it in its prompt, and in that of runs which were told something else; itself where nothing did. Undefined where it has no user's turn that
 * could hold that.
 * @param judgedUnder the context of the judgement, besides the item's own
 */
export function promptAsShown(
  item: Item,
  judgedUnder: string | undefined,
  places: PromptPlaces,
  format: Places,
): Item | undefined {
  const shown = partsShown(item, judgedUnder, places, format);
  if (shown === item || !shown || item.responses.every(({ run }) => run?.prompt === undefined)) return shown;
  const responses: Response[] = [];
  for (const response of item.responses) {
    const { run } = response;
    if (!run?.prompt) responses.push(response);
    else {
      const { promptText: _, ...rest } = item;
      const own = partsShown({ ...rest, prompt: run.prompt }, judgedUnder, places, format);
      if (!own) return undefined;
      responses.push({ ...response, run: { ...run, prompt: own.prompt } });
    }
  }
  return { ...shown, responses };
}

function partsShown(
  item: Item,
  judgedUnder: string | undefined,
  places: PromptPlaces,
  format: Places,
): Item | undefined {
  const { keepsContexts, keepsEvidence, toolsIn } = format;
  const contexts = [item.context, keepsContexts ? undefined : judgedUnder].filter(
    (text) => text !== undefined && text !== '',
  );
  const evidence = keepsEvidence ? [] : (item.evidence ?? []);
  const tools = toolsAreInSystem(format, places) ? item.tools : undefined;
  const leavesTools =
    toolsIn !== undefined && item.tools !== undefined && (tools !== undefined || places.tools === 'none');
  if (contexts.length === 0 && evidence.length === 0) return leavesTools ? withoutTools(item, tools) : item;
  const { context = 'user', evidence: documents = 'user' } = places;
  const inSystem = [
    ...(context === 'system' ? contexts : []),
    ...(documents === 'system' ? documentsText(evidence) : []),
  ].join('\n\n');
  const inTurn = [
    ...(context === 'user' && contexts.length > 0 ? [`Context:\n${contexts.join('\n\n')}`] : []),
    ...(documents === 'user' ? documentsText(evidence) : []),
  ].join('\n\n');
  const turned = inTurn === '' ? item : inLastTurn(item, inTurn);
  const placed = turned && (inSystem === '' ? turned : inSystemMessage(turned, inSystem));
  return placed && leavesTools ? withoutTools(placed, tools) : placed;
}

/** An item without its list of tools, or with it in the system message. */
function withoutTools({ tools: _, ...item }: Item, written: Item['tools']): Item {
  return written ? inSystemMessage(item, toolsInWords(written)) : item;
}

/** What a list of tools in a system message begins with. */
export const toolsHeading = '# Tools\n\nYou may call one or more functions to assist with the user query.';

/**
 * The list of tools as the chat template of Qwen 2.5 and Hermes has it in the system message
 * (Qwen/Qwen2.5-7B-Instruct, `tokenizer_config.json`), without what it says of how calls are written: that is up to the
 * template of the model that is trained.
 */
const toolsInWords = memoize(
  (tools: NonNullable<Item['tools']>): string =>
    `${toolsHeading}\n\nYou are provided with function signatures within <tools></tools> XML tags:\n<tools>\n${tools.map((tool) => JSON.stringify(tool)).join('\n')}\n</tools>`,
);

/** Passages under their numbers, by which answers cite them, with titles and sources as the desk shows them. */
function documentsText(evidence: readonly Passage[]): readonly string[] {
  if (evidence.length === 0) return [];
  const passages = evidence.map(
    ({ text, title = '', source = '' }, n) =>
      `[${n + 1}] ${[title.trim(), source === '' ? '' : `(${source})`].filter((part) => part !== '').join(' ')}`.trimEnd() +
      `\n${withoutTitle(text, title)}`,
  );
  return [`Documents:\n${passages.join('\n\n')}`];
}

function inLastTurn(item: Item, text: string): Item | undefined {
  const at = item.prompt.findLastIndex(({ role }) => role === 'user');
  const turn = item.prompt[at];
  if (!turn) return undefined;
  const before = (content: string): string => (content === '' ? text : `${text}\n\n${content}`);
  const shift = before(turn.content).length - turn.content.length;
  const media = turn.media?.map((each) => (each.at === undefined ? each : { ...each, at: each.at + shift }));
  const prompt = item.prompt.with(at, { ...turn, content: before(turn.content), ...(media && { media }) });
  const { promptText, ...rest } = item;
  if (promptText === undefined) return { ...rest, prompt };
  // The source's own text keeps all of its bytes; where the turn does not stand in it as it is, it is written anew.
  const place = turn.content === '' ? -1 : promptText.lastIndexOf(turn.content);
  return place < 0
    ? { ...rest, prompt }
    : {
        ...rest,
        prompt,
        promptText: promptText.slice(0, place) + before(turn.content) + promptText.slice(place + turn.content.length),
      };
}

/**
 * In the system message, behind what one there says already, a blank line between. Before a prompt that is one text. (A
 * transcript begins with a blank line.)
 */
export function inSystemMessage(item: Item, text: string): Item {
  const [first, ...rest] = item.prompt;
  const prompt: readonly Message[] =
    first?.role === 'system'
      ? [{ ...first, content: first.content === '' ? text : `${first.content}\n\n${text}` }, ...rest]
      : [{ role: 'system', content: text }, ...item.prompt];
  const own = item.promptText ?? (rest.length === 0 && first?.role === 'user' ? first.content : undefined);
  return {
    ...item,
    prompt,
    ...(own !== undefined && { promptText: `${text}${own.startsWith('\n\n') ? '' : '\n\n'}${own}` }),
  };
}
