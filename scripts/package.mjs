// Makes the VSIX: `npm run package [-- --out FILE] [--pre-release]`. Checks that it holds what runs and nothing else, and
// prints its size.
import { createVSIX, listFiles, PackageManager } from '@vscode/vsce';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(root, 'tiebreak.vsix') },
    'pre-release': { type: 'boolean', default: false },
  },
});
const out = path.resolve(values.out);

/** Those that the interface has beside English. */
const languages = ['de', 'es', 'fr', 'ja', 'pt-br', 'zh-cn'];

/** What users get; a file that is missing here or stands here in vain is a mistake in .vscodeignore. */
const expected = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'package.json',
  'package.nls.json',
  'dist/cli.js',
  'dist/extension.js',
  'dist/fileJobs.js',
  'dist/libraries/arrow.js',
  'dist/libraries/parquet.js',
  'dist/libraries/parquetWriter.js',
  'dist/libraries/patterns.js',
  'dist/libraries/postgres.js',
  'dist/libraries/tar.js',
  'dist/libraries/workbook.js',
  'dist/libraries/yaml.js',
  'dist/libraries/zip.js',
  'dist/project.schema.json',
  'dist/studyJobs.js',
  'dist/third-party-licenses.txt',
  'dist/webview/annotate.css',
  'dist/webview/annotate.js',
  'dist/webview/export.css',
  'dist/webview/export.js',
  'dist/webview/diagrams.js',
  'dist/webview/mathematics.css',
  'dist/webview/mathematics.js',
  'dist/webview/report.css',
  'dist/webview/report.js',
  'dist/webview/rubric.css',
  'dist/webview/rubric.js',
  'dist/webview/settings.css',
  'dist/webview/settings.js',
  'dist/worker.js',
  ...[
    'AMS-Regular',
    'Caligraphic-Bold',
    'Caligraphic-Regular',
    'Fraktur-Bold',
    'Fraktur-Regular',
    'Main-Bold',
    'Main-BoldItalic',
    'Main-Italic',
    'Main-Regular',
    'Math-BoldItalic',
    'Math-Italic',
    'SansSerif-Bold',
    'SansSerif-Italic',
    'SansSerif-Regular',
    'Script-Regular',
    'Size1-Regular',
    'Size2-Regular',
    'Size3-Regular',
    'Size4-Regular',
    'Typewriter-Regular',
  ].map((name) => `dist/webview/fonts/KaTeX_${name}.woff2`),
  ...[
    'README',
    'annotate',
    'code',
    'export-and-train',
    'get-started',
    'glossary',
    'reference/command-line',
    'reference/figures',
    'reference/formats',
    'reference/journal',
    'reference/learnt',
    'reference/project-file',
    'judges',
    'quality',
    'rubrics-and-coverage',
    'set-up-a-study',
    'troubleshooting',
    'teams',
    'teams-at-scale',
    'work-with-several-people',
  ].map((name) => `docs/${name}.md`),
  'l10n/bundle.l10n.json',
  ...languages.flatMap((language) => [`l10n/bundle.l10n.${language}.json`, `package.nls.${language}.json`]),
  'media/activity.svg',
  'media/code/diff.png',
  'media/code/tests.png',
  'media/desk.png',
  'media/icon.png',
  ...['best', 'best-worst', 'pair', 'rank', 'rate', 'steps', 'thumbs'].map((name) => `media/modes/${name}.png`),
  ...['dark.svg', 'grammar.json', 'language.json', 'light.svg'].map((name) => `media/project/${name}`),
  'media/sample/sample.jsonl',
  'media/sample/tips.json',
  ...[
    'code-review',
    'empathic-dialogue',
    'helpful-honest-harmless',
    'mathematics',
    'rag-answers',
    'safety',
    'summarization',
  ].map((name) => `media/rubrics/${name}.yaml`),
  'media/walkthrough/1-open.svg',
  'media/walkthrough/2-rank.svg',
  'media/walkthrough/3-criticise.svg',
  'media/walkthrough/4-export.svg',
];

execFileSync(process.execPath, [path.join(root, 'scripts', 'build.mjs'), '--production'], { stdio: 'inherit' });
const files = (await listFiles({ cwd: root, packageManager: PackageManager.None })).sort();
const odd = [
  ...files.filter((file) => !expected.includes(file)).map((file) => `unexpected ${file}`),
  ...expected.filter((file) => !files.includes(file)).map((file) => `missing ${file}`),
];
// vsce makes the links of these two lead to the repository: pictures have to be on the web to be shown in VS Code.
const rewritten = ['README.md', 'CHANGELOG.md'];
for (const page of files.filter((file) => file.endsWith('.md'))) {
  for (const [, link] of (await readFile(path.join(root, page), 'utf8')).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
    const target = path.join(path.dirname(page), link);
    const isThere = rewritten.includes(page) ? existsSync(path.join(root, target)) : files.includes(target);
    if (!isThere) odd.push(`missing ${link}, where ${page} leads to`);
  }
}
if (odd.length > 0) {
  console.error(`the VSIX does not hold what it should:\n  ${odd.join('\n  ')}`);
  process.exit(1);
}
await mkdir(path.dirname(out), { recursive: true });
await createVSIX({
  cwd: root,
  packagePath: out,
  dependencies: false,
  preRelease: values['pre-release'],
});
const { size } = await stat(out);
console.log(`${path.relative(process.cwd(), out)}: ${files.length} files, ${(size / 1024).toFixed(0)} kB`);
