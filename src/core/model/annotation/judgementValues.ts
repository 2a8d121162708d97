/** What can be chosen in a judgement, apart from the schemas, which no webview needs. */

/** What can come out of comparing two responses. */
export const outcomes = ['a', 'b', 'tie', 'both-good', 'both-bad', 'too-close', 'unsure'] as const;

/** What is thought of a step; `unnecessary`: correct, but no help. */
export const stepLabels = ['correct', 'incorrect', 'unnecessary', 'neutral'] as const;

/** What is thought of a step of a run: it helps (+1), neither helps nor harms (0), or is wrong (-1). */
export const runStepLabels = [1, 0, -1] as const;
export type RunStepLabel = (typeof runStepLabels)[number];

/** Who is to blame where a step of a run goes wrong (`auto_error_identification.py` of tau-bench, with the grader). */
export const faults = ['agent', 'user', 'environment', 'grader'] as const;
export type Fault = (typeof faults)[number];

/**
 * What is wrong in a call: of another tool, or (of an argument) another value, another type or another name than it
 * should have; it is missing; the argument, or the whole call, should not be there; it cannot be read. These are the
 * kinds that checkers of calls tell apart (BFCL's `ast_checker.py`: `wrong_func_name`, `value_error`, `type_error`,
 * `missing_required`, `unexpected_param` and what cannot be decoded; ToolScan, S. Kokane et al., 2024, has the same for
 * names, values, types and form).
 */
export const callVerdicts = [
  'wrong-tool',
  'wrong-value',
  'wrong-type',
  'wrong-name',
  'missing',
  'unexpected',
  'malformed',
] as const;
export type CallVerdict = (typeof callVerdicts)[number];

/** Sides of a diff: files before a patch, and as it leaves them. */
export const diffSides = ['base', 'patched'] as const;
export type DiffSide = (typeof diffSides)[number];

/** What a critique of a response says, where a study asks for it in parts. */
export const critiqueParts = ['strengths', 'weaknesses', 'suggestion'] as const;
export type CritiquePart = (typeof critiqueParts)[number];

/**
 * Whether a critique holds, whatever one thinks of its verdict: all that it says is true of the response and speaks for
 * what it concludes, or something is not. That is the factuality of MetaCritique (S. Sun et al., 2024: the share of a
 * critique's claims that are true) as a choice; a right verdict may rest on an unsound critique.
 */
export const soundnesses = ['sound', 'flawed', 'unsure'] as const;
export type Soundness = (typeof soundnesses)[number];

/** What a marked passage is taken for. */
export const polarities = ['positive', 'negative'] as const;

/**
 * How bad or good it is: 1 minor, 2 major, 3 critical (the levels of MQM, A. Lommel et al., 2014, without its neutral
 * one). Imported ones may have other numbers.
 */
export const severities = 3;

/**
 * Where a prompt stands to a rule's scope (C3PO's in-scope, near-scope and out-of-scope prompts: M. Stephan et
 * al., RLVF, 2024): the rule is for it, only seems to be, or has nothing to do with it.
 */
export const ruleScopes = ['in', 'near', 'out'] as const;
export type RuleScope = (typeof ruleScopes)[number];

/** What hangs beside a run: the work of an agent that it called to help, or turns that it went back on. */
export const innerKinds = ['helper', 'branch'] as const;
export type InnerKind = (typeof innerKinds)[number];
