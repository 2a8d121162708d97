import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectReading } from '../../../../src/core/dataset/detectReading';
import { readPackFile } from '../../../../src/core/rubric/packs/files';
import { jsonl, temporaryFile } from '../../made/temporaryFolder';

const texts = [
  'Names the type of vessel that the ship was disguised to resemble.',
  'Gives the context in which the ship was built and used.',
  'Cites a source that a historian would accept.',
];

const messageOf = (path: string): Promise<string> =>
  detectReading([path]).then(
    ({ layout }) => `read as ${layout.name}`,
    (error: unknown) => (error as Error).message,
  );

const sets: readonly (readonly [name: string, rows: readonly object[], fields: string])[] = [
  [
    'a checklist with weights',
    [0, 1, 2].map((n) => ({
      qid: `q-${n}`,
      generated_at: '2026-07-08',
      rubric: { checklist: texts.map((desc, at) => ({ id: `c${at}`, desc, weight: at + 1 })) },
    })),
    'rubric.checklist',
  ],
  [
    'criteria by dimension, beside the prompt',
    [0, 1, 2].map((n) => ({
      prompt: `Write a report on subject number ${n} for a ministry.`,
      criterions: { insight: texts.map((criterion) => ({ criterion, explanation: 'As it matters.', weight: 0.3 })) },
    })),
    'criterions.insight',
  ],
  [
    'points and items in one text',
    [0, 1, 2].map((n) => ({
      problem: `Derive the expression number ${n} from the two laws.`,
      answer: `Points: 1.5, Item: ${texts[0]}\nPoints: 2.0, Item: ${texts[n]}`,
    })),
    'answer',
  ],
];

describe('a set of rubrics', () => {
  it.each(sets)('of %s is told as one, and read as no responses', async (_, rows, fields) => {
    const message = await messageOf(temporaryFile('rubrics.jsonl', jsonl(rows)));
    expect(message).toContain(`The file has rubrics (${fields}) and no responses to judge`);
    expect(message).not.toContain('tiebreak items');
  });

  it('is offered to the command that adds it to a study, which reads it', async () => {
    const rows = [0, 1].map((n) => ({
      question: `How is illness number ${n} treated in small children?`,
      rubric: texts.map((description, at) => ({
        title: `Part ${at}`,
        description: `Essential Criteria: ${description}`,
        weight: 5,
      })),
    }));
    const path = temporaryFile('rar.json', JSON.stringify(rows));
    const message = await messageOf(path);
    expect(message).toContain(`tiebreak rubrics STUDY.tiebreak --import ${path}`);
    expect((await readPackFile(path)).packs.length).toBeGreaterThan(0);
  });

  it('is offered to no command that cannot read it', async () => {
    const path = temporaryFile(
      'tree.json',
      JSON.stringify({
        id: 'root',
        requirements: 'The paper has been fully reproduced.',
        weight: 1,
        sub_tasks: texts.map((requirements, at) => ({ id: `t${at}`, requirements, weight: at + 1, sub_tasks: [] })),
      }),
    );
    const message = await messageOf(path);
    expect(message).toContain('The file has rubrics (requirements) and no responses to judge');
    expect(message).not.toContain('tiebreak rubrics');
    expect(readFileSync(path, 'utf8')).toContain('sub_tasks');
  });

  it('beside answers keeps nobody from judging these', async () => {
    const rows = [0, 1, 2].map((n) => ({
      prompt: `Write a report on subject number ${n} for a ministry.`,
      response: `Report ${n}: what the ministry should know of it is written here at some length.`,
      rubric: texts.map((criterion) => ({ criterion, points: 3 })),
    }));
    expect(await messageOf(temporaryFile('answers.jsonl', jsonl(rows)))).toBe('read as single-responses');
  });
});

describe('a proposal', () => {
  it.each<[string, readonly object[]]>([
    [
      'the levels of a scale',
      [0, 1, 2].map((n) => ({
        query: `Write text number ${n} for the file.`,
        checklist: texts.map((name) => ({
          name,
          '9-10': `${name} In full, with all parts.`,
          '7-8': `${name} In most of its parts.`,
          '1-2': `${name} In none of its parts.`,
        })),
      })),
    ],
    ['when a text was made', [0, 1, 2].map((n) => ({ desc: `${texts[n]}`, generated_at: `2026-07-0${n + 1}` }))],
    ['ids', [0, 1, 2].map((n) => ({ qid: `q-academic-of-the-year-200${n}`, verdict: n === 0 ? 'pass' : 'fail' }))],
  ])('takes %s for no response', async (_, rows) => {
    expect(await messageOf(temporaryFile('rows.jsonl', jsonl(rows)))).not.toMatch(/9-10,|=generated_at|=qid/);
  });

  it('names the one text beside what was asked', async () => {
    const rows = [0, 1, 2].map((id) => ({
      id,
      prompt: `Report on subject number ${id} in detail.`,
      article: `A long article on subject ${id}, with all that anybody would want to know of it. `.repeat(5),
    }));
    expect(await messageOf(temporaryFile('articles.jsonl', jsonl(rows)))).toContain(
      '--map prompt=prompt --map completion=article',
    );
  });

  it('asks for the prompt of answers beside the class that their texts are of', async () => {
    const rows = [0, 1, 2, 3, 4, 5].map((n) => ({
      id: `eval_${n}`,
      true_label: n % 2 === 0 ? 'safe' : 'critical',
      raw_output: `This is message number ${n}, and it seems to be harmless.`,
    }));
    expect(await messageOf(temporaryFile('classes.jsonl', jsonl(rows)))).toContain('no field contains a prompt');
  });
});
