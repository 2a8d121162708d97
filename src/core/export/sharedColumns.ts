import * as z from 'zod';
import type { Annotation } from '../model/annotation/annotation';
import { judgeKinds, judgeKindOf } from '../model/annotation/judgeKind';
import { turnsOf, type Item, type Message, type Response } from '../model/item/item';
import type { PairSetting } from './builders/pairFormat';
import type { Column, ExportSetting } from './columns';
import type { Labelled } from './derive/labels';
import type { Listed } from './derive/lists';
import { messages, pairColumnRules, text, textPrompt, tools } from './formatRules';
import { mediaOfKind } from './media/itemMedia';
import type { MediaKind } from './media/mediaKinds';
import { mediaSources, visionMessages } from './media/rules';
import { annotatorName } from './rows/pseudonyms';
import { promptMessages, responseMessages, toolsText, trainerMessage } from './texts/messages';
import { completionText, promptText } from './texts/plainText';

/** Columns that several formats have. */

interface OfItem {
  readonly item: Item;
}
interface OfResponse extends OfItem {
  readonly response: Response;
}
interface OfPair extends OfItem {
  readonly chosen: Response;
  readonly rejected: Response;
}

const turnsRule = messages('[{"role": "assistant", …}]');
const visionTurns = visionMessages('[{"role": "assistant", …}]');

/** A prompt as text. @param rule another than that of a text that is not empty */
export const promptTextOf = (rule: z.ZodType<string> = text.min(1, 'is empty')) => ({
  rule,
  value: ({ item }: OfItem) => promptText(item),
});

export const completion = { rule: text, value: ({ item, response }: OfResponse) => completionText(item, response) };

/** A prompt as messages. */
export const promptColumn = (...said: Parameters<typeof messages>) => ({
  rule: messages(...said),
  value: ({ item }: OfItem) => promptMessages(item),
});

/** The same where a file may carry images, so that contents are parts. @param what as `visionMessages` has it */
export const visionPrompt = (what: string) => ({
  rule: visionMessages(what),
  value: ({ item }: OfItem, { file }: ExportSetting) => promptMessages(item, file),
});
export const visionAnswer = {
  rule: visionTurns,
  value: ({ response }: OfResponse, { file }: ExportSetting) => responseMessages(response, file),
};

/** What TRL says of a prompt that is not a list of messages. */
export const besideLists = 'text beside message lists stops TRL 0.29 and later';

/** Both responses of a pair as messages. */
export const messagePair = {
  chosen: { rule: turnsRule, value: ({ chosen }: OfPair) => responseMessages(chosen) },
  rejected: { rule: turnsRule, value: ({ rejected }: OfPair) => responseMessages(rejected) },
};
export const visionPair = {
  chosen: { rule: visionTurns, value: ({ chosen }: OfPair, { file }: ExportSetting) => responseMessages(chosen, file) },
  rejected: {
    rule: visionTurns,
    value: ({ rejected }: OfPair, { file }: ExportSetting) => responseMessages(rejected, file),
  },
};
/** A pair with its prompt as texts. */
export const textPair = {
  prompt: promptTextOf(textPrompt),
  chosen: { rule: text, value: ({ item, chosen }: OfPair) => completionText(item, chosen) },
  rejected: { rule: text, value: ({ item, rejected }: OfPair) => completionText(item, rejected) },
};

/**
 * The column `tools`, in every row of a file or in none. As JSON text, which TRL takes too: as objects, the schemas of
 * different tools would become one, with null for what each of them lacks. Null where there are none: TRL hands an
 * empty list to the chat template as it is, and templates that ask whether tools are none (Llama 3) then tell the model
 * to answer by a call of one. ms-swift does so itself, of any list and text but null (`swift/template/base.py
 * _preprocess_function_call`, `_get_system`).
 */
export const toolsOr = (rule: z.ZodType<string | null | undefined>) => ({
  rule,
  value: ({ item }: OfItem, { file }: ExportSetting) =>
    file.tools ? (item.tools ? toolsText(item.tools) : null) : undefined,
});
export const toolsColumn = { tools: toolsOr(tools) };

/** A number that a pair may carry. */
const carried = (
  name: keyof typeof pairColumnRules,
  option: 'margin' | 'weight' | 'softLabel',
): Column<unknown, PairSetting, number | undefined> => ({
  rule: pairColumnRules[name],
  value: (_, { extra }) => extra[name],
  isReal: true,
  option,
  unread: `${name === 'soft_label' ? 'soft-label' : name}-unread`,
});
export const marginColumn = { margin: carried('margin', 'margin') };
/**
 * Columns beside those of a pair that its trainers pass over. No trainer for DPO is known to read one (trl
 * `trainer/dpo_trainer.py _set_signature_columns_if_needed`).
 */
export const pairNumbers = {
  ...marginColumn,
  weight: carried('weight', 'weight'),
  soft_label: carried('soft_label', 'softLabel'),
};
/** The same where each row needs a margin, in the words of TRL's RewardTrainer, which reads it. */
export const rewardNumbers = {
  ...pairNumbers,
  margin: {
    rule: z.number(
      'must be a number in every row: TRL stops with "TypeError: must be real number, not NoneType" where it is missing, and with "ValueError: too many dimensions \'str\'" where it is text',
    ) as z.ZodType<number | undefined>,
    value: pairNumbers.margin.value,
    isReal: true,
    option: 'margin',
  },
} as const;

/** The column of the media of one kind in turns, where rows of the file carry any; undefined where these have no place. */
const mediaColumn = <From>(
  kind: MediaKind,
  turns: (from: From, by: ExportSetting) => readonly Message[] | undefined,
) => ({
  rule: mediaSources,
  value: (from: From, by: ExportSetting) => {
    const own = by.file.media?.includes(kind) ? turns(from, by) : undefined;
    return own && mediaOfKind(own, kind);
  },
});

/** The columns `images`, `videos` and `audios`, each in all rows of a file or in none. */
export const mediaColumns = <From>(turns: Parameters<typeof mediaColumn<From>>[1]) => ({
  images: mediaColumn('image', turns),
  videos: mediaColumn('video', turns),
  audios: mediaColumn('audio', turns),
});
const promptTurns = ({ item }: OfItem): readonly Message[] => item.prompt;
export const promptMedia = mediaColumns(promptTurns);
export const promptImages = { images: promptMedia.images };
/** The turns of a prompt with what answers it. */
export const wholeTurns = ({ item, response }: OfResponse): readonly Message[] => [
  ...item.prompt,
  ...turnsOf(response),
];

/** Whether a response is good, as true or false. */
export const goodLabel = <Value>(rule: z.ZodType<Value>) => ({ rule, value: ({ good }: Labelled) => good });

/** The texts of a list, best first, and what they score. */
export const listedTexts = ({ item, listed }: OfItem & { readonly listed: readonly Listed[] }): string[] =>
  listed.map(({ response }) => completionText(item, response));
export const listedScores = ({ listed }: { readonly listed: readonly Listed[] }): number[] =>
  listed.map(({ score }) => score);

/** Columns of tables that show texts: the conversation, and the turns of the response. */
export const shownTurns = {
  prompt: {
    rule: messages('the conversation', 'is an empty list: nothing was said'),
    value: ({ item }: OfItem) => item.prompt.map(trainerMessage),
  },
  context: { rule: z.string(), value: ({ context }: { readonly context?: string | undefined }) => context ?? '' },
  response: {
    rule: messages('the turns of the response', 'is an empty list: nothing was said'),
    value: ({ response }: OfResponse) => turnsOf(response).map(trainerMessage),
  },
};
/** Whose judgement a row is. */
export const annotatorColumn = {
  rule: z.string().min(1, "is empty: every label is somebody's"),
  value: ({ annotation }: { readonly annotation: Annotation }, { options }: ExportSetting) =>
    annotatorName(annotation.annotator, options),
};
export const originRule = z.enum(judgeKinds);
export const originOf = ({ origin }: Annotation) => judgeKindOf(origin);
