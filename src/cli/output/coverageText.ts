import { shareOf, type Rate, type Share } from '../../core/quality/rate';
import type { CriterionFigures, CriterionFinding } from '../../core/model/report/coverage';
import type { RuleFigures } from '../../core/model/report/ruleCoverage';
import type { Coverage } from '../../core/quality/coverage/figures';
import { counted, number } from './print';
import { fitted, lineWidth, table } from './table';

/** So many criteria, slices and types are printed; JSON and CSV have all. */
const maxRows = 40;
/** So many examples of a finding. */
const maxExamples = 3;

/** Coverage for people, in lines: what to mend first, then the figures. */
export function coverageText(coverage: Coverage): string[] {
  const { study, criteria } = coverage;
  const { items, annotations } = study;
  const rubrics = new Set(criteria.map(({ rubric }) => rubric)).size;
  const head = `${counted(criteria.filter(({ inForce, faulty }) => inForce && faulty === null).length, 'criterion', 'criteria')} in force in ${counted(rubrics, 'rubric')}; ${counted(annotations.count, 'annotation')} by ${counted(annotations.annotators, 'annotator')} on ${number(items.judged)} of ${counted(items.count, 'item')}`;
  return [
    head,
    ...section('To look at', findings(coverage)),
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
    return `${named(id)}: weight ${signed(weight ?? 0)}, implied ${signed(implied?.weight ?? 0)}; ${number(separation?.against ?? 0)} of ${counted(implied?.pairs ?? 0, 'pair')} against it`;
  };
  const plain = (list: readonly CriterionFinding[], noun: string): string[] =>
    list.map(({ criterion, n }) => `${named(criterion)} (${counted(n, noun)})`);
  const criteriaOf = (count: number): string => counted(count, 'criterion', 'criteria');
  return [
    ...finding(
      unexplained.count,
      `${share(unexplained.rate, 'preference')} that no criterion explains: write one for what decided them`,
      unexplained.first.map(
        ({ item, annotator, winner, loser }) => `${item}: ${annotator} prefers ${winner} to ${loser}`,
      ),
    ),
    ...finding(
      wrongWay.length,
      `${criteriaOf(wrongWay.length)} with the weight the wrong way round`,
      wrongWay.map(({ criterion }) => stated(criterion)),
    ),
    ...finding(
      against.count,
      `${share(against.rate, 'preference')} against the score of the verdicts`,
      against.first.map(
        ({ item, annotator, winner, loser }) => `${item}: ${annotator} prefers ${winner}, the verdicts say ${loser}`,
      ),
    ),
    ...finding(
      redundant.length,
      `${counted(redundant.length, 'pair')} of criteria that say the same: merge them`,
      redundant.map(
        ({ a, b, correlation, n }) =>
          `${named(a)} and ${named(b)}: r ${correlation.toFixed(2)} on ${counted(n, 'response')}`,
      ),
    ),
    ...finding(
      study.neverSeparating.length,
      `${criteriaOf(study.neverSeparating.length)} never separate winner from loser`,
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
      `${share(items.withoutRubric.rate, 'item')} without a rubric in force`,
      items.withoutRubric.first.map(({ item }) => item),
    ),
    ...finding(
      study.unfilled ? Math.round(study.unfilled.rate * study.unfilled.n) : 0,
      `${share(study.unfilled, 'cell')} unfilled`,
      [],
    ),
    ...finding(
      study.unfilledSlices.length,
      `${counted(study.unfilledSlices.length, 'slice')} with far more unfilled cells than the rest`,
      study.unfilledSlices.map(({ slice, unfilled }) => `${slice.by} ${slice.value ?? '(others)'}: ${share(unfilled)}`),
    ),
    ...finding(
      study.lowAgreement.length,
      `${criteriaOf(study.lowAgreement.length)} on which annotators agree too little (alpha below 0.667)`,
      study.lowAgreement.map(
        ({ criterion, n }) =>
          `${named(criterion)}: alpha ${figure(figures.get(criterion)?.agreement.alpha ?? null)} on ${counted(n, 'response')}`,
      ),
    ),
    ...finding(
      items.unjudged.count,
      `${share(shareOf(items.unjudged.count, items.count), 'item')} that nobody judged`,
      items.unjudged.first.map((ordinal) => `item ${number(ordinal + 1)}`),
    ),
    ...finding(
      annotations.byModels,
      `${counted(annotations.byModels, 'judgement')} by models left out: people vote, models suggest (--origins human,imported,model counts them)`,
      [],
    ),
    ...finding(
      underOldVersions.count,
      `${share(underOldVersions.rate, 'annotation')} made under old versions of a rubric`,
      underOldVersions.versions
        .filter(({ version, current }) => version !== current)
        .map(
          ({ rubric, version, current, annotations: made }) =>
            `${rubric}: ${number(made)} under version ${version}, in force is ${current}`,
        ),
    ),
    ...finding(
      withoutReason.count,
      `${share(withoutReason.rate, 'comparison')} without a reason`,
      withoutReason.first.map(({ item, annotator }) => `${item}: ${annotator}`),
    ),
    ...finding(
      spans.withoutCritique ? Math.round(spans.withoutCritique.rate * spans.withoutCritique.n) : 0,
      `${share(spans.withoutCritique, 'negative span')} without a word of what is wrong`,
      [],
    ),
    ...finding(
      spans.neverUsed.length,
      `${counted(spans.neverUsed.length, 'type')} of spans never used`,
      spans.neverUsed,
    ),
    ...finding(
      unknownCriteria.verdicts,
      `${counted(unknownCriteria.verdicts, 'verdict')} by criteria that no rubric has`,
      unknownCriteria.ids,
    ),
    ...finding(
      rules.neverMarked.length,
      `${counted(rules.neverMarked.length, 'rule')} never marked`,
      rules.neverMarked,
    ),
    ...finding(
      rules.without.near.length,
      `${counted(rules.without.near.length, 'rule')} with no near miss: nothing shows where the scope ends`,
      rules.without.near,
    ),
    ...finding(
      rules.without.out.length,
      `${counted(rules.without.out.length, 'rule')} with nothing out of scope to keep as it is`,
      rules.without.out,
    ),
    ...finding(
      rules.without.in.length,
      `${counted(rules.without.in.length, 'rule')} with nothing in scope`,
      rules.without.in,
    ),
    ...finding(
      rules.unknown.marks,
      `${counted(rules.unknown.marks, 'mark')} by rules that the study does not have`,
      rules.unknown.ids,
    ),
    ...finding(
      annotations.orphans,
      `${counted(annotations.orphans, 'annotation')} left out: their items changed or are gone ("tiebreak validate" lists them)`,
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
    ...(shown.length > 0 && left > 0 ? [`    and ${number(left)} more`] : []),
  ];
}

function criteriaTable({ criteria }: Coverage): string[] {
  if (criteria.length === 0) return [];
  const rows = criteria
    .slice(0, maxRows)
    .map((each) => [
      titleOf(each),
      `${number(each.filled)}/${number(each.chances)}`,
      percentage(each.yes),
      figure(each.agreement.alpha),
      percentage(each.separation.right),
      figure(each.tau.value),
      signed(each.weight),
      each.implied ? signed(each.implied.weight) : '-',
    ]);
  const gates = criteria.flatMap(({ id, gate }) =>
    gate ? [`gate ${id} (below ${gate.threshold}) fired on ${share(gate.fired, 'response')}`] : [],
  );
  return [
    '',
    ...table(['Criterion', 'filled', 'yes', 'alpha', 'right', 'tau', 'weight', 'implied'], rows),
    ...more(criteria.length),
    ...gates.slice(0, maxRows),
  ];
}

const titleOf = ({ id, name, inForce, faulty }: CriterionFigures): string =>
  `${id === name ? id : `${id} ${name}`}${faulty === null ? '' : ' (faulty)'}${inForce ? '' : ' (old)'}`;

function slicesTable({ slices, criteria, matrix }: Coverage): string[] {
  const several = slices.filter(({ by }) => slices.filter((other) => other.by === by).length > 1);
  const rows = several.slice(0, maxRows).map((slice) => {
    const index = slices.indexOf(slice);
    const cells = criteria.map((_, criterion) => matrix.cell(criterion, index));
    const sum = (key: 'filled' | 'chances' | 'unfilled' | 'valued' | 'worth'): number =>
      cells.reduce((all, cell) => all + cell[key], 0);
    return [
      `${slice.by} ${slice.value ?? '(others)'}`,
      `${number(sum('filled'))}/${number(sum('chances'))}`,
      number(sum('unfilled')),
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
      number(count),
      number(negative),
      number(positive),
      percentage(responses),
    ]);
  return rows.length === 0
    ? []
    : [
        '',
        ...table(['Spans', 'count', 'negative', 'positive', 'responses'], rows),
        ...more(spans.types.length),
        `of ${counted(spans.critiqued, 'response')} with a critique`,
      ];
}

/** What people say of critiques, by where these come from. */
function critiquesTable({ critiques }: Coverage): string[] {
  const { origins, rightButFlawed, lost } = critiques;
  if (critiques.judged === 0) return [];
  const several = origins.length > 1 ? [{ origin: 'all', ...critiques }] : [];
  const rows = [...several, ...origins.slice(0, maxRows)].map(({ origin, judged, flawed, overturned, rejected }) => [
    origin,
    number(judged),
    percentage(flawed),
    percentage(overturned),
    percentage(rejected),
  ]);
  const notes = [
    ...(rightButFlawed ? [`${share(rightButFlawed, 'right verdict')} by flawed critiques`] : []),
    ...(lost > 0 ? [`${counted(lost, 'judged critique')} changed or gone since`] : []),
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
      number(each.marked),
      number(each.unmarked),
      percentage(each.refined),
      figure(each.agreement.alpha),
    ]);
  return rows.length === 0
    ? []
    : [
        '',
        ...table(['Rule', 'in scope', 'near miss', 'out', 'marked', 'unmarked', 'refined', 'alpha'], rows),
        ...more(rules.length),
        `of ${counted(annotations, 'annotation')} that could mark them`,
      ];
}

const ruleTitle = ({ id, feedback, retired }: RuleFigures): string => `${id} ${feedback}${retired ? ' (retired)' : ''}`;

function originLines({ study: { origins } }: Coverage): string[] {
  const criteria = origins.criteria.map(({ origin, criteria: count }) => `${origin} ${number(count)}`);
  const annotations = origins.annotations.map(({ origin, annotations: count }) => `${origin} ${number(count)}`);
  return [
    ...(criteria.length === 0 ? [] : [`criteria     ${fitted(criteria.join(', '), lineWidth - 13)}`]),
    ...(annotations.length === 0 ? [] : [`annotations  ${fitted(annotations.join(', '), lineWidth - 13)}`]),
  ];
}

const more = (count: number): string[] =>
  count > maxRows ? [`and ${number(count - maxRows)} more (--json and --csv have all)`] : [];

/** "7 of 120 (6%, 3 to 12) items"; "7 of 120 (6%) items" where these are all there are. */
function share(rate: Share | Rate | null, noun?: string): string {
  const nouns = noun === undefined ? '' : ` ${rate?.n === 1 ? noun : `${noun}s`}`;
  if (!rate) return `0${nouns}`;
  const interval = 'low' in rate ? `, ${percent(rate.low)} to ${percent(rate.high)}` : '';
  return `${number(Math.round(rate.rate * rate.n))} of ${number(rate.n)} (${percent(rate.rate)}%${interval})${nouns}`;
}

/** "62% (55-69)". */
const percentage = (rate: Rate | null): string =>
  rate ? `${percent(rate.rate)}% (${percent(rate.low)}-${percent(rate.high)})` : '-';
const percent = (value: number): string => (value * 100).toFixed(0);
const figure = (value: number | null): string => (value === null ? '-' : value.toFixed(2));
const signed = (value: number): string => String(Number(value.toPrecision(3)));
