import * as l10n from '@vscode/l10n';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { RuleScope } from '../../../src/core/model/annotation/judgementValues';
import type { RuleNotice } from '../../../src/core/model/desk/deskRules';

/** Words where a prompt stands to a rule's scope. */
export function scopeText(scope: RuleScope | null): string {
  switch (scope) {
    case 'in':
      return l10n.t('in scope');
    case 'near':
      return l10n.t('near miss');
    case 'out':
      return l10n.t('out of scope');
    case null:
      return l10n.t('not marked');
  }
}

/** Words what happened while an item is marked by rules. */
export function ruleNoticeText(notice: RuleNotice, keys: Readonly<Record<string, string>>): string {
  switch (notice.kind) {
    case 'rules':
      if (!notice.on) return l10n.t('Back to the responses.');
      if (notice.left === 0)
        return l10n.t('Rules: all are marked. Press {0} to return to the responses.', keys.rules ?? '');
      return notice.left === 1
        ? l10n.t('Rules: one is not marked. Press {0} to return to the responses.', keys.rules ?? '')
        : l10n.t('Rules: {0} are not marked. Press {1} to return to the responses.', notice.left, keys.rules ?? '');
    case 'no-rules':
      return l10n.t('This study has no rules. Press {0} to write one.', keys.newRule ?? '');
    case 'rule-marked':
      return l10n.t('{0}, rule {1} of {2}.', capital(scopeText(notice.scope)), notice.row + 1, notice.of);
    case 'no-such-rule-scope':
      return l10n.t('Type 1 for in scope, 2 for near miss, 3 for out of scope, 0 for no mark.');
    case 'rule-applies':
      return notice.row === null
        ? l10n.t('The refinement of {0} is not based on a rule.', letterOf(notice.index))
        : l10n.t('The refinement of {0} is based on rule {1}.', letterOf(notice.index), notice.row + 1);
    case 'rule-not-in-scope':
      return notice.scope === 'near'
        ? l10n.t(
            'You marked this prompt as a near miss, so a refinement cannot be based on this rule. Mark the prompt as in scope first.',
          )
        : l10n.t(
            'You marked this prompt as out of scope, so a refinement cannot be based on this rule. Mark the prompt as in scope first.',
          );
    case 'rule-needs-refinement':
      return l10n.t(
        '{0} has no refinement yet. Press {1} to refine it with this rule.',
        letterOf(notice.index),
        keys.refine ?? '',
      );
    case 'rule-written':
      return notice.version === 1
        ? l10n.t('Rule added. Annotators can now mark prompts by it.')
        : l10n.t('Rule changed. Version {0} is used from now on. Marks by earlier versions are kept.', notice.version);
  }
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
