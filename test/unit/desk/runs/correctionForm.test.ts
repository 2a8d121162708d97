import { describe, expect, it } from 'vitest';
import { correctionForm } from '../../../../src/core/desk/runs/correctionForm';

describe('the form in which a correction is written', () => {
  it.each<[string, unknown, string]>([
    ['a short text', 'src/a.py', 'text'],
    ['a text with a tab and an emoji', 'a\tb 🙂', 'text'],
    ['a number', 3, 'json'],
    ['nothing', null, 'json'],
    ['an empty list', [], 'json'],
    ['several lines', 'a\nb', 'document'],
    ['several lines of Windows', 'a\r\nb\r\n', 'document'],
    ['a long line', 'a'.repeat(501), 'document'],
    ['lines that end in both ways', 'a\r\nb\n', 'json'],
    ['a carriage return alone', 'a\rb', 'json'],
    ['a character that no editor shows', 'a\u0000b', 'json'],
    ['a separator of lines that editors ask about', 'a\u2028b', 'json'],
    ['a byte order mark, which a file would lose', '\ufeffa\nb', 'json'],
    ['half of an emoji', 'a\ud83d', 'json'],
  ])('loses nothing of %s', (_, value, form) => {
    expect(correctionForm(value)).toBe(form);
  });
});
