import {
  qualitySections,
  type QualityReport,
  type QualitySection,
  type RatedFinding,
} from '../../core/model/report/quality';
import { maxSettings } from '../../core/quality/judgements/units';
import { kindText } from '../../core/quality/report/kindText';
import { formatCount, formatNumber } from '../output/print';
import { fitted, lineWidth, wrapped } from '../output/table';
import { kindTexts } from './judgments/figureTexts';
import { sectionParts } from './sectionParts';
import { figureText, machineName, percent, sentenceOf, shareText, timeText, whyText } from './sentences';

/** So many findings in the summary: it fits a screen. */
const maxFindings = 12;

/** What to look at first, and a line for each section: a screen of text. */
export function summaryText(report: QualityReport): string[] {
  const { work, findings } = report;
  return [
    headText(report),
    ...leftOutText(report),
    '',
    ...(findings.length === 0
      ? ['Nothing stands out.']
      : ['Look at first', ...wrappedFindings(findings.slice(0, maxFindings))]),
    ...(findings.length > maxFindings ? [`  and ${formatNumber(findings.length - maxFindings)} more (--json)`] : []),
    '',
    'Figures',
    ...summaryLines(report).map(([name, text]) => `  ${name.padEnd(12)}${fitted(text, lineWidth - 14)}`),
    '',
    work.annotations === 0 ? 'Nothing is judged yet.' : `One section in full: --section ${qualitySections.join('|')}`,
  ];
}

function headText({ work, voters, only }: QualityReport): string {
  const whose = [
    ...(voters.includes('model') ? ['judgments of models count'] : []),
    ...(only.annotators ? [`only ${only.annotators.join(', ')}`] : []),
    ...(only.without.length > 0 ? [`without ${only.without.join(', ')}`] : []),
  ];
  return `${formatCount(work.annotations, 'annotation')} on ${formatNumber(work.judged)} of ${formatCount(work.items, 'item')} by ${formatCount(work.annotators.filter(({ judged, skipped }) => judged + skipped > 0).length, 'annotator')}${whose.length > 0 ? `; ${whose.join('; ')}` : ''}`;
}

/** What no figure rests on, in a line each. */
export function leftOutText({
  leftOut: { contexts, turns, orphans, adjudications, lostSteps },
}: QualityReport): string[] {
  return [
    ...(contexts > 0
      ? [
          `${formatCount(contexts, 'judgment')} left out, of items judged under more than ${formatNumber(maxSettings - 1)} contexts and turns`,
        ]
      : []),
    ...(turns > 0 ? [`${formatCount(turns, 'judgment')} of a single turn left out of lengths and looks`] : []),
    ...(orphans > 0 ? [`${formatCount(orphans, 'judgment')} of items that changed or are gone left out`] : []),
    ...(adjudications > 0 ? [`${formatCount(adjudications, 'judgment')} by adjudicators left out`] : []),
    ...(lostSteps > 0
      ? [`${formatCount(lostSteps, 'judged step')} left out, as the response no longer has the text`]
      : []),
  ];
}

/** One line for each section. */
export function summaryLines(report: QualityReport): (readonly [name: string, text: string])[] {
  const { agreement, annotators, noise, bias, models, machines, judgments, work } = report;
  const main = agreement.rows.find(({ kind }) => kind === agreement.main);
  const noises = [
    ...(noise.overlap ? [`overlap ${figureText(noise.overlap.epsilon)}`] : []),
    ...(noise.repeats ? [`repeats ${figureText(noise.repeats.epsilon)}`] : []),
    ...(noise.controls ? [`controls ${figureText(noise.controls.epsilon)}`] : []),
  ];
  const [best] = models.models;
  const longer = bias.rows.find(({ of }) => of === 'length');
  const first = bias.rows.find(({ of }) => of === 'position');
  return [
    [
      'Agreement',
      main
        ? `${kindText(main.kind)}: alpha ${figureText(main.alpha)}, the same ${shareText(main.same)}`
        : 'unknown: nobody judged the same',
    ],
    [
      'Annotators',
      annotators.annotators
        .slice(0, 4)
        .map(({ name, judged }) => `${name} ${formatNumber(judged)}`)
        .join(', ') || 'none',
    ],
    ['Noise', noises.join('; ') || 'unknown: nothing was judged twice'],
    ['Bias', `longer wins ${shareText(longer?.wins ?? null)}; first shown wins ${shareText(first?.wins ?? null)}`],
    [
      'Models',
      models.why === undefined && best
        ? `${best.model} leads ${formatCount(models.models.length, 'model')}: ${shareText(best.winRate)} of pairs`
        : whyText(models.why),
    ],
    [
      'Machines',
      machines.why === undefined
        ? machines.machines
            .map(({ name, kind, kappa }) => `${machineName({ kind, name })} kappa ${figureText(kappa)}`)
            .join('; ')
        : whyText(machines.why),
    ],
    [
      'Judgments',
      judgments.kinds
        .toSorted((a, b) => b.judgments - a.judgments)
        .map((own) => `${kindTexts[own.kind].toLowerCase()} ${formatNumber(own.judgments)}`)
        .join(', ') || 'none',
    ],
    [
      'Work',
      `${percent(work.items === 0 ? 0 : work.judged / work.items)} judged; ${work.median === null ? 'no times' : `${timeText(work.median)} per item, ${timeText(work.time)} in all`}`,
    ],
  ];
}

/** A section in full: its findings, then its tables. */
export function sectionText(report: QualityReport, section: QualitySection): string[] {
  const own = report.findings.filter((each) => each.section === section);
  return [
    headText(report),
    ...leftOutText(report),
    ...(own.length > 0 ? ['', 'Findings', ...wrappedFindings(own)] : []),
    ...sectionParts[section](report).flatMap(({ title, lines }) => (lines.length === 0 ? [] : ['', title, ...lines])),
  ];
}

const marks = { high: '!', medium: '·', low: ' ' } as const;

/** Findings, each with its mark, in lines that fit. */
function wrappedFindings(findings: readonly RatedFinding[]): string[] {
  return findings.flatMap((each) => {
    const lines = wrapped(sentenceOf(each), lineWidth - 4);
    return lines.map((line, at) => (at === 0 ? `  ${marks[each.severity]} ${line}` : `    ${line}`));
  });
}
