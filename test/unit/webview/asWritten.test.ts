import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { asWritten } from '../../../webview/ui/asWritten';
import { codeBlocks } from '../../../webview/ui/codeBlocks';

const markdown = new MarkdownIt({ html: false, breaks: true });
codeBlocks(markdown, () => ({ copy: '', copyKey: '', open: '', openKey: '' }));
asWritten(markdown);

/** What a reader sees, without what stands on buttons. */
const seen = (text: string): string =>
  markdown
    .render(text)
    .replaceAll(/<div class="code-head">.*?<\/div>/g, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

describe('what Markdown would change', () => {
  it('lines of a change are no bullets', () => {
    const html = markdown.render('So:\n-    return a - b\n+    return a + b\nThat is all.');
    expect(html).not.toContain('<li>');
    expect(html).toContain('<span class="patch-added">+    return a + b\n</span>');
    expect(html).toContain('<p>That is all.</p>');
  });

  it('lists of two kinds stay lists', () => {
    expect(markdown.render('- one\n- two\n\n+ three')).not.toContain('patch');
    expect(markdown.render('- one\n* two')).not.toContain('patch');
  });

  it('code keeps its indentation and its underscores', () => {
    const code = 'def f(x):\n    if __name__ == "__main__":\n        return x\n\n    return None\n';
    expect(seen(`Here it is:\n${code}It returns what it was given first.`)).toContain(code);
    expect(seen(code)).toContain(code);
  });

  it('a comment is no heading', () => {
    expect(markdown.render('# say hello\ndef f(x):\n    return x')).not.toContain('<h1>');
    expect(markdown.render('# Title\n\nSome text.')).toContain('<h1>');
  });

  it('identifiers and products keep their marks', () => {
    expect(seen('Call __init__ and 2*3*4.')).toBe('Call __init__ and 2*3*4.\n');
    expect(markdown.render('This is __very__ *important*.')).toContain('<em>important</em>');
    expect(markdown.render('This is __Very important__.')).toContain('<strong>Very important</strong>');
  });

  it('a list keeps its numbers', () => {
    expect(markdown.render('3. a\n5. b')).toContain('<li value="5">');
    // All the same: Markdown counts.
    expect(markdown.render('1. a\n1. b')).not.toContain('value=');
  });

  it('no line vanishes', () => {
    expect(seen('See [1].\n\n[2]: appendix\n\nEnd.')).toContain('[2]: appendix');
    expect(markdown.render('See [this].\n\n[this]: https://example.com')).toContain('[this]: https://example.com');
  });

  it('no cell vanishes', () => {
    expect(seen('| a | b |\n|---|---|\n| 1 | 2 | lost |')).toContain('| 1 | 2 | lost |');
    expect(markdown.render('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>');
    expect(markdown.render('| a | b |\n|---|---|\n| `x|y` | 2 |  |')).toContain('<table>');
  });
});

describe('blocks of code that are more than code', () => {
  it('rows are a table, and the text is what is copied', () => {
    const html = markdown.render('```csv\na,b\n1,"x, <y>"\n```');
    expect(html).toContain('<th>a</th><th>b</th>');
    expect(html).toContain('<td>x, &lt;y&gt;</td>');
    expect(html).toContain('<code class="raw" hidden>a,b\n1,&quot;x, &lt;y&gt;&quot;\n</code>');
  });

  it('a long log is folded in the middle, and none of it is lost', () => {
    const log = `${Array.from({ length: 100 }, (_, n) => `line ${n}`).join('\n')}\n`;
    const html = markdown.render(`\`\`\`log\n${log}\`\`\``);
    expect(html).toContain('<summary>Lines 21 to 70</summary>');
    expect([...html.matchAll(/<code>(.*?)<\/code>/gs)].map(([, code]) => code).join('')).toBe(log);
    expect(markdown.render('```log\na\nb\n```')).not.toContain('details');
  });

  it('the source is shown as it is', () => {
    expect(markdown.render('```csv source\na,b\n1,2\n```')).not.toContain('<table>');
    expect(markdown.render('```diff source\n-a\n+b\n```')).not.toContain('patch');
  });

  it('a diagram has its place, and its source below', () => {
    expect(markdown.render('```mermaid\ngraph TD\n```')).toMatch(
      /data-drawing="mermaid"><\/div><details.*<code>graph TD\n<\/code>/s,
    );
  });
});
