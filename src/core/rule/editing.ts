import { checkValue } from '../model/problems/checkValue';
import { isDeepStrictEqual } from 'node:util';
import { firstIssue, problem, UserError } from '../model/problems/problem';
import { versionInForce } from '../model/rubric/rubric';
import {
  ruleFields,
  unplacedRuleSchema,
  type Rule,
  type Rules,
  type RuleVersion,
  type RuleFields,
  type UnplacedRule,
} from '../model/rubric/rule';
import { idFor } from '../rubric/ids';
import { isBound, type UsedVersions } from '../rubric/versions';

/**
 * Edits of the study's rules. Each gives another document, in which every version that was there is as it was: other
 * words are the next version, as marks by the one before may stand in drafts too, of which nobody else knows.
 *
 * Rules lie in files of their own, as rubrics do (`study/library`): nobody gives verdicts by them, what holds a prompt
 * is said by people and not by its metadata, and the editor of rubrics, its undo and the packs have no part in them. At
 * the desk they are like the grid: while a rule is in hand it takes the numbers (`desk/rules`), and marks and ranking
 * are one annotation.
 */

/** Under what circumstances rules are edited. */
export interface RuleEditing {
  /** The versions that annotations name, by rule; see `Replay.ruleVersions`. */
  readonly used: UsedVersions;
  readonly author?: string | undefined;
  /** ISO 8601, in UTC. */
  readonly time?: string | undefined;
  /** Draws letters for the id of a new rule; see `idFor`. */
  readonly draw?: (() => string) | undefined;
}

/** The rules with the version of one that was made, or (`isNew` false) that says the same already. */
export interface RuleEditResult {
  readonly rules: Rules;
  readonly id: string;
  readonly version: number;
  readonly isNew: boolean;
}

/** The rule with an id. Throws `UserError` where there is none. */
export function ruleNamed({ rules }: Rules, id: string): Rule {
  const rule = rules.find((each) => each.id === id);
  if (rule) return rule;
  throw new UserError(problem('rubric.ruleUnknown', { id, rules: rules.map((each) => each.id) }));
}

/**
 * Adds a rule at the end. Its id is its own, or else made of the feedback. Throws `UserError` for what is no rule, and
 * for an id that is taken.
 */
export function addRule(rules: Rules, rule: UnplacedRule, editing: RuleEditing): RuleEditResult {
  const words = wordsOf(rule);
  const taken = new Set([...rules.rules.map(({ id }) => id), ...editing.used.keys()]);
  const id = rule.id ?? idFor(words.feedback, taken, 'rule', editing.draw);
  if (rules.rules.some((each) => each.id === id)) throw new UserError(problem('rubric.ruleExists', { id }));
  const version = stamped(Math.max(0, ...(editing.used.get(id) ?? [])) + 1, words, editing);
  return {
    rules: { ...rules, rules: [...rules.rules, { id, versions: [version] }] },
    id,
    version: version.version,
    isNew: true,
  };
}

/**
 * Says a rule in other words, which are its next version; what is not named stays as it is. A rule that was retired is
 * asked about again. Throws `UserError` where there is no such rule, or what it says is none.
 */
export function changeRule(
  rules: Rules,
  id: string,
  changes: Partial<RuleFields>,
  editing: RuleEditing,
): RuleEditResult {
  const { retired, ...rule } = ruleNamed(rules, id);
  const last = versionInForce(rule);
  const words = wordsOf({ ...ruleFieldsOf(last), ...changes });
  if (isDeepStrictEqual(words, ruleFieldsOf(last)))
    return { rules: retired === undefined ? rules : replaced(rules, rule), id, version: last.version, isNew: false };
  const version = stamped(Math.max(last.version, ...(editing.used.get(id) ?? [])) + 1, words, editing);
  return {
    rules: replaced(rules, { ...rule, versions: [...rule.versions, version] }),
    id,
    version: version.version,
    isNew: true,
  };
}

/**
 * Takes rules over from a file: one with an id that is there, or without an id and with the feedback of one that is, is
 * its next version where it says something else. Throws `UserError` that names the rule which is none.
 */
export function addRules(
  rules: Rules,
  added: readonly unknown[],
  editing: RuleEditing,
): {
  readonly rules: Rules;
  readonly made: readonly (Omit<RuleEditResult, 'rules'> & { readonly isAdded: boolean })[];
} {
  const made: (Omit<RuleEditResult, 'rules'> & { readonly isAdded: boolean })[] = [];
  let library = rules;
  for (const [at, each] of added.entries()) {
    const rule = readRule(each, at);
    const known = library.rules.find((other) =>
      rule.id === undefined ? versionInForce(other).feedback.trim() === rule.feedback.trim() : other.id === rule.id,
    );
    if (known && made.some(({ id }) => id === known.id))
      throw new UserError(problem('rubric.ruleTwice', { rule: at + 1, id: known.id }));
    const { rules: next, ...result } = known
      ? changeRule(library, known.id, wordsOf(rule), editing)
      : addRule(library, rule, editing);
    library = next;
    made.push({ ...result, isAdded: !known });
  }
  return { rules: library, made };
}

/**
 * Asks about a rule no more: it is taken out where no annotation names it or may name it elsewhere (`isBound`), and
 * else stays to be read. Throws `UserError` where there is no such rule.
 */
export function retireRule(rules: Rules, id: string, editing: RuleEditing): Rules {
  const rule = ruleNamed(rules, id);
  if (editing.used.has(id) || rule.versions.some((version) => isBound(editing, id, version)))
    return replaced(rules, { ...rule, retired: true });
  return { ...rules, rules: rules.rules.filter((each) => each !== rule) };
}

/** Leaves out a version's name, author and time, so that its content is left. */
export function ruleFieldsOf(version: RuleVersion): RuleFields {
  return Object.fromEntries(
    ruleFields.flatMap((field) => (version[field] === undefined ? [] : [[field, version[field]]])),
  ) as unknown as RuleFields;
}

function readRule(value: unknown, at: number): UnplacedRule {
  const result = checkValue(unplacedRuleSchema, value);
  if (result.success) return result.data;
  throw new UserError(problem('rubric.ruleInFileInvalid', { rule: at + 1, reason: firstIssue(result.error) }));
}

/** Throws `UserError` for what is no rule. */
function wordsOf(rule: UnplacedRule): RuleFields {
  const result = checkValue(unplacedRuleSchema, rule);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new UserError(
      problem('rubric.ruleInvalid', { field: issue?.path.join('.') ?? '', reason: issue?.message ?? '' }),
    );
  }
  const { feedback, scope, examples, origin } = result.data;
  return { feedback: feedback.trim(), scope: scope.trim(), ...(examples && { examples }), ...(origin && { origin }) };
}

function stamped(version: number, words: RuleFields, { author, time }: RuleEditing): RuleVersion {
  return { version, ...(time !== undefined && { time }), ...(author !== undefined && { author }), ...words };
}

function replaced(rules: Rules, rule: Rule): Rules {
  return { ...rules, rules: rules.rules.map((each) => (each.id === rule.id ? rule : each)) };
}
