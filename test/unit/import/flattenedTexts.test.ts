import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportFormatNamed } from '../../../src/core/export';
import { isTranscript } from '../../../src/core/export/texts/plainText';
import { withoutSystem } from '../../../src/core/export/texts/turns';
import { previewExport } from '../../../src/core/export/write';
import { importLabels } from '../../../src/core/import/importLabels';
import type { ImportResult } from '../../../src/core/import/importResult';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import { UserError } from '../../../src/core/model/problems/problem';
import { TextOffsets } from '../../../src/core/model/text/codePoints';
import type { Study } from '../../../src/core/study/study';
import { assistant, fileOf, system, user } from '../made/formatRows';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';
import { itemsOf, judge, studyOf } from '../made/study';
import { explained, ofTexts, pairs, type Read, type RoundTrip } from '../made/formatRoundTrips';
import { anyWholeStudy, wholeScale, wholeStudy, type JudgedItem } from '../made/arbitraryStudy';

/**
 * Rows whose conversations were written as one text, and rows of steps, taken back into the study that they are from.
 */

/** In the study's own words a grade is a verdict by its scale. */
const gradesOf = ({ verdicts = [] }: Judgement, id: string): string[] =>
  verdicts.flatMap(({ response, criterion, value, note }) =>
    criterion === wholeScale.id ? [JSON.stringify([id, response, value, note])] : [],
  );
const grades: RoundTrip = {
  layout: 'feedback-collection',
  held: (judged) => judged.flatMap(({ item, judgement }) => gradesOf(judgement, item.id)),
  back: (read) =>
    read.flatMap(({ item, labels: found }) => found.flatMap(({ judgement }) => gradesOf(judgement, item.id))),
};
/** The words that explain pairs of one item become one rationale; of the pairs none is lost. */
const explainedPairs: RoundTrip = {
  ...pairs('preference-collection'),
  held: (judged) =>
    explained('')
      .held(judged)
      .map((each) => JSON.stringify((JSON.parse(each) as unknown[])[0])),
};

const roundTrips: Readonly<Record<string, RoundTrip>> = {
  ...ofTexts,
  'feedback-collection': grades,
  'preference-collection': explainedPairs,
};

/** Takes the rows of a format back under its name, and gives what stands in that name then. */
async function takenBack(
  study: Study,
  judged: readonly JudgedItem[],
  name: string,
  { files, held }: RoundTrip,
): Promise<[Read, string[]]> {
  const read: { item: JudgedItem['item']; labels: { judgement: Judgement }[] }[] = [];
  const expected: string[] = [];
  for (const [i, { options, holds }] of (files ?? [{ options: {}, holds: () => true }]).entries()) {
    const format = exportFormatNamed(name)!;
    const { rows } = await previewExport(study, { format, annotators: ['ana', 'ben'], ...options }, Infinity);
    const isHeld = ({ item }: JudgedItem): boolean =>
      name === 'axolotl-reward' ? withoutSystem(item.prompt).length === 1 : !(format.wraps && isTranscript(item));
    const those = held(judged.filter((each) => holds(each) && isHeld(each)));
    if (those.length === 0) continue;
    const annotator = `${name} ${i}`;
    const result = await importLabels(study, {
      annotator,
      // Some formats are called like the models that they are for.
      model: null,
      file: temporaryFile(
        'train.jsonl',
        fileOf(
          format,
          rows.map(({ json }): unknown => JSON.parse(json)),
        ),
      ),
    }).catch((error: unknown) => {
      // Where nearly all that was chosen is blank, it is asked which fields hold the responses.
      if (error instanceof UserError && error.problem?.code === 'recognition.nothingToCompare') return undefined;
      throw error;
    });
    if (!result) continue;
    expected.push(...those);
    expect(result, name).toMatchObject({ unknown: 0, ambiguous: 0, contrary: 0, problems: [] });
    for (const { item } of judged) {
      for (const by of study.replay
        .annotators()
        .filter((each) => each === annotator || each.startsWith(`${annotator}:`))) {
        const currentAnnotation = study.replay.on(by, item);
        if (currentAnnotation)
          read.push({ item, labels: [{ judgement: (await study.journal.fetch(currentAnnotation.ref)).judgement }] });
      }
    }
  }
  return [read, expected];
}

it.each([
  ['conversations', false],
  ['plain prompts', true],
])('rows of a study of %s come back into it, whatever text they were made', async (_, isPlain) => {
  await fc.assert(
    fc.asyncProperty(anyWholeStudy(isPlain), async (sources) => {
      const { study, judged } = await wholeStudy(sources);
      for (const [name, mode] of Object.entries(roundTrips)) {
        const [read, expected] = await takenBack(study, judged, name, mode);
        expect([...mode.back(read)].sort(), name).toEqual([...new Set(expected)].sort());
      }
      await study.close();
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

const fileWith = (rows: readonly unknown[]): string => temporaryFile('rows.jsonl', jsonl(rows));
const taken = async (study: Study, rows: readonly unknown[]): Promise<ImportResult> =>
  importLabels(study, { annotator: 'peer', file: fileWith(rows) });
/** What the steps of an annotation say, in the words of the study's responses. */
async function stepsOn(study: Study, id: string): Promise<unknown[]> {
  const item = (await itemsOf(study)).items.find((each) => each.id === id)!;
  const { judgement } = await study.journal.fetch(study.replay.current('peer', id)!.ref);
  return (judgement.steps ?? []).map(({ response, start, end, label }) => {
    const text = item.responses.find((each) => each.id === response)!.text;
    const range = new TextOffsets(text).utf16({ start, end })!;
    return [response, range.start, text.slice(range.start, range.end), label];
  });
}

describe('rows of steps', () => {
  const item = (id: string, prompt: unknown, ...responses: string[]): object => ({
    id,
    prompt,
    responses: responses.map((text, i) => ({ id: `r${i + 1}`, text })),
  });
  const row = (prompt: string, ...completions: string[]): object => ({
    prompt,
    completions,
    labels: completions.map((_, i) => i === 0),
  });

  it('are on the response that they are all of, at their places in it, whatever stands between them', async () => {
    const study = await studyOf(temporaryFolder(), [
      item('q', 'Sum?', '🙂 one.\n\nTwo. ', '🙂 one.\n\nTwo. Three.'),
      item('p', 'Sum?\n', 'Other.'),
    ]);
    expect(await taken(study, [row('Sum?\n', '🙂 one.', 'Two.')])).toMatchObject({
      written: 1,
      byTexts: 1,
      problems: [],
    });
    expect(await stepsOn(study, 'q')).toEqual([
      ['r1', 0, '🙂 one.', 'correct'],
      ['r1', 9, 'Two.', 'incorrect'],
    ]);
    await study.close();
  });

  it('that are some of a response are on the only one that has them, and several responses become one annotation', async () => {
    const study = await studyOf(temporaryFolder(), [
      item('q', [system('Be brief'), user('Sum?')], 'One. Two. Three.', 'Four. Five.'),
    ]);
    expect(
      await taken(study, [
        row('Be brief\n\nHuman: Sum?\n\nAssistant:\n', 'One.', 'Three.'),
        row('System: Be brief\n\nUser: Sum?\n', 'Four.', 'Five.'),
      ]),
    ).toMatchObject({ written: 1, gathered: 2, problems: [] });
    expect(await stepsOn(study, 'q')).toEqual([
      ['r1', 0, 'One.', 'correct'],
      ['r1', 10, 'Three.', 'incorrect'],
      ['r2', 0, 'Four.', 'correct'],
      ['r2', 6, 'Five.', 'incorrect'],
    ]);
    await study.close();
  });

  it.each<[string, readonly object[], object, object]>([
    [
      'several responses have',
      [item('q', 'Sum?', 'One. Two.', 'One. Three.')],
      row('Sum?\n', 'One.'),
      {
        ambiguous: 1,
        problems: [
          {
            line: 1,
            message:
              'The label was left out: its steps were found in several places of the responses, in these items: “q”.',
          },
        ],
      },
    ],
    ['stand twice in a response', [item('q', 'Sum?', 'One. Two. One.')], row('Sum?\n', 'One.'), { ambiguous: 1 }],
    [
      'items with the same prompt have',
      [item('q', 'Sum?', 'One. Two.'), item('p', 'Sum?\n', 'One.\nTwo.')],
      row('Sum?\n', 'One.', 'Two.'),
      {
        ambiguous: 1,
        problems: [{ line: 1, message: expect.stringMatching(/in these items: “q”, “p”\.$/) as string }],
      },
    ],
    [
      'no response has',
      [item('q', 'Sum?', 'One. Two.')],
      row('Sum?\n', 'Two.', 'One.'),
      {
        unknown: 1,
        problems: [
          {
            line: 1,
            message: 'The label was left out: no response of the items with this prompt has these steps.',
          },
        ],
      },
    ],
    [
      'are under a prompt that no item has',
      [item('q', 'Sum?', 'One. Two.')],
      row('Product?\n', 'One.', 'Two.'),
      {
        unknown: 1,
        problems: [{ line: 1, message: 'The label was left out: no item of the study has these texts.' }],
      },
    ],
  ])('that %s are told by line', async (_, items, one, told) => {
    const study = await studyOf(temporaryFolder(), items);
    expect(await taken(study, [one])).toMatchObject({ labels: 1, written: 0, ...told });
    await study.close();
  });

  it('of a file that the study itself is of are those of its records', async () => {
    const rows = [row('Sum?', 'One.', 'One.'), row('Sum?\n', 'One.', 'One.')];
    const study = await studyOf(temporaryFolder(), rows);
    expect(await taken(study, rows)).toMatchObject({ written: 2, byTexts: 0, problems: [] });
    await study.close();
  });
});

describe('rows of conversations that were written as one text', () => {
  const talk = [system('Be kind'), user('Hi'), assistant('Hello'), user('More')];
  const asTranscript = 'Be kind\n\nHuman: Hi\n\nAssistant: Hello\n\nHuman: More\n\nAssistant:';
  const item = (id: string, prompt: unknown, ...texts: string[]): object => ({
    id,
    prompt,
    responses: texts.map((text, i) => ({ id: `${id}-${i}`, text })),
  });

  it('that could be on any of several items are told by line, and go by their responses where these tell', async () => {
    const study = await studyOf(temporaryFolder(), [
      item('q', talk, 'A', 'B'),
      item('text', asTranscript.replaceAll('\n\nHuman: ', '\n\nUser: '), 'A'),
      item('twin', talk, 'A', 'C'),
    ]);
    const { written, ambiguous, problems } = await taken(study, [
      { prompt: asTranscript, completion: ' A', label: true },
      { prompt: asTranscript, completion: ' C', label: false },
      { prompt: asTranscript, completion: ' D', label: false },
    ]);
    expect([written, ambiguous, problems.map(({ line, message }) => [line, message])]).toEqual([
      1,
      1,
      [
        [1, 'The label was left out: several items of the study have this prompt and these responses: “q”, “twin”.'],
        [3, 'The label was left out: the items of the study with this prompt do not have these responses.'],
      ],
    ]);
    expect((await study.journal.fetch(study.replay.current('peer', 'twin')!.ref)).judgement).toEqual({
      acceptable: { 'twin-1': false },
    });
    await study.close();
  });

  it('are found where the text cannot be parted into the turns again, and a response goes on for several', async () => {
    const strange = [user('A\n\nHuman: B'), { role: 'developer', content: 'Now' }, user(' More')];
    const answers = [[assistant('One'), user('And?'), assistant('Two')], [assistant('Three')], [assistant(' Four')]];
    const study = await studyOf(
      temporaryFolder(),
      [
        { id: 'q', prompt: strange, responses: [] },
        ...answers.slice(1).map((chosen, i) => ({ id: `p${i}`, prompt: strange, chosen, rejected: answers[0] })),
      ].slice(1),
    );
    for (const n of [0, 1])
      await judge(study, n, { acceptable: { chosen: true, rejected: false } }, { shown: ['chosen', 'rejected'] });
    const format = exportFormatNamed('trl-kto-text')!;
    const { rows } = await previewExport(study, { format }, Infinity);
    const result = await taken(
      study,
      rows.map(({ json }): unknown => JSON.parse(json)),
    );
    // The answer of several turns is one of both.
    expect(result).toMatchObject({ labels: 4, written: 2, ambiguous: 2, unknown: 0 });
    for (const id of ['p0', 'p1'])
      expect((await study.journal.fetch(study.replay.current('peer', id)!.ref)).judgement).toEqual({
        acceptable: { chosen: true },
      });
    await study.close();
  });
});
