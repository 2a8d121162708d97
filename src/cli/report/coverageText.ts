import { proportionOf, type Rate, type Proportion } from '../../core/quality/rate';
import type { CriterionFigures, CriterionFinding } from '../../core/model/report/coverage';
import type { RuleFigures } from '../../core/model/report/ruleCoverage';
import type { Coverage } from '../../core/quality/coverage/coverageResult';
import { formatCount, formatNumber } from '../output/print';
import { fitted, lineWidth, table } from '../output/table';

/** So many criteria, slices and types are printed; JSON and CSV have all. */
const maxRows = 40;
/** So many examples of a finding. */
const maxExamples = 3;

/** Coverage for people, in lines: what to mend first, then the figures. */
export function coverageText(coverage: Coverage): string[] {
  const { study, criteria } = coverage;
  const { items, annotations } = study;
  const rubrics = new Set(criteria.map(({ rubric }) => rubric)).size;
  const head = `${formatCount(criteria.filter(({ inForce, faulty }) => inForce && faulty === null).length, 'active criterion', 'active criteria')} in ${formatCount(rubrics, 'rubric')}; ${formatCount(annotations.count, 'annotation')} by ${formatCount(annotations.annotators, 'annotator')} on ${formatNumber(items.judged)} of ${formatCount(items.count, 'item')}`;
  return [
    head,
    ...section('Findings', findings(coverage)),
    ...criteriaTable(coverage),
    ...slicesTable(coverage),
    ...spansTable(coverage),
    ...critiquesTable(coverage),
    ...rulesTable(coverage),
    ...section('Origins', originLines(coverage)),
  ];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

/**
 * What to mend, the most telling first: what the rubric misses, what of it is wrong, what of it is idle, and what is
 * missing.
 */
function findings({ study, criteria, spans, rules }: Coverage): string[] {
  const names = new Map(criteria.map(({ id, name }) => [id, name]));
  const figures = new Map(criteria.map((each) => [each.id, each]));
  const named = (id: string): string => (names.get(id) === id ? id : `${id} "${names.get(id) ?? ''}"`);
  const {
    unexplained,
    against,
    wrongWay,
    redundant,
    withoutReason,
    underOldVersions,
    unknownCriteria,
    items,
    annotations,
  } = study;
  const stated = (id: string): string => {
    const { weight, implied, separation } = figures.get(id) ?? {};
    return `${named(id)}: weight ${signed(weight ?? 0)}, implied ${signed(implied?.weight ?? 0)}; contradicted by ${formatNumber(separation?.against ?? 0)} of ${formatCount(implied?.pairs ?? 0, 'pair')}`;
  };
  const plain = (list: readonly CriterionFinding[], noun: string): string[] =>
    list.map(({ criterion, n }) => `${named(criterion)} (${formatCount(n, noun)})`);
  const criteriaOf = (count: number): string => formatCount(count, 'criterion', 'criteria');
  return [
    ...finding(
      study.differingAnnotators.length,
      `${formatCount(study.differingAnnotators.length, 'annotator')} whose verdicts differ from those of others. Compare some of their items`,
      study.differingAnnotators.map(
        ({ annotator, same, others }) =>
          `${annotator}: ${percent(same.rate)}% the same as others (${percent(same.low)}% to ${percent(same.high)}%), who have ${percent(others)}% among themselves`,
      ),
    ),
    ...finding(
      unexplained.count,
      `${share(unexplained.rate, 'preference')} not explained by any criterion. Add one that does`,
      unexplained.first.map(
        ({ item, annotator, winner, loser }) => `${item}: ${annotator} prefers ${winner} to ${loser}`,
      ),
    ),
    ...finding(
      wrongWay.length,
      `${criteriaOf(wrongWay.length)} whose weight has the wrong sign`,
      wrongWay.map(({ criterion }) => stated(criterion)),
    ),
    ...finding(
      against.count,
      `${share(against.rate, 'preference')} contradicting the score of the verdicts`,
      against.first.map(
        ({ item, annotator, winner, loser }) =>
          `${item}: ${annotator} prefers ${winner}, but the verdicts favor ${loser}`,
      ),
    ),
    ...finding(
      redundant.length,
      `${formatCount(redundant.length, 'pair')} of criteria that measure the same thing. Merge them`,
      redundant.map(
        ({ a, b, correlation, n, corrected }) =>
          `${named(a)} and ${named(b)}: r ${correlation.toFixed(2)} on ${formatCount(n, 'response')}${corrected === undefined ? '' : `, about ${corrected.toFixed(2)} without annotator disagreement`}`,
      ),
    ),
    ...finding(
      study.neverSeparating.length,
      `${criteriaOf(study.neverSeparating.length)} with the same verdicts for winner and loser`,
      plain(study.neverSeparating, 'pair'),
    ),
    ...finding(
      study.alwaysYes.length,
      `${criteriaOf(study.alwaysYes.length)} always met`,
      plain(study.alwaysYes, 'verdict'),
    ),
    ...finding(
      study.alwaysNo.length,
      `${criteriaOf(study.alwaysNo.length)} never met`,
      plain(study.alwaysNo, 'verdict'),
    ),
    ...finding(study.neverUsed.length, `${criteriaOf(study.neverUsed.length)} never used`, study.neverUsed.map(named)),
    ...finding(
      items.withoutRubric.count,
      `${share(items.withoutRubric.rate, 'item')} without an active rubric`,
      items.withoutRubric.first.map(({ item }) => item),
    ),
    ...finding(
      study.unfilled ? Math.round(study.unfilled.rate * study.unfilled.n) : 0,
      `${share(study.unfilled, 'cell')} not filled`,
      [],
    ),
    ...finding(
      study.unfilledSlices.length,
      `${formatCount(study.unfilledSlices.length, 'slice')} with far more unfilled cells than the rest`,
      study.unfilledSlices.map(({ slice, unfilled }) => `${slice.by} ${slice.value ?? '(others)'}: ${share(unfilled)}`),
    ),
    ...finding(
      study.lowAgreement.length,
      `${criteriaOf(study.lowAgreement.length)} with low agreement between annotators (alpha below 0.667)`,
      study.lowAgreement.map(
        ({ criterion, n }) =>
          `${named(criterion)}: alpha ${figure(figures.get(criterion)?.agreement.alpha ?? null)} on ${formatCount(n, 'response')}`,
      ),
    ),
    ...finding(
      items.unjudged.count,
      `${share(proportionOf(items.unjudged.count, items.count), 'item')} not judged`,
      items.unjudged.first.map((ordinal) => `item ${formatNumber(ordinal + 1)}`),
    ),
    ...finding(
      annotations.byModels,
      `${formatCount(annotations.byModels, 'judgment')} by models not counted. To count them, use --origins human,imported,model`,
      [],
    ),
    ...finding(
      underOldVersions.count,
      `${share(underOldVersions.rate, 'annotation')} made under old versions of a rubric`,
      underOldVersions.versions
        .filter(({ version, current }) => version !== current)
        .map(
          ({ rubric, version, current, annotations: made }) =>
            `${rubric}: ${formatNumber(made)} under version ${version}, active version is ${current}`,
        ),
    ),
    ...finding(
      withoutReason.count,
      `${share(withoutReason.rate, 'comparison')} without a reason`,
      withoutReason.first.map(({ item, annotator }) => `${item}: ${annotator}`),
    ),
    ...finding(
      spans.withoutCritique ? Math.round(spans.withoutCritique.rate * spans.withoutCritique.n) : 0,
      `${share(spans.withoutCritique, 'negative span')} without a critique`,
      [],
    ),
    ...finding(spans.lost, `${formatCount(spans.lost, 'span')} not counted, as the text no longer has the passage`, []),
    ...finding(
      spans.neverUsed.length,
      `${formatCount(spans.neverUsed.length, 'span type')} never used`,
      spans.neverUsed,
    ),
    ...finding(
      unknownCriteria.verdicts,
      `${formatCount(unknownCriteria.verdicts, 'verdict')} on criteria that are in no rubric`,
      unknownCriteria.ids,
    ),
    ...finding(
      rules.neverMarked.length,
      `${formatCount(rules.neverMarked.length, 'rule')} never marked`,
      rules.neverMarked,
    ),
    ...finding(
      rules.without.near.length,
      `${formatCount(rules.without.near.length, 'rule')} never marked as near miss: no example shows where the scope ends`,
      rules.without.near,
    ),
    ...finding(
      rules.without.out.length,
      `${formatCount(rules.without.out.length, 'rule')} never marked as out of scope: no example shows what must stay unchanged`,
      rules.without.out,
    ),
    ...finding(
      rules.without.in.length,
      `${formatCount(rules.without.in.length, 'rule')} never marked as in scope`,
      rules.without.in,
    ),
    ...finding(
      rules.unknown.marks,
      `${formatCount(rules.unknown.marks, 'mark')} for rules that are not in the study`,
      rules.unknown.ids,
    ),
    ...finding(
      annotations.orphans,
      `${formatCount(annotations.orphans, 'orphaned annotation')} left out: item changed or missing (see "tiebreak validate")`,
      [],
    ),
  ];
}

function finding(count: number, text: string, examples: readonly string[]): string[] {
  if (count === 0) return [];
  const shown = examples.slice(0, maxExamples);
  const left = count - shown.length;
  return [
    `- ${text}`,
    ...shown.map((example) => `    ${fitted(example, lineWidth - 4)}`),
    ...(shown.length > 0 && left > 0 ? [`    and ${formatNumber(left)} more`] : []),
  ];
}

function criteriaTable({ criteria }: Coverage): string[] {
  if (criteria.length === 0) return [];
  const rows = criteria
    .slice(0, maxRows)
    .map((each) => [
      titleOf(each),
      `${formatNumber(each.filled)}/${formatNumber(each.chances)}`,
      percentage(each.yes),
      figure(each.agreement.alpha),
      percentage(each.separation.right),
      figure(each.tau.value),
      signed(each.weight),
      each.implied ? signed(each.implied.weight) : '-',
    ]);
  const gates = criteria.flatMap(({ id, gate }) =>
    gate ? [`gate ${id} (below ${gate.threshold}): ${share(gate.fired, 'response')} failed`] : [],
  );
  return [
    '',
    ...table(['Criterion', 'filled', 'yes', 'alpha', 'right', 'tau', 'weight', 'implied'], rows),
    ...more(criteria.length),
    ...gates.slice(0, maxRows),
  ];
}

const titleOf = ({ id, name, inForce, faulty }: CriterionFigures): string =>
  `${id === name ? id : `${id} ${name}`}${faulty === null ? '' : ' (faulty)'}${inForce ? '' : ' (inactive)'}`;

function slicesTable({ slices, criteria, matrix }: Coverage): string[] {
  const several = slices.filter(({ by }) => slices.filter((other) => other.by === by).length > 1);
  const rows = several.slice(0, maxRows).map((slice) => {
    const index = slices.indexOf(slice);
    const cells = criteria.map((_, criterion) => matrix.cell(criterion, index));
    const sum = (key: 'filled' | 'chances' | 'unfilled' | 'valued' | 'worth'): number =>
      cells.reduce((all, cell) => all + cell[key], 0);
    return [
      `${slice.by} ${slice.value ?? '(others)'}`,
      `${formatNumber(sum('filled'))}/${formatNumber(sum('chances'))}`,
      formatNumber(sum('unfilled')),
      sum('valued') === 0 ? '-' : `${percent(sum('worth') / sum('valued'))}%`,
    ];
  });
  return rows.length === 0 || criteria.length === 0
    ? []
    : ['', ...table(['Slice', 'filled', 'unfilled', 'yes'], rows), ...more(several.length)];
}

function spansTable({ spans }: Coverage): string[] {
  const rows = spans.types
    .slice(0, maxRows)
    .map(({ kind, type, spans: count, negative, positive, responses }) => [
      `${type ?? '(no type)'}${kind === 'missing' ? ' (missing)' : ''}`,
      formatNumber(count),
      formatNumber(negative),
      formatNumber(positive),
      percentage(responses),
    ]);
  return rows.length === 0
    ? []
    : [
        '',
        ...table(['Spans', 'count', 'negative', 'positive', 'responses'], rows),
        ...more(spans.types.length),
        `responses: share of ${formatCount(spans.critiqued, 'response')} with a critique`,
      ];
}

/** What people say of critiques, by where these come from. */
function critiquesTable({ critiques }: Coverage): string[] {
  const { origins, rightButFlawed, lost } = critiques;
  if (critiques.judged === 0) return [];
  const several = origins.length > 1 ? [{ origin: 'all', ...critiques }] : [];
  const rows = [...several, ...origins.slice(0, maxRows)].map(({ origin, judged, flawed, overturned, rejected }) => [
    origin,
    formatNumber(judged),
    percentage(flawed),
    percentage(overturned),
    percentage(rejected),
  ]);
  const notes = [
    ...(rightButFlawed ? [`${share(rightButFlawed, 'right verdict')} with a flawed critique`] : []),
    ...(lost > 0 ? [`${formatCount(lost, 'judged critique')} changed or deleted since`] : []),
  ];
  return [
    '',
    ...table(['Critiques', 'judged', 'flawed', 'overturned', 'rejected'], rows),
    ...more(origins.length),
    ...notes,
  ];
}

function rulesTable({ rules: { rules, annotations } }: Coverage): string[] {
  const rows = rules
    .slice(0, maxRows)
    .map((each) => [
      ruleTitle(each),
      percentage(each.shares.in),
      percentage(each.shares.near),
      percentage(each.shares.out),
      formatNumber(each.marked),
      formatNumber(each.unmarked),
      percentage(each.refined),
      figure(each.agreement.alpha),
    ]);
  return rows.length === 0
    ? []
    : [
        '',
        ...table(['Rule', 'in scope', 'near miss', 'out', 'marked', 'unmarked', 'refined', 'alpha'], rows),
        ...more(rules.length),
        `in scope, near miss, out: share of ${formatCount(annotations, 'annotation')} that could mark the rules`,
      ];
}

const ruleTitle = ({ id, feedback, retired }: RuleFigures): string => `${id} ${feedback}${retired ? ' (retired)' : ''}`;

function originLines({ study: { origins } }: Coverage): string[] {
  const criteria = origins.criteria.map(({ origin, criteria: count }) => `${origin} ${formatNumber(count)}`);
  const annotations = origins.annotations.map(({ origin, annotations: count }) => `${origin} ${formatNumber(count)}`);
  return [
    ...(criteria.length === 0 ? [] : [`criteria     ${fitted(criteria.join(', '), lineWidth - 13)}`]),
    ...(annotations.length === 0 ? [] : [`annotations  ${fitted(annotations.join(', '), lineWidth - 13)}`]),
  ];
}

const more = (count: number): string[] =>
  count > maxRows ? [`and ${formatNumber(count - maxRows)} more (--json and --csv show all)`] : [];

/** "7 of 120 (6%, 3 to 12) items"; "7 of 120 (6%) items" where these are all there are. */
function share(rate: Proportion | Rate | null, noun?: string): string {
  const nouns = noun === undefined ? '' : ` ${rate?.n === 1 ? noun : `${noun}s`}`;
  if (!rate) return `0${nouns}`;
  const interval = 'low' in rate ? `, ${percent(rate.low)} to ${percent(rate.high)}` : '';
  return `${formatNumber(Math.round(rate.rate * rate.n))} of ${formatNumber(rate.n)} (${percent(rate.rate)}%${interval})${nouns}`;
}

/** "62% (55-69)". */
const percentage = (rate: Rate | null): string =>
  rate ? `${percent(rate.rate)}% (${percent(rate.low)}-${percent(rate.high)})` : '-';
const percent = (value: number): string => (value * 100).toFixed(0);
const figure = (value: number | null): string => (value === null ? '-' : value.toFixed(2));
const signed = (value: number): string => String(Number(value.toPrecision(3)));
