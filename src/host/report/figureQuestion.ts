import type { CoverageSlice } from '../../core/model/report/coverage';
import type { ReportRequest } from '../../protocol/report';
import type { CoverageTaskResult, FigureItemsTask } from '../worker/coverageWorker';
import { cellText, ruleMarkText, spansText } from './itemGroupTexts';

/** A look for the items behind a figure. */
export interface FigureQuestion {
  readonly task: FigureItemsTask;
  /** What the items have in common. */
  readonly text: string;
}

type FigureRequest = Extract<ReportRequest, { readonly method: 'openCell' | 'openSpans' | 'openRule' }>;

/** Which items a request of the view means; undefined where the rule that it names was not counted. */
export function figureQuestion(counted: CoverageTaskResult, request: FigureRequest): FigureQuestion | undefined {
  switch (request.method) {
    case 'openCell': {
      const { criterion, state } = request;
      const question = { criterion, state, slice: sliceAt(counted, request.slice) };
      const name = counted.criteria.find(({ id }) => id === criterion)?.name ?? criterion;
      return { task: { kind: 'cell', question }, text: cellText(question, name) };
    }
    case 'openSpans': {
      const { kind, type, bare } = request;
      const question = { kind, type, bare, slice: sliceAt(counted, request.slice) };
      return { task: { kind: 'spans', question }, text: spansText(question) };
    }
    case 'openRule': {
      const question = { rule: request.rule, mark: request.mark };
      const rule = counted.rules.rules.find(({ id }) => id === question.rule);
      return rule && { task: { kind: 'rule', question }, text: ruleMarkText(question, rule.feedback) };
    }
  }
}

/** The slice at a place of the list; undefined: the whole study. */
const sliceAt = ({ slices }: CoverageTaskResult, at: number | null): CoverageSlice | undefined =>
  at === null ? undefined : slices[at];
