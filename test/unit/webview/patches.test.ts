import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { codeBlocks } from '../../../webview/ui/codeBlocks';
import { asWritten } from '../../../webview/ui/asWritten';

const markdown = new MarkdownIt({ html: false, breaks: true });
codeBlocks(markdown, () => ({ copy: '', copyKey: '', open: '', openKey: '' }));
asWritten(markdown);

const patch = `--- a/calc.py
+++ b/calc.py
@@ -1,2 +1,2 @@
 def add(a, b):
-    return a - b
+    return a + <b>
`;
const textIn = (html: string): string =>
  [...html.matchAll(/<code>(.*?)<\/code>/gs)]
    .map(([, code = '']) => code.replaceAll(/<[^>]+>/g, ''))
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"');

describe('a patch in Markdown', () => {
  it.each([
    ['without a fence', patch],
    ['in a fence', `\`\`\`diff\n${patch}\`\`\``],
    ['behind a sentence', `So:\n${patch}`],
  ])('%s is drawn line by line, and no list', (_, text) => {
    const html = markdown.render(text);
    expect(html).not.toMatch(/<li>|<hr>/);
    expect(html).toContain('<span class="patch-name">calc.py</span>');
    expect(html).toContain('<span class="patch-removed">-    return a - b\n</span>');
    // What is copied is the patch, to the byte.
    expect(textIn(html)).toBe(patch);
  });

  it('ends where prose begins again', () => {
    const html = markdown.render(`${patch}\nThis is why:\n\n- one\n- two`);
    expect(textIn(html)).toBe(patch);
    expect(html).toMatch(/<p>This is why:<\/p>\s*<ul>/);
  });

  it('is folded where a program wrote the file, or it is long', () => {
    const folded = (text: string): boolean => /<details class="patch-file"><summary>/.test(markdown.render(text));
    expect(folded(patch)).toBe(false);
    expect(folded(patch.replaceAll('calc.py', 'yarn.lock'))).toBe(true);
    expect(folded(`--- a/x\n+++ b/x\n@@ -0,0 +1,500 @@\n${'+x\n'.repeat(500)}`)).toBe(true);
  });
});
