import { ruleInForce, type RuleWords } from '../../model/rule';
import { addRule, changeRule, ruleNamed, type RuleMade } from '../../rule/editing';
import type { Session } from '../session';

interface Writes extends Pick<Session, 'study' | 'annotator'> {
  /** Tells every desk. */
  readonly changed: () => void;
}

/** Adds a rule to the study, or says the one named in other words; resolves to what was made. Rejects with `UserError` where the words are no rule, or the rules cannot be written. */
export async function writeRule({ study, annotator, changed }: Writes, words: Pick<RuleWords, 'feedback' | 'scope'>, rule: string | undefined): Promise<Omit<RuleMade, 'rules'>> {
  const editing = { used: study.rulesInUse, author: annotator, time: new Date().toISOString() };
  const written: { made?: RuleMade } = {};
  await study.changeRules((before) => {
    const made = rule === undefined ? addRule(before, { ...words, origin: { kind: 'human' } }, editing) : changeRule(before, rule, { ...words, ...goneOver(ruleInForce(ruleNamed(before, rule))) }, editing);
    written.made = made;
    return made.rules;
  });
  changed();
  const { id = '', version = 1, isNew = false } = written.made ?? {};
  return { id, version, isNew };
}

/** What a model drafted is a model's and a person's once a person changed it. */
const goneOver = ({ origin }: Pick<RuleWords, 'origin'>): Pick<RuleWords, 'origin'> => (origin?.kind === 'model' ? { origin: { kind: 'hybrid', name: origin.name } } : {});
