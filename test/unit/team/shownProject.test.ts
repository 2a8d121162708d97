import { describe, expect, it } from 'vitest';
import { projectSchema, type Project } from '../../../src/core/model/study/project';
import { projectOfDesk, settingsLeftOut, shownProject } from '../../../src/core/team/shownProject';

const secret = 'SECRET';
const project: Project = projectSchema.parse({
  $schema: secret,
  version: 1,
  dataset: { sources: [`${secret}.jsonl`], layout: 'responses', mapping: { prompt: secret }, hidden: secret },
  task: {
    mode: 'rank',
    questions: [{ version: 1, text: 'Which?' }],
    skipReasons: ['unclear'],
    reveal: true,
    othersCritiques: 'after',
    tips: { [secret]: secret },
    guidelines: `${secret}.md`,
    aspects: [{ name: 'kind', min: 0, max: 4 }],
  },
  plan: {
    repeats: { rate: 0.1 },
    perItem: 2,
    annotators: [secret],
    hidden: secret,
    controls: { items: [secret], rate: 0.1, answers: { [secret]: { best: secret } }, feedback: true },
  },
  exports: { [secret]: { format: secret } },
  hidden: secret,
  round: 2,
  seed: 5,
});

describe('the project as annotators get it', () => {
  it('is a project that says how to judge, and nothing of the items, the answers or who judges', () => {
    const shown = shownProject(project);
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(projectSchema.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({ task: { mode: 'rank', aspects: [{ name: 'kind' }] }, round: 2, seed: 5 });
  });

  it('reads its items and guidelines in the folder of the study, whatever that is called', () => {
    const { dataset, task } = projectOfDesk(shownProject(project), 'x (1).tiebreak.d');
    expect([dataset.sources, task.guidelines]).toEqual([
      ['x (1).tiebreak.d/team/items'],
      'x (1).tiebreak.d/guidelines.md',
    ]);
  });

  it('leaves out settings that are told to the lead', () => {
    expect(settingsLeftOut(project)).toEqual([
      'task.reveal',
      'task.othersCritiques',
      'task.tips',
      'plan.controls.feedback',
    ]);
    expect(settingsLeftOut(shownProject(project))).toEqual([]);
  });
});
