import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../src/host/commands';

const root = join(import.meta.dirname, '../..');
const sample = readFileSync(join(root, 'media/sample/sample.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly id: string }).id);
const tips = JSON.parse(readFileSync(join(root, 'media/sample/tips.json'), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;
const commandsIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

it('the sample teaches on its first five items, in every language of the interface', () => {
  const languages = readdirSync(join(root, 'l10n')).map((name) => /^bundle\.l10n\.(.+\.)?json$/.exec(name)?.[1]);
  const names = languages.map((language) => (language === undefined ? 'en' : language.slice(0, -1)));
  expect(Object.keys(tips).sort()).toEqual(names.sort());
  for (const each of Object.values(tips)) expect(Object.keys(each)).toEqual(sample.slice(0, 5));
});

it('its tips name commands that have keys, the same in each language', () => {
  for (const [id, text] of Object.entries(tips['en']!)) {
    for (const name of commandsIn(text)) expect(commands).toHaveProperty(name);
    for (const other of Object.values(tips)) expect(commandsIn(other[id]!)).toEqual(commandsIn(text));
  }
});
