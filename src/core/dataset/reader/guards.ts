import { counted } from '../../model/counted';
import { has, isAbout, keyOf, labelWords, ratingWords, referenceWords, rightWords, wordsIn } from '../fieldWords';
import { field, isObject, LayoutError, type JsonObject } from '../fields';
import { fieldsOf, type Content, type Layout, type Mapping } from '../layouts/layout';
import { RecordReader } from '../recordReader';
import { isResponseName } from './families';
import { isVerdict } from './labelFields';
import { leastRead, type FieldProfile } from './profile';

/**
 * Guards: what speaks against a reading however well its names fit. Options of a question are no responses; one of two that is named, a worse answer or grades beside a single response tell that there is more to read; what cannot be read, or is empty, is no item.
 */

/** Whether the entries of lists are the options of questions: each has its letter, and they are short. */
export function areOptions(records: readonly JsonObject[], path: string): boolean {
  const entries = records.flatMap((record) => field(record, path)).filter(isObject);
  const letters = [...new Set(entries.flatMap((entry) => Object.keys(entry)))].filter((key) => entries.every((entry) => /^[A-H]$/.test(String(entry[key]))));
  const texts = entries.flatMap((entry) => Object.values(entry)).filter((value): value is string => typeof value === 'string' && value.length > 1);
  return letters.length > 0 && texts.reduce((sum, { length }) => sum + length, 0) < texts.length * 60;
}

/** Whether short texts in a list are the options of questions: beside them stands the right one, by a field that is named as an answer and not as what somebody chose. */
export function haveRightOne(records: readonly JsonObject[], fields: readonly FieldProfile[], path: string): boolean {
  const lists = records.map((record) => field(record, path)).filter((list): list is readonly string[] => Array.isArray(list) && list.every((text) => typeof text === 'string'));
  const texts = lists.flat();
  if (texts.length === 0 || texts.reduce((sum, { length }) => sum + length, 0) >= texts.length * 60) return false;
  return fields.some((each) => {
    const words = wordsIn(keyOf(each.path));
    if (each.path === path || each.present < 0.9 || !(isResponseName(each.path) || has(words, rightWords) || has(words, referenceWords))) return false;
    return records.filter((record) => isOption(field(record, each.path), field(record, path))).length >= records.length * 0.9;
  });
}

/** Whether a value is one of a list's texts, its letter, or its number. */
const isOption = (value: unknown, list: unknown): boolean => Array.isArray(list) && (list.includes(value) || (typeof value === 'string' && /^[A-H]$/i.test(value.trim())) || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= list.length));

/** Words for the worse one of two that say so wherever they stand. */
const worseNames: ReadonlySet<string> = new Set(['rejected', 'reject', 'dispreferred', 'worse', 'worst', 'loser', 'losing', 'negative', 'disfavored', 'disfavoured']);

export const calledWorse = (path: string): boolean => wordsIn(path).some((word) => worseNames.has(word));

/** Whether a field holds texts or messages under a name that calls them the worse ones. */
export const mayBeWorse = ({ path, kind, isCode, length }: FieldProfile): boolean => calledWorse(path) && !isAbout(wordsIn(keyOf(path))) && (kind === 'messages' || kind === 'texts' || kind === 'objects' || (kind === 'text' && !isCode && length >= 15));

/** Whether numbers beside a conversation may grade its last turn: several in a list under a name for labels or ratings. */
export const mayGrade = ({ path, kind }: FieldProfile): boolean => ['numbers', 'object', 'other'].includes(kind) && [labelWords, ratingWords].some((set) => has(wordsIn(keyOf(path)), set));

/** Whether a field says which of two responses is the better one: there are two. */
export const namesOneOfTwo = (field: FieldProfile): boolean => isVerdict(field) && field.values.length > 0 && field.values.every((value) => typeof value === 'string' && /^(a|b|tie|[ab] ?> ?[ab]|(response|answer|output|model)[ _]?[ab12])$/i.test(value.trim()));

/** What speaks against a way to read a sample: records that it cannot read, prompts or responses without a word. */
export function faultOf(records: readonly JsonObject[], layout: Layout, mapping: Mapping): string | undefined {
  const fields = fieldsOf(layout, mapping);
  let faults = 0;
  let reason = '';
  for (const record of records) {
    try {
      const read = layout.read(new RecordReader(record, fields));
      const contents: readonly Content[] = Array.isArray(read) ? (read as readonly Content[]) : [read as Content];
      if (contents.every(({ prompt, responses }) => prompt.some(({ content }) => content.trim() !== '') && responses.some(({ text }) => text.trim() !== ''))) continue;
      reason ||= 'the prompt or the responses are empty';
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      reason ||= error.message;
    }
    faults++;
  }
  return faults > records.length * (1 - leastRead) ? `of ${counted(records.length, 'record')} ${faults} cannot be read so: ${reason}` : undefined;
}
