import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { ruleScopes } from '../../../src/core/model/annotation/judgementValues';
import type { ReportFigures } from '../../../src/protocol/report';
import type { Bar } from '../charts/bars';
import { Chart } from '../charts/chart';
import { annotationsText, itemsText } from '../../../src/core/model/text/countText';
import { Row } from './criterionDetail';
import { decimal, nText, percent, rateLong, whole } from '../../../src/core/model/text/numbers';
import { scopeTitle } from '../../../src/core/model/report/document/coverage/rules';

/** What is known of one rule; where none is in hand, how many are marked. */
export function RuleDetail({
  report,
  id,
}: {
  readonly report: ReportFigures;
  readonly id: string | undefined;
}): JSX.Element {
  const rule = report.rules.rules.find((each) => each.id === id);
  if (!rule) {
    return (
      <article class="detail" aria-label={l10n.t('Rules')}>
        <h2>{l10n.t('Rules')}</h2>
        <p class="about">{sizeText(report.rules)}</p>
      </article>
    );
  }
  const { agreement, retired } = rule;
  const bars = ruleScopes.map((scope): Bar => {
    const share = rule.shares[scope];
    return {
      label: scopeTitle(scope),
      value: share?.rate ?? null,
      low: share?.low,
      high: share?.high,
      note: nText(rule[scope]),
    };
  });
  return (
    <article class="detail" aria-label={l10n.t('Selected rule')}>
      <h2>{rule.feedback}</h2>
      <p class="about">
        {[rule.id, l10n.t('version {0}', rule.version), retired ? l10n.t('inactive') : '']
          .filter((each) => each !== '')
          .join(' · ')}
      </p>
      <p>{rule.scope}</p>
      {rule.marked > 0 && (
        <Chart
          title={l10n.t('Marks by scope')}
          from={0}
          to={1}
          format={percent}
          names={{ value: l10n.t('marks') }}
          bars={bars}
        />
      )}
      <dl class="figures">
        <Row
          name={l10n.t('Marked')}
          value={l10n.t('in {0}, on {1}', annotationsText(rule.marked), itemsText(rule.items))}
          note={rule.earlier > 0 ? l10n.t('{0} with an earlier wording', whole(rule.earlier)) : ''}
        />
        <Row name={l10n.t('Unmarked')} value={whole(rule.unmarked)} />
        <Row
          name={l10n.t('Refined')}
          value={rateLong(rule.refined)}
          note={rule.in > 0 ? l10n.t('of the in-scope marks') : ''}
        />
        <Row
          name={l10n.t('Agreement')}
          value={
            agreement.alpha === null
              ? l10n.t('no data to compare')
              : l10n.t('alpha {0}, {1}', decimal(agreement.alpha), itemsText(agreement.units))
          }
          note={agreement.same ? l10n.t('percent agreement: {0}', rateLong(agreement.same)) : ''}
        />
      </dl>
    </article>
  );
}

function sizeText({ rules, annotations, neverMarked }: ReportFigures['rules']): string {
  const could = annotationsText(annotations);
  if (rules.length === 1)
    return neverMarked.length === 1
      ? l10n.t('1 rule, never marked. Based on {0}.', could)
      : l10n.t('1 rule. Based on {0}.', could);
  return l10n.t(
    '{0} rules, {1} of them never marked. Based on {2}.',
    whole(rules.length),
    whole(neverMarked.length),
    could,
  );
}
