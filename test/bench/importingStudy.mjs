// One import, in a process of its own. usage: fork('importingStudy.mjs', ['import' | 'least', project, dataset])
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { measured } from './bundle.mjs';

const [what, project, dataset] = process.argv.slice(2);
const { importLabels, Study } = measured();

/** An annotation's line has some 400 bytes. */
const annotation = 'x'.repeat(360);

const started = performance.now();
const written = what === 'import' ? await imported() : await least();
process.send?.({
  milliseconds: performance.now() - started,
  megabytes: process.resourceUsage().maxRSS / 1000,
  written,
});
process.disconnect?.();

/** As `tiebreak import` does. */
async function imported() {
  const study = await Study.open(project);
  await study.refresh();
  const result = await importLabels(study, { annotator: 'ana', closes: true });
  await study.close();
  return result.written;
}

/** Every line parsed, and as many bytes written as the journal has, one fsync at the end. */
async function least() {
  const file = await open(path.join(`${project}.d`, 'least.jsonl'), 'w');
  let lines = [];
  let written = 0;
  const flush = async () => {
    await file.write(lines.join(''));
    written += lines.length;
    lines = [];
  };
  for await (const line of createInterface({ input: createReadStream(dataset) })) {
    const { id } = JSON.parse(line);
    lines.push(`${JSON.stringify({ id, rest: annotation })}\n`);
    if (lines.length === 10_000) await flush();
  }
  await flush();
  await file.sync();
  await file.close();
  return written;
}
