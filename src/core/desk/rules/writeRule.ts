import { versionInForce } from '../../model/rubric/rubric';
import type { RuleFields } from '../../model/rubric/rule';
import { addRule, changeRule, ruleNamed, type RuleEditResult } from '../../rule/editing';
import { drawnLetters } from '../../rubric/ids';
import type { DeskController } from '../deskController';

/**
 * Adds a rule to the study, or says the one named in other words; it is in hand then. Rejects with `UserError` where
 * the words are no rule, or the rules cannot be written.
 */
export async function writeRule(
  controller: Pick<DeskController, 'session' | 'selection' | 'notify' | 'announce'>,
  words: Pick<RuleFields, 'feedback' | 'scope'>,
  rule: string | undefined,
): Promise<void> {
  const { session, selection } = controller;
  const { study, annotator } = session;
  const editing = { used: study.rulesInUse, author: annotator, time: new Date().toISOString(), draw: drawnLetters };
  const written: { made?: RuleEditResult } = {};
  await study.changeRules((before) => {
    const made =
      rule === undefined
        ? addRule(before, { ...words, origin: { kind: 'human' } }, editing)
        : changeRule(before, rule, { ...words, ...goneOver(versionInForce(ruleNamed(before, rule))) }, editing);
    written.made = made;
    return made.rules;
  });
  session.changed();
  selection.follow({ rule: written.made?.id ?? null, cell: null, marking: null });
  controller.notify();
  controller.announce({ kind: 'rule-written', version: written.made?.version ?? 1 });
}

/** Records that a rule that a model drafted comes from both once a person changed it. */
const goneOver = ({ origin }: Pick<RuleFields, 'origin'>): Pick<RuleFields, 'origin'> =>
  origin?.kind === 'model' ? { origin: { kind: 'hybrid', name: origin.name } } : {};
