/**
 * Values that stand deeper in a record than a layout's fields: checked, with the path where they stand for the error,
 * or read where they are there.
 */
import type { Message } from '../../../model/item/item';
import { isObject, wrongValue, type JsonObject } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import type { RecordReader } from '../../records/recordReader';

/** The text at `path`. Throws `LayoutError` for anything else. */
export function textIn(value: unknown, path: string): string {
  if (typeof value !== 'string') throw wrongValue(path, value, 'text');
  return value;
}

/** The list of messages at `path`, not empty. Throws `LayoutError` for anything else. */
export function messagesIn(value: unknown, path: string): Message[] {
  const messages = asMessages(value);
  if (!messages) throw wrongValue(path, value, 'messages');
  return messages;
}

/** A field that is a list of texts, not empty. */
export function textsAt(record: RecordReader, name: string): string[] {
  const list = record.listAt(name);
  if (list.length === 0) throw record.wrong(name, list, 'listOfTexts');
  return list.map((entry, index) => textIn(entry, `${record.path(name)}[${index}]`));
}

/** Text that says something; undefined for anything else, and for the placeholders of tables. */
export function meaningfulText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && value !== 'N/A' ? value : undefined;
}

/**
 * What is left of a record as metadata, with further values that found no place; null, undefined and empty objects say
 * nothing.
 */
export function metadataOf(record: RecordReader, further?: JsonObject): { metadata?: JsonObject } {
  if (!further) return record.rest();
  const kept = Object.entries(further).filter(
    ([, value]) => value !== undefined && value !== null && !(isObject(value) && Object.keys(value).length === 0),
  );
  const metadata = { ...record.rest().metadata, ...Object.fromEntries(kept) };
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}

/** The model that wrote a response, where the source says so. */
export function modelOf(value: unknown): { model?: string } {
  const model = meaningfulText(value);
  return model === undefined ? {} : { model };
}

/** The language of an item, where the source says so. */
export function languageOf(value: unknown): { language?: string } {
  const language = meaningfulText(value);
  return language === undefined ? {} : { language };
}
