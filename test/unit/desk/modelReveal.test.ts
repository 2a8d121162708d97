import { describe, expect, it } from 'vitest';
import { isRevealed, modelsOf } from '../../../src/core/desk/item/modelReveal';
import type { OpenItem } from '../../../src/core/desk/session';
import type { Annotation } from '../../../src/core/model/annotation/annotation';
import type { Project } from '../../../src/core/model/study/project';
import { folderOf, windowIn } from '../made/deskWindow';

const shown = {
  item: { hash: 'h' },
  responses: [
    { id: 'a', text: 'x', model: 'model-one' },
    { id: 'b', text: 'y' },
  ],
} as unknown as OpenItem['shown'];
const judged: Partial<Annotation> = { hash: 'h', origin: { kind: 'human' }, judgement: { rationale: 'so' } };
const study = (reveal: boolean | undefined, plan?: Project['plan']): Pick<Project, 'task' | 'plan'> => ({
  task: { reveal } as Project['task'],
  plan,
});

describe('which model wrote a response', () => {
  it.each<[string, Pick<Project, 'task' | 'plan'>, Partial<Annotation> | undefined, boolean]>([
    ['once it is judged, where the study reveals it', study(true), judged, true],
    ['not before', study(true), undefined, false],
    ['never where the study does not say so', study(undefined), judged, false],
    [
      'not of a label from the source',
      study(true),
      { ...judged, origin: { kind: 'imported', source: 'x' } as unknown as Annotation['origin'] },
      false,
    ],
    ['not of what was skipped', study(true), { ...judged, judgement: { skip: { reason: 'unclear' } } }, false],
    ['not of what was judged on other texts', study(true), { ...judged, hash: 'other' }, false],
    ['never where items come again', study(true, { repeats: { rate: 0.1 } }), judged, false],
  ])('is told %s', (_, project, annotation, expected) => {
    expect(isRevealed(project, { shown, annotation } as unknown as OpenItem)).toBe(expected);
  });

  it('stands by the order shown, and is null where the source names none', () => {
    expect(modelsOf(shown)).toEqual(['model-one', null]);
  });

  it('comes with the texts once the judgement is saved, and goes when it is taken back', async () => {
    const folder = await folderOf(2, ({ task }) => ({ task: { ...task, reveal: true } }));
    const seen = await windowIn(folder);
    const { desk, contents } = seen;
    await desk.start();
    await seen.rank(1, 2, 3);
    expect(JSON.stringify(contents)).not.toMatch(/models/);
    await desk.goTo(0);
    const { responses, models } = contents.at(-1)!;
    expect(models).toEqual(responses.map(([turn]) => turn?.text.replace('text ', '')));
    await desk.undo();
    expect(contents.at(-1)).not.toHaveProperty('models');
  });
});
