import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answererOf, isLocal, refuseAccess } from '../../../src/core/judge/access';
import { judgeIn, type JudgeFile } from '../../../src/core/judge/judgeFile';
import type { Question } from '../../../src/core/judge/questions';
import type { Project } from '../../../src/core/model/study/project';
import { itemOf } from '../made/formatRows';
import { temporaryFolder } from '../made/temporaryFolder';

const item = itemOf('Which sea?', ['The North Sea.', 'None.']);
const question: Question = { asks: 'pairs', item, shown: item.responses, sample: 0, criteria: [], aspects: [] };
const messages = { system: 'Compare.', user: 'These.' };
const { signal } = new AbortController();

/** A judge that is a program in JavaScript, with what it reads as `lines`, a promise each. */
function judgeOf(program: string, more = ''): { judge: JudgeFile; file: string } {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'judge.mjs'), program);
  const file = join(folder, 'judge.yaml');
  return {
    judge: judgeIn(`name: j\nasks: pairs\ncommand: ${JSON.stringify([process.execPath, 'judge.mjs'])}\n${more}`, file),
    file,
  };
}

const echo = `import { createInterface } from 'node:readline';
console.error('loading');
console.log('ready');
const held = [];
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, responses, schema } = JSON.parse(line);
  held.push({ id, answer: { winner: responses[0].length > responses[1].length ? 'A' : 'B', fields: Object.keys(schema.properties) }, probability: 0.75 });
  if (held.length === 2) for (const each of held.reverse()) console.log(JSON.stringify(each));
});`;

describe('a command', () => {
  it('is started beside its judge file, and answers in any order', async () => {
    const { judge, file } = judgeOf(echo);
    const answerer = answererOf(judge, file);
    const answers = await Promise.all([
      answerer.ask(question, messages, signal),
      answerer.ask({ ...question, shown: [...item.responses].reverse() }, messages, signal),
    ]);
    await answerer.close();
    expect(answers.map(({ text }) => (JSON.parse(text) as { winner: string }).winner)).toEqual(['A', 'B']);
    expect(answers[0]).toMatchObject({ probability: 0.75 });
  });

  it('that ends early or cannot be started stops the judge, with what it said', async () => {
    const { judge, file } = judgeOf(`console.error('no model here'); process.exit(3);`);
    const answerer = answererOf(judge, file);
    await expect(answerer.ask(question, messages, signal)).rejects.toThrow(/exit 3\)\. It said: no model here/);
    await expect(answerer.ask(question, messages, signal)).rejects.toThrow(/exit 3/);
    await answerer.close();
    const missing = judgeIn('name: j\nasks: pairs\ncommand: [no-such-program-here]', 'judge.yaml');
    const none = answererOf(missing, 'judge.yaml');
    await expect(none.ask(question, messages, signal)).rejects.toThrow('no-such-program-here cannot be started');
    await none.close();
  });

  it('that does not answer is waited for as long as its file says', async () => {
    const { judge, file } = judgeOf('process.stdin.resume();', 'timeout: 0.2');
    const answerer = answererOf(judge, file);
    await expect(answerer.ask(question, messages, signal)).rejects.toThrow('no answer in 0.2 s');
    await answerer.close();
  });
});

describe('texts of a study', () => {
  const projectOf = (models: string): Project => ({ task: { models } }) as unknown as Project;
  const at = (endpoint: string): JudgeFile => judgeIn(`{name: j, asks: pairs, endpoint: "${endpoint}", model: m}`, 'j');

  it('go where the study lets them, and a key comes from the environment', () => {
    const [here, away] = [at('http://127.0.0.1:8000/v1'), at('https://example.com/v1')];
    expect(() => refuseAccess(away, projectOf('any'))).not.toThrow();
    expect(() => refuseAccess(away, projectOf('local'))).toThrow('on this computer only');
    expect(() => refuseAccess(here, projectOf('local'))).not.toThrow();
    expect(() => refuseAccess(here, projectOf('none'))).toThrow('does not let its texts be sent');
    for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(isLocal(at(`http://${name}:1/`)), name).toBe(true);
    for (const name of ['127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1'])
      expect(isLocal(at(`http://${name}/`)), name).toBe(false);
    expect(() => answererOf({ ...away, key: 'NO_SUCH_KEY' }, 'j', {})).toThrow('NO_SUCH_KEY is not set');
  });
});
