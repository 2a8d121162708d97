import { expect, it } from 'vitest';
import { isOfLanguage } from '../../../../src/core/export/rows/languageFilter';

it.each<[string, readonly string[], boolean]>([
  ['en', ['en'], true],
  ['en-US', ['en'], true],
  ['EN', ['en'], true],
  ['en_us', ['en-US'], true],
  ['zh-Hant-TW', ['zh-hant'], true],
  ['en', ['en-US'], false],
  ['eng', ['en'], false],
  ['de', ['en', 'fr'], false],
  ['English', ['english'], true],
  ['', ['en'], false],
])('an item in %o is asked for by %o: %s', (language, wanted, expected) => {
  expect(isOfLanguage(language, wanted)).toBe(expected);
});
