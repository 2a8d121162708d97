/** What can be wrong with a step of a run: categories, in groups where there are many. */

/** A category, or a group of them; what annotators choose is a category. */
export interface StepError {
  readonly name: string;
  readonly description?: string | undefined;
  readonly types?: readonly StepError[] | undefined;
}

/**
 * The failure modes of MAST, with the names and groups of "Why Do Multi-Agent LLM Systems Fail?" (M. Cemri et al.,
 * 2025, arXiv 2503.13657): the judge of its repository answers each of the 14 by its number.
 */
const mast: readonly StepError[] = [
  {
    name: 'System design',
    types: [
      {
        name: 'Disobey task specification',
        description: 'Does not keep to the constraints or requirements of the task.',
      },
      { name: 'Disobey role specification', description: 'Does not keep to its role, and acts as another agent does.' },
      { name: 'Step repetition', description: 'Does again what was already done.' },
      {
        name: 'Loss of conversation history',
        description: 'Forgets what happened lately, and goes on from an earlier state.',
      },
      {
        name: 'Unaware of termination conditions',
        description: 'Does not see that it is time to stop, and goes on without need.',
      },
    ],
  },
  {
    name: 'Inter-agent misalignment',
    types: [
      { name: 'Conversation reset', description: 'Begins the conversation anew without a reason.' },
      {
        name: 'Fail to ask for clarification',
        description: 'Does not ask although something is unclear or incomplete.',
      },
      { name: 'Task derailment', description: 'Leaves the goal of the task.' },
      { name: 'Information withholding', description: 'Keeps back what others need to know.' },
      { name: "Ignored other agent's input", description: 'Disregards what another agent says or recommends.' },
      { name: 'Reasoning-action mismatch', description: 'Does something else than its reasoning says.' },
    ],
  },
  {
    name: 'Task verification',
    types: [
      { name: 'Premature termination', description: 'Ends before the goals are met.' },
      { name: 'No or incomplete verification', description: 'Does not check its results, or only in part.' },
      { name: 'Incorrect verification', description: 'Checks its results, but not rightly.' },
    ],
  },
];

/**
 * The taxonomy of TRAIL (D. Deshpande et al., 2025, arXiv 2505.08638), without its third level of groups. The names are
 * those of its annotations.
 */
const trail: readonly StepError[] = [
  {
    name: 'Reasoning errors',
    types: [
      { name: 'Language-only', description: 'A hallucination in what is said.' },
      { name: 'Tool-related', description: 'Makes up what a tool gave or can do.' },
      { name: 'Poor Information Retrieval', description: 'Looks for what is not relevant to the task.' },
      {
        name: 'Tool Output Misinterpretation',
        description: 'Assumes something about the output of a tool, or uses it in a wrong context.',
      },
      { name: 'Incorrect Problem Identification', description: 'Misunderstands the task, or a part of it.' },
      { name: 'Tool Selection Errors', description: 'Uses a wrong tool for the task.' },
      { name: 'Formatting Errors', description: 'Errors in the format of code or of what is written.' },
      { name: 'Instruction Non-compliance', description: 'Does something else than it was told.' },
    ],
  },
  {
    name: 'System execution errors',
    types: [
      { name: 'Tool Definition Issues', description: 'A tool is not defined as its description says.' },
      { name: 'Environment Setup Errors', description: 'Permissions, resources or keys are missing.' },
      { name: 'Rate Limiting', description: 'Too many requests, such as 429.' },
      { name: 'Authentication Errors', description: 'Such as 401 or 403.' },
      { name: 'Service Errors', description: 'Such as 500.' },
      { name: 'Resource Not Found', description: 'Such as 404.' },
      { name: 'Resource Exhaustion', description: 'Such as memory that runs out.' },
      { name: 'Timeout Issues', description: 'The system takes too long.' },
    ],
  },
  {
    name: 'Planning and coordination errors',
    types: [
      { name: 'Context Handling Failures', description: 'Forgets what is important, or loses the state.' },
      { name: 'Resource Abuse', description: 'Calls a tool far too often.' },
      { name: 'Goal Deviation', description: 'Leaves the task, or a part of it.' },
      { name: 'Task Orchestration', description: 'Errors in how parts of the task are given out and followed.' },
    ],
  },
];

/** The fault types of tau-bench (sierra-research/tau-bench `auto_error_identification.py`). */
const tau: readonly StepError[] = [
  { name: 'called_wrong_tool', description: 'The wrong tool.' },
  { name: 'used_wrong_tool_argument', description: 'The right tool with a wrong argument.' },
  { name: 'goal_partially_completed', description: 'Only a part of the goal is reached.' },
  { name: 'other' },
];

/** Lists of categories that a study can name in place of its own. */
export const stepErrorPresets = { mast, trail, tau } as const satisfies Readonly<Record<string, readonly StepError[]>>;
export type StepErrorPreset = keyof typeof stepErrorPresets;

/** A category is its name, or has a description or categories within it too. */
export type WrittenStepError =
  string | (Omit<StepError, 'types'> & { readonly types?: readonly WrittenStepError[] | undefined });
/** The categories of a study: its own, those of the list that it names, or MAST where it says nothing. */
export function stepErrorsOf(setting: StepErrorPreset | readonly WrittenStepError[] = 'mast'): readonly StepError[] {
  return typeof setting === 'string' ? stepErrorPresets[setting] : readStepErrors(setting);
}

function readStepErrors(all: readonly WrittenStepError[]): StepError[] {
  return all.map((each) =>
    typeof each === 'string' ? { name: each } : { ...each, types: each.types && readStepErrors(each.types) },
  );
}

/** The names of all categories and groups. */
export const stepErrorNames = (all: readonly StepError[]): string[] =>
  all.flatMap(({ name, types = [] }) => [name, ...stepErrorNames(types)]);

/** The categories that can be chosen, each with the names of the groups that it stands in, outermost first. */
export function stepErrorChoices(
  all: readonly StepError[],
  within: readonly string[] = [],
): readonly (Pick<StepError, 'name' | 'description'> & { readonly within: readonly string[] })[] {
  return all.flatMap(({ name, description, types }) =>
    types ? stepErrorChoices(types, [...within, name]) : [{ name, description, within }],
  );
}
