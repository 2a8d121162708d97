import type { JudgementAction } from '../core/model/annotation/judgementAction';

/** What one does with the steps of runs at the desk. */

/** Actions that are commands too, each with its key in src/host/commands: what asks something, or opens a document. */
export const runDeskActions = ['runFault', 'runCall', 'runOutput', 'runFile'] as const;
export type RunDeskAction = (typeof runDeskActions)[number];

/** The actions that take steps into the hand or judge them, and are commands too. */
export const runCommands = {
  runDown: { do: 'runBy', by: 1, to: 'step' },
  runUp: { do: 'runBy', by: -1, to: 'step' },
  runNextEdit: { do: 'runBy', by: 1, to: 'edit' },
  runPreviousEdit: { do: 'runBy', by: -1, to: 'edit' },
  runNextFailure: { do: 'runBy', by: 1, to: 'failure' },
  runPreviousFailure: { do: 'runBy', by: -1, to: 'failure' },
  runNextJudged: { do: 'runBy', by: 1, to: 'judged' },
  runPreviousJudged: { do: 'runBy', by: -1, to: 'judged' },
  runDivergence: { do: 'runBy', by: 1, to: 'divergence' },
  runInner: { do: 'runBy', by: 1, to: 'inner' },
  runNote: { do: 'runNote' },
  leaveRun: { do: 'run', on: false },
} as const satisfies Readonly<Record<string, JudgementAction>>;
