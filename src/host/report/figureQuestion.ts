import type { CoverageQuestion } from '../../core/model/report/coverageQuestion';
import type { CoverageTaskResult, FigureItemsTask } from '../worker/coverageWorker';
import { cellText, ruleMarkText, spansText } from './itemGroupTexts';

/** A look for the items behind a figure. */
export interface FigureQuestion {
  readonly task: FigureItemsTask;
  /** What the items have in common. */
  readonly text: string;
}

/** How the items are looked for that a question of the view means; undefined where the rule that it names was not counted. */
export function figureQuestion(
  counted: CoverageTaskResult,
  question: Exclude<CoverageQuestion, { of: 'finding' }>,
): FigureQuestion | undefined {
  switch (question.of) {
    case 'criterion': {
      const { criterion, state, slice } = question;
      const name = counted.criteria.find(({ id }) => id === criterion)?.name ?? criterion;
      const asked = { criterion, state, slice };
      return { task: { kind: 'cell', question: asked }, text: cellText(asked, name) };
    }
    case 'spans': {
      const { kind, type, bare, slice } = question;
      const asked = { kind, type, bare, slice };
      return { task: { kind: 'spans', question: asked }, text: spansText(asked) };
    }
    case 'rule': {
      const asked = { rule: question.rule, mark: question.mark };
      const rule = counted.rules.rules.find(({ id }) => id === question.rule);
      return rule && { task: { kind: 'rule', question: asked }, text: ruleMarkText(asked, rule.feedback) };
    }
  }
}
