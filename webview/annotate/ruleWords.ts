import * as l10n from '@vscode/l10n';
import { letterOf } from '../../src/core/model/blind';
import type { RuleScope } from '../../src/core/model/choices';
import type { RuleNotice } from '../../src/core/model/deskRules';

/** Where a prompt stands to a rule's scope, in words. */
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

/** What happened while an item is marked by rules. */
export function ruleSentence(notice: RuleNotice, keys: Readonly<Record<string, string>>): string {
  switch (notice.kind) {
    case 'rules':
      if (!notice.on) return l10n.t('Back to the responses.');
      if (notice.left === 0) return l10n.t('By rules: every one is marked. {0} leads back.', keys.rules ?? '');
      return notice.left === 1
        ? l10n.t('By rules: one is not marked. {0} leads back.', keys.rules ?? '')
        : l10n.t('By rules: {0} are not marked. {1} leads back.', notice.left, keys.rules ?? '');
    case 'no-rules':
      return l10n.t('This study has no rules. {0} writes one.', keys.newRule ?? '');
    case 'rule-marked':
      return l10n.t('{0}, rule {1} of {2}.', capital(scopeText(notice.scope)), notice.row + 1, notice.of);
    case 'no-such-rule-scope':
      return l10n.t('1 is in scope, 2 a near miss, 3 out of scope, 0 no mark.');
    case 'rule-applies':
      return notice.row === null
        ? l10n.t('The refinement of {0} is by no rule.', letterOf(notice.index))
        : l10n.t('The refinement of {0} is by rule {1}.', letterOf(notice.index), notice.row + 1);
    case 'rule-not-in-scope':
      return notice.scope === 'near'
        ? l10n.t('This prompt is marked as a near miss of the rule, so no refinement is by it. Mark it in scope first.')
        : l10n.t('This prompt is marked out of the rule’s scope, so no refinement is by it. Mark it in scope first.');
    case 'rule-needs-refinement':
      return l10n.t('{0} is not being refined; {1} does it by this rule.', letterOf(notice.index), keys.refine ?? '');
    case 'rule-written':
      return notice.version === 1
        ? l10n.t('The rule is asked about from now on.')
        : l10n.t(
            'The rule has these words from now on, as version {0}; what was marked by others stands.',
            notice.version,
          );
  }
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
