import { describe, expect, it } from 'vitest';
import type { Project } from '../../../src/core/model/study/project';
import { settingAt } from '../../../src/core/model/study/settingPath';
import { isIssues, withQuestion, withSetting } from '../../../src/core/model/study/settings';

const project: Project = {
  version: 1,
  dataset: { sources: ['a.jsonl'], layout: 'responses', mapping: {} },
  task: { mode: 'rank', questions: [{ version: 1, text: 'Which?' }], skipReasons: [] },
  round: 1,
  seed: 1,
  later: 'what a later version adds',
};
const changed = (from: Project, ...args: readonly [readonly (string | number)[], unknown]): Project => {
  const next = withSetting(from, ...args);
  if (isIssues(next)) throw new Error(JSON.stringify(next));
  return next;
};

describe('a setting', () => {
  it('is set at its place, and everything else stays as it was', () => {
    const next = changed(project, ['task', 'critique', 'minLength'], 40);
    expect(next).toEqual({ ...project, task: { ...project.task, critique: { minLength: 40 } } });
    expect(settingAt(next, ['task', 'critique', 'minLength'])).toBe(40);
    expect(project.task).not.toHaveProperty('critique');
  });

  it('is taken out with what it leaves empty, so that what holds by default holds', () => {
    const set = changed(project, ['plan', 'order'], 'shuffled');
    expect(changed(set, ['plan', 'order'], undefined)).toEqual(project);
    expect(settingAt(project, ['plan', 'order'])).toBeUndefined();
  });

  it('is taken out with what says nothing without it', () => {
    const set = changed(changed(project, ['plan', 'filter', 'text'], 'ab+'), ['plan', 'filter', 'regex'], true);
    expect(set.plan).toEqual({ filter: { text: 'ab+', regex: true } });
    expect(changed(set, ['plan', 'filter', 'text'], undefined)).toEqual(project);
    expect(withSetting(project, ['plan', 'filter', 'regex'], true)).toMatchObject([{ path: ['plan', 'filter'] }]);
  });

  it('is not taken where the project would be none, and what is wrong is told by its place', () => {
    expect(withSetting(project, ['task', 'mode'], 'guess')).toMatchObject([{ path: ['task', 'mode'] }]);
    expect(withSetting(project, ['plan', 'order'], 'thin')).toMatchObject([{ path: ['plan', 'slices'] }]);
    expect(withSetting(project, ['task', 'flags'], [{ name: '' }])).toMatchObject([
      { path: ['task', 'flags', 0, 'name'] },
    ]);
  });

  it('brings along what it cannot be without, and takes it away', () => {
    const controls = changed(project, ['plan', 'controls', 'items'], ['q1']);
    expect(controls.plan).toEqual({ controls: { items: ['q1'], rate: 0.05 } });
    expect(changed(controls, ['plan', 'controls', 'items'], undefined)).toEqual(project);
    const repeats = changed(changed(project, ['plan', 'repeats', 'rate'], 0.1), ['plan', 'repeats', 'after'], 5);
    expect(changed(repeats, ['plan', 'repeats', 'rate'], undefined)).toEqual(project);
  });
});

describe('the question', () => {
  it('is another version where somebody may have judged, and the same one where nobody has', () => {
    expect(withQuestion(project, 'Which is true?', false)).toMatchObject({
      task: {
        questions: [
          { version: 1, text: 'Which?' },
          { version: 2, text: 'Which is true?' },
        ],
      },
    });
    expect(withQuestion(project, 'Which is true?', true)).toMatchObject({
      task: { questions: [{ version: 1, text: 'Which is true?' }] },
    });
    expect(withQuestion(project, '', true)).toMatchObject([{ path: ['task', 'questions', 0, 'text'] }]);
  });
});
