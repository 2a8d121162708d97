import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { endOfScreen, screenful } from '../../../webview/ui/firstScreen';

const markdown = new MarkdownIt();
const html = (tokens: ReturnType<typeof markdown.parse>): string =>
  markdown.renderer.render(tokens, markdown.options, {});

function cut(text: string): { readonly whole: string; readonly beginning: string; readonly rest: string } {
  const tokens = markdown.parse(text, {});
  const end = endOfScreen(tokens);
  return { whole: html(tokens), beginning: html(tokens.slice(0, end)), rest: html(tokens.slice(end)) };
}

const prose = `${'some words '.repeat(100)}\n\n`;
const items = (count: number): string => '- an item of a list\n  1. and one within it\n\n'.repeat(count);

describe('the first screen of a text', () => {
  it('and what follows are the whole text, whatever is in it', () => {
    const block = fc.constantFrom(
      prose,
      items(20),
      '# A heading\n\n',
      '> quoted\n\n',
      `\`\`\`js\n${'code();\n\n'.repeat(200)}\`\`\`\n\n`,
      '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
      '[one][two]\n\n',
      '[two]: https://example.com\n\n',
      '    indented\n\n',
      '3. three\n\n',
      '---\n\n',
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 30 }), (blocks) => {
        const { whole, beginning, rest } = cut(blocks.join(''));
        expect(beginning + rest).toBe(whole);
      }),
    );
  });

  it('is all of a text that is not longer', () => {
    expect(cut('one\n\ntwo').rest).toBe('');
  });

  it('ends with the block that fills it', () => {
    const { beginning, rest } = cut(prose.repeat(10));
    expect(beginning.length).toBeGreaterThan(screenful());
    expect(beginning.length).toBeLessThan(screenful() + prose.length + 20);
    expect(rest).not.toBe('');
  });

  it.each([
    ['a list', items(300), '</ul>\n'],
    ['a block of code', `\`\`\`\n${'code\n\n'.repeat(2000)}\`\`\`\n\n`, '</code></pre>\n'],
  ])('does not end within %s', (_, block, end) => {
    const { beginning, rest } = cut(`${block}${prose}`);
    expect(beginning.endsWith(end)).toBe(true);
    expect(rest).toBe(html(markdown.parse(prose, {})));
  });
});
