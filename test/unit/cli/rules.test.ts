import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import { tiebreak, type Run } from '../made/commandLine';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';
import { storedRules } from '../../workbench/storedLibrary';

const ruleFile = (folder: string): string => join(folder, 'study.tiebreak.d', 'rules', 'kind.json');
const journal = (folder: string): string => join(folder, 'study.tiebreak.d', 'annotations', 'ana.jsonl');
const rules = (folder: string, ...args: string[]): Promise<Run> => tiebreak(folder, 'rules', 'study.tiebreak', ...args);

async function withStudy(): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'pairs.jsonl'),
    jsonl([
      { prompt: 'One', chosen: 'good', rejected: 'bad' },
      { prompt: 'Two', chosen: 'better', rejected: 'worse' },
    ]),
  );
  writeFileSync(
    join(folder, 'rules.yaml'),
    '- feedback: Answer in one sentence\n  scope: when somebody asks for a definition\n- id: kind\n  feedback: Be kind\n  scope: complaints\n  examples:\n    - prompt: My parcel is lost!\n      scope: in\n    - prompt: Where is my parcel?\n      scope: near\n',
  );
  expect((await tiebreak(folder, 'init', 'study.tiebreak', '--dataset', 'pairs.jsonl')).code).toBe(0);
  return folder;
}

/** Labels of the source, as if somebody had marked them by these rules. */
async function marked(folder: string, marks: NonNullable<Annotation['judgement']['rules']>): Promise<void> {
  await tiebreak(folder, 'import', 'study.tiebreak', '--annotator', 'ana');
  const lines = readFileSync(journal(folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Annotation);
  writeFileSync(
    journal(folder),
    jsonl(
      lines.map((line) => ({ ...line, origin: { kind: 'human' }, judgement: { ...line.judgement, rules: marks } })),
    ),
  );
}

describe('tiebreak rules', () => {
  it('adds those of a file, lists them, and makes versions of those that are there', async () => {
    const folder = await withStudy();
    expect(await rules(folder)).toEqual({
      code: 0,
      out: 'No rules in this study. Add some with --import FILE\n',
      err: '',
    });
    expect(await rules(folder, '--import', 'rules.yaml')).toEqual({
      code: 0,
      out: 'Added answer-in-one-sentence\nAdded kind\n',
      err: '',
    });
    expect((await rules(folder)).out).toBe(
      'answer-in-one-sentence: version 1\n  Answer in one sentence\n  scope: when somebody asks for a definition\nkind: version 1, 2 examples\n  Be kind\n  scope: complaints\n',
    );
    writeFileSync(
      join(folder, 'more.jsonl'),
      jsonl([
        { id: 'kind', feedback: 'Be kind and brief', scope: 'complaints' },
        { feedback: 'Answer in one sentence', scope: 'when somebody asks for a definition' },
      ]),
    );
    expect((await rules(folder, '--import', 'more.jsonl')).out).toBe(
      'Added version 2 of kind. Marks under earlier versions are kept\nUnchanged: answer-in-one-sentence, version 1\n',
    );
    expect(JSON.parse((await rules(folder, '--json')).out)).toMatchObject({
      rules: [
        { id: 'answer-in-one-sentence', inForce: 1 },
        {
          id: 'kind',
          inForce: 2,
          versions: [
            { version: 1, inUse: false },
            { version: 2, feedback: 'Be kind and brief', examples: [{ scope: 'in' }, { scope: 'near' }] },
          ],
        },
      ],
    });
  });

  it('writes a file that is read back as it was, into another study too', async () => {
    const [folder, other] = [await withStudy(), await withStudy()];
    await rules(folder, '--import', 'rules.yaml');
    expect((await rules(folder, '--export', 'all.json')).out).toBe('Wrote 2 rules to all.json\n');
    expect(await rules(folder, '--export', 'all.json')).toMatchObject({ code: 1 });
    writeFileSync(join(other, 'all.json'), readFileSync(join(folder, 'all.json')));
    await rules(other, '--import', 'all.json');
    const words = (file: string): unknown =>
      JSON.parse(JSON.stringify(storedRules(join(file, 'study.tiebreak'))).replaceAll(/"time":"[^"]*"/g, '"time":""'));
    expect(words(other)).toEqual(words(folder));
    // A file of a study does as well.
    expect((await rules(other, '--import', ruleFile(folder))).out).toContain('Unchanged: kind, version 1');
  });

  it('takes out a rule that nobody marked, and keeps one that somebody did', async () => {
    const folder = await withStudy();
    await rules(folder, '--import', 'rules.yaml');
    await marked(folder, [{ rule: 'kind', version: 1, scope: 'in' }]);
    expect((await rules(folder, '--retire', 'kind')).out).toBe(
      'Retired kind. Annotators are no longer asked about it; existing marks are kept\n',
    );
    expect((await rules(folder, '--retire', 'answer-in-one-sentence')).out).toBe(
      'Removed answer-in-one-sentence. It had no marks\n',
    );
    expect((await rules(folder)).out).toBe(
      'kind: version 1, in use, retired, 2 examples\n  Be kind\n  scope: complaints\n',
    );
    expect(await rules(folder, '--retire', 'nothing')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no rule “nothing”. The rules are kind') as string,
    });
  });

  it('tells what is no rule, in the file and in the study', async () => {
    const folder = await withStudy();
    writeFileSync(join(folder, 'odd.json'), JSON.stringify([{ feedback: 'x', scope: 'y' }, { feedback: 'x' }]));
    expect(await rules(folder, '--import', 'odd.json')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Rule 2: scope: ') as string,
    });
    expect(await rules(folder, '--import', 'odd.json', '--retire', 'x')).toMatchObject({ code: 2 });
    await rules(folder, '--import', 'rules.yaml');
    expect((await tiebreak(folder, 'validate', ruleFile(folder))).out).toBe('rules: 1 rule, no problems\n');
    const document = JSON.parse(readFileSync(ruleFile(folder), 'utf8')) as {
      rules: { versions: { feedback: string }[] }[];
    };
    document.rules[0]!.versions[0]!.feedback = '';
    writeFileSync(ruleFile(folder), JSON.stringify(document));
    for (const file of [ruleFile(folder), 'study.tiebreak'])
      expect(await tiebreak(folder, 'validate', file)).toMatchObject({
        code: 1,
        err: expect.stringContaining('Rule “kind”, Version 1: feedback: Must not be empty') as string,
      });
  });

  it('are validated with the study: earlier words, and versions that are not there', async () => {
    const folder = await withStudy();
    await rules(folder, '--import', 'rules.yaml');
    await marked(folder, [
      { rule: 'kind', version: 1, scope: 'in' },
      { rule: 'ghost', version: 2, scope: 'near' },
      { rule: 'answer-in-one-sentence', version: 7, scope: 'out' },
    ]);
    writeFileSync(
      join(folder, 'more.json'),
      JSON.stringify({ id: 'kind', feedback: 'Be kinder', scope: 'complaints' }),
    );
    await rules(folder, '--import', 'more.json');
    const { code, out, err } = await tiebreak(folder, 'validate', 'study.tiebreak');
    expect([code, out]).toEqual([0, expect.stringContaining('2 rules (2 annotations marked under earlier versions)')]);
    expect(err).toContain('rule "ghost" is missing, but the study refers to it (2 annotations)');
    expect(err).toContain('rule "answer-in-one-sentence": version 7 is missing');
    writeFileSync(journal(folder), readFileSync(journal(folder), 'utf8').replaceAll('"scope":"near"', '"scope":"far"'));
    expect(await tiebreak(folder, 'validate', journal(folder))).toMatchObject({
      code: 1,
      err: expect.stringContaining('judgement.rules.1.scope') as string,
    });
  });

  it('are in the report: their balance, and what is wrong with it', async () => {
    const folder = await withStudy();
    await rules(folder, '--import', 'rules.yaml');
    await marked(folder, [{ rule: 'kind', version: 1, scope: 'in' }]);
    const { out } = await tiebreak(folder, 'report', 'study.tiebreak', '--section', 'coverage');
    expect(out).toMatch(/Rules never marked: 1\.[^:]+: answer-in-one-sentence\n/);
    expect(out).toMatch(/Rules with no near miss: 1\.[^:]+: kind\n/);
    expect(out).toMatch(/kind: Be kind +100% \(34% to 100%\) +0% \(0% to 66%\) +0% \(0% to 66%\) +2 +0\n/);
    expect(out).toMatch(/kind: Be kind +0% \(0% to 66%\) +0\n/);
  });
});

describe('what was marked by rules, for training', () => {
  it('is exported: pairs in scope, and what stays as it is', async () => {
    const folder = await withStudy();
    const written = (format: string): Promise<Run> =>
      tiebreak(folder, 'export', 'study.tiebreak', '--format', format, '--out', format);
    await rules(folder, '--import', 'rules.yaml');
    expect(await written('rule-pairs')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is nothing to export') as string,
    });
    await marked(folder, [
      { rule: 'kind', version: 1, scope: 'in' },
      { rule: 'answer-in-one-sentence', version: 1, scope: 'out' },
    ]);
    const lines = readFileSync(journal(folder), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Annotation);
    const [first] = lines;
    const [response = ''] = first?.shown ?? [];
    writeFileSync(
      journal(folder),
      jsonl(
        lines.map((line) =>
          line === first
            ? {
                ...line,
                judgement: {
                  ...line.judgement,
                  refinements: [
                    { response, text: 'kinder', round: 1, id: 'kinder~1', rule: { id: 'kind', version: 1 } },
                  ],
                },
              }
            : line,
        ),
      ),
    );
    expect((await written('rule-pairs')).out).toContain(
      'dropped 1: marked in scope of a rule, but no response was refined with this rule, so there is no pair',
    );
    expect((await written('rule-keep')).code).toBe(0);
    const rowsIn = (part: string): unknown[] =>
      readFileSync(join(folder, part, 'train.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    expect(rowsIn('rule-pairs')).toMatchObject([
      {
        prompt: [{ role: 'user', content: 'One' }],
        chosen: [{ role: 'assistant', content: 'kinder' }],
        feedback: 'Be kind',
        scope: 'in',
      },
    ]);
    expect(rowsIn('rule-keep')).toMatchObject([
      { completion: [{ content: 'good' }], scope: 'out' },
      { completion: [{ content: 'better' }], scope: 'out' },
    ]);
    for (const part of ['rule-pairs', 'rule-keep'])
      expect((await tiebreak(folder, 'validate', join(part, 'train.jsonl'))).code).toBe(0);
  });
});
