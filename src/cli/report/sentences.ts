import type {
  EmptyCell,
  Finding,
  MachineFigures,
  QualityReport,
  RatedFinding,
  Sign,
} from '../../core/model/report/quality';
import { poorScores } from '../../core/model/report/poorScores';
import { kindText } from '../../core/quality/report/kindText';
import { formatCount, formatNumber } from '../output/print';
import { findingText } from './judgments/judgmentTexts';
import { decimals, figureText, percent, shareText, timeText } from './valueTexts';

export { decimals, figureText, percent, shareText, timeText } from './valueTexts';

/** What the one of two responses has. */
export function biasText(of: string): string {
  const texts: Readonly<Record<string, string>> = {
    length: 'the longer response',
    position: 'the response shown first',
    list: 'a response with a list',
    heading: 'a response with headings',
    bold: 'a response with bold text',
    code: 'a response with a code block',
    table: 'a response with a table',
    emoji: 'a response with emoji',
    apology: 'a response that apologizes',
    refusal: 'a response that refuses',
    flattery: 'a response that flatters',
  };
  return texts[of] ?? of;
}

function signText(sign: Sign): string {
  switch (sign.sign) {
    case 'chance':
      return `label noise ${decimals(sign.epsilon)}, little better than chance`;
    case 'uniform':
      return `the same for all responses in ${percent(sign.share)} of judgments (others ${percent(sign.others)})`;
    case 'fast':
      return `${timeText(sign.median)} per item (others ${timeText(sign.others)})`;
    case 'run':
      return `the same position ${formatNumber(sign.length)} times in a row`;
    case 'controls':
      return `${percent(sign.right)} right on control items${sign.others ? ` (others ${rangeText(sign.others)})` : ''}`;
    case 'trait':
      return `takes ${biasText(sign.trait)} in ${percent(sign.share)} of preferences (others ${percent(sign.others)})`;
    case 'slice':
      return `${percent(sign.same)} the same in ${sliceText(sign)} (elsewhere ${percent(sign.elsewhere)})`;
    case 'adjudicated':
      return `${percent(sign.right)} as adjudicated, on items that were`;
  }
}

const rangeText = ([low, high]: readonly [number, number]): string =>
  percent(low) === percent(high) ? percent(low) : `${percent(low)} to ${percent(high)}`;
const signsText = (signs: readonly Sign[]): string => signs.map(signText).join('; ');
const names = (some: readonly string[], most = 5): string =>
  some.length > most
    ? `${some.slice(0, most).join(', ')} and ${formatNumber(some.length - most)} more`
    : some.join(', ');

/** A finding as one or two sentences: what is so, and what to do. */
export function sentenceOf({ finding }: RatedFinding): string {
  switch (finding.code) {
    case 'annotator-differs':
      return `${finding.annotator} differs from the others: ${shareText(finding.same)} the same as others, who are the same in ${percent(finding.others)} among themselves, in ${formatCount(finding.items, 'shared item')}. ${finding.signs.length > 0 ? `Why: ${signsText(finding.signs)}` : 'No other figure says why'}.${alphaText(finding)} They can be right: adjudicate some of their items.`;
    case 'annotator-unsure':
      return `${finding.annotator} may differ from the others: ${percent(finding.same)} the same as others, who are the same in ${percent(finding.others)} among themselves, in ${formatCount(finding.items, 'shared item')}. That can be chance: about ${formatNumber(finding.more)} more would tell.`;
    case 'groups':
      return groupsText(finding);
    case 'copies':
      return copiesText(finding.copies);
    case 'criterion-unclear': {
      const { criterion, differ, others } = finding.criterion;
      return `Verdicts on criterion "${criterion}" differ in ${shareText(differ)} of cases${others === null ? '' : `, on the other criteria in ${percent(others)}`}. Make it clearer: its disputed items show how it is read.`;
    }
    case 'models-cycle': {
      const { models, wins } = finding.cycle;
      const steps = models.map(
        (model, at) => `${model} beats ${models[(at + 1) % 3] ?? ''} (${percent(wins[at] ?? 0)})`,
      );
      return `${steps.join(', ')}: no order of models explains that, and more pairs will not. Look at what each wins by, slice by slice.`;
    }
    case 'annotator-signs':
      return `${finding.annotator} judges unlike the others: ${signsText(finding.signs)}. Look at some of their items.`;
    case 'annotator-drifts':
      return `${finding.annotator} changed on ${finding.drift.at.slice(0, 10)}: the same as others in ${percent(finding.drift.before)} before and ${percent(finding.drift.after)} after.`;
    case 'test-failed':
      return `${finding.annotator} did not pass the qualification test: ${formatNumber(finding.test.right)} of ${formatNumber(finding.test.of)} as known.`;
    case 'annotator-repeats':
      return `${finding.annotator} repeats only ${shareText(finding.same)} of their preferences when an item comes again.`;
    case 'low-agreement':
      return `Annotators agree little on ${kindText(finding.kind)}: alpha ${figureText(finding.alpha)}. Below 0.67 no conclusion is safe. ${reasonText(finding.why)}`;
    case 'no-overlap':
      return finding.annotators > 1
        ? 'No item was judged by two annotators, so agreement and noise are unknown. Set "perItem" of the plan to 2 for some items.'
        : 'Only one annotator judged, so agreement and noise are unknown. Let a second one judge some of the items.';
    case 'noise':
      return `About ${percent(finding.epsilon.value)} of the preferences are the wrong way round, by ${fromText(finding.from)}: label noise ${figureText(finding.epsilon)}.`;
    case 'bias':
      return `${capital(biasText(finding.of))} wins ${shareText(finding.wins)} of preferences; all else equal ${shareText(finding.chance)}${finding.of === 'length' ? ' at twice the length' : ''}.`;
    case 'models-apart':
      return `The models fall into ${formatNumber(finding.components.length)} groups that were never compared with each other: ${finding.components.map((group) => `[${names(group, 3)}]`).join(' ')}. Strengths hold within a group only.`;
    case 'models-unbounded':
      return `${names(finding.models)} won or lost every pair against the others, so ${finding.models.length === 1 ? 'its strength is' : 'their strengths are'} a guess.`;
    case 'models-close':
      return `${finding.first} and ${finding.second} cannot be told apart yet. Judge more pairs of the two.`;
    case 'none-acceptable':
      return `On ${shareText(finding.share)} of items no response is acceptable.`;
    case 'machine-differs':
      return machineText(finding.machine);
    case 'machine-position':
      return positionText(finding);
    case 'unjudged':
      return `${formatNumber(finding.items)} of ${formatCount(finding.of, 'item')} are not judged.`;
    case 'empty-cells':
      return `Nobody judged ${finding.cells.slice(0, 3).map(cellText).join(', ')}${finding.count > 3 ? ` and ${formatNumber(finding.count - 3)} more crossings of two fields` : ''}. Send annotators there: "filter" or "order": "thin" of the plan.`;
    case 'repeated-responses':
      return `${formatNumber(finding.responses)} of ${formatCount(finding.of, 'response')} have the text of another response of their item.`;
    case 'disputed':
      return `Annotators contradict each other on ${formatNumber(finding.items)} of ${formatCount(finding.of, 'item')} that several judged.${
        finding.criterion
          ? ` On ${formatNumber(finding.criterion.items)} of these they also differ on criterion "${finding.criterion.id}"${finding.because.length > 0 ? `, but not without ${names(finding.because)}: look there before you change the criterion.` : '. Make it clearer.'}`
          : ''
      }`;
    case 'absent':
      return `${names(finding.annotators)} of the plan ${finding.annotators.length === 1 ? 'has' : 'have'} not begun.`;
    case 'judgments':
      return findingText(finding);
  }
}

type FindingOf<C extends Finding['code']> = Extract<Finding, { code: C }>;

function groupsText({ groups, part }: FindingOf<'groups'>): string {
  const [first] = groups;
  const inside = groups.map(
    ({ annotators, inside: own }) => `${listText(annotators)} agree ${shareText(own)} among themselves`,
  );
  return `${formatNumber(groups.length)} groups want different things: ${inside.join('; ')}; across ${shareText(first?.across ?? null)}.${part ? ` ${partText(part)}` : ''} Agreement of each annotator and noise are counted inside groups. Settle which of them the guidelines ask for, or export each by itself: --annotators ${first?.annotators.join(',') ?? ''}.`;
}

const listText = (some: readonly string[]): string => `[${names(some, 8)}]`;

const partText = (part: NonNullable<FindingOf<'groups'>['part']>): string =>
  part.on === 'trait'
    ? `They part on ${biasText(part.trait)}: the first group takes it in ${percent(part.share)} of preferences, the others in ${percent(part.others)}.`
    : `They part on ${sliceText(part)}: ${percent(part.same)} the same there, ${percent(part.elsewhere)} elsewhere.`;

function copiesText({ a, b, all, same, others, errors, isSure }: FindingOf<'copies'>['copies']): string {
  const head = `${a} and ${b} say the same on ${formatNumber(same)} of ${formatNumber(all)} that both judged, and with others on ${percent(others)}.`;
  const wrong =
    errors.all > 0
      ? ` Where one is against the majority of others, both are so alike in ${formatNumber(errors.same)} of ${formatNumber(errors.all)}.`
      : '';
  return `${head}${wrong} ${
    isSure
      ? `Two who judge by themselves cannot agree so often: ask them, and count one: --without ${b}.`
      : 'Either both seldom err, or one copied: control items would tell.'
  }`;
}

function reasonText(why: FindingOf<'low-agreement'>['why']): string {
  switch (why?.of) {
    case 'annotator':
      return `Without ${why.annotator} alpha is ${decimals(why.alphaWithout)}: look at their items first.`;
    case 'chance':
      return `Little better than chance: ${names(why.annotators)}. Look at their items first.`;
    case 'groups':
      return 'Groups want different things: settle which of them the guidelines ask for.';
    case 'slice':
      return `It is lowest in ${sliceText(why)}, ${figureText(why.alpha)}: discuss disputed items there.`;
    case undefined:
      return 'Discuss disputed items and make the guidelines clearer.';
  }
}

/** What the votes say of how hard pairs are, on which it rests how often a majority is right. */
export function majorityByText({ majorityBy, heldOut }: QualityReport['noise']): string {
  if (majorityBy === null) return '';
  if (majorityBy === 'guess')
    return 'Too few pairs have four votes to tell how they differ in difficulty: a guess, between pairs as unlike as can be and pairs all alike.';
  const bits = heldOut
    ? ` Held-out votes cost ${decimals(heldOut.difficulty, 3)} bits by it, ${decimals(heldOut.equal, 3)} by one rate for all.`
    : '';
  return majorityBy === 'difficulty'
    ? `Some pairs are harder than others: an error rate for each is fitted.${bits}`
    : `Pairs are alike in difficulty, as far as the votes tell: one error rate for all.${bits}`;
}

const cellText = ({ row, column, items }: EmptyCell): string =>
  `${sliceText(row)} × ${sliceText(column)} (${formatCount(items, 'item')})`;
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const fromText = (from: 'overlap' | 'repeats' | 'controls'): string =>
  ({ overlap: 'items that several judged', repeats: 'repeated items', controls: 'control items' })[from];

const alphaText = ({ alpha, alphaWithout }: Extract<Finding, { code: 'annotator-differs' }>): string =>
  alpha !== null && alphaWithout !== null
    ? ` Without them alpha is ${decimals(alphaWithout)} instead of ${decimals(alpha)}.`
    : '';

/** What a machine is called. */
export function machineName({ kind, name }: Pick<MachineFigures, 'kind' | 'name'>): string {
  if (kind === 'verifier') return `${name} (results of the dataset)`;
  return kind === 'source' ? `${name} (labels of the source)` : name;
}

function machineText(machine: MachineFigures): string {
  const parts = [
    ...(machine.kappa ? [`kappa ${figureText(machine.kappa)} with people`] : []),
    ...(machine.confirmed ? [`people confirm ${shareText(machine.confirmed)} of its preferences`] : []),
    ...(machine.falsePass ? [`${shareText(machine.falsePass)} of what passes is not acceptable`] : []),
    ...(machine.falseFail ? [`${shareText(machine.falseFail)} of what fails is acceptable`] : []),
    ...poorScores(machine).flatMap(({ of, auc, confirmed }) => [
      ...(confirmed ? [`people prefer the higher ${of} in ${shareText(confirmed)}`] : []),
      ...(auc ? [`${of} is higher for what is acceptable in ${shareText(auc)}`] : []),
    ]),
  ];
  return `${machineName(machine)}: ${parts.join('; ')}.`;
}

function positionText({ machine, firstWins }: Extract<Finding, { code: 'machine-position' }>): string {
  const { firstWinsPeople: people, bothOrders } = machine;
  return [
    `${machineName(machine)} takes the first shown ${shareText(firstWins)} of the time`,
    ...(people ? [`, people the same one ${shareText(people)}`] : []),
    bothOrders === null
      ? '; ask it in both orders.'
      : `. Asked in both orders, it turns round on ${shareText(bothOrders.flips)} of the pairs: ${formatNumber(bothOrders.flippedToFirst)} of ${formatNumber(bothOrders.flipped)} times for the first shown. Use only what it says in both orders.`,
  ].join('');
}

/** What a score of a machine is called: a verifier has one, which has its name. */
export const scoreName = ({ kind, name }: Pick<MachineFigures, 'kind' | 'name'>, of: string): string =>
  kind === 'verifier' ? name : `${name}, ${of}`;

/** Scores of machines against people, a row for each. */
export const scoreRows = (machines: readonly MachineFigures[]): string[][] =>
  machines.flatMap((own) =>
    own.scores.map(({ of, auc, confirmed, responses, pairs }) => [
      machineName(own),
      of,
      shareText(confirmed),
      formatNumber(pairs),
      figureText(auc),
      formatNumber(responses),
    ]),
  );
export const scoreHeads = [
  'Machine',
  'score',
  'people prefer the higher',
  'pairs',
  'AUC of acceptable',
  'responses',
] as const;

/** What is left out of the figures of machines. */
export const leftOutOfMachines = ({ suggested, otherResults }: QualityReport['machines']): string[] => [
  ...(suggested > 0
    ? [`${formatCount(suggested, 'judgment')} of people who saw a suggestion first: an audit is blind`]
    : []),
  ...(otherResults > 0 ? [`${formatCount(otherResults, 'result')} of further verifiers: 100 are told apart`] : []),
];

/** How often a machine takes what it was shown first; where it says nothing of that, why. */
export const firstShownText = ({ kind, firstWins, shownAsListed }: MachineFigures): string =>
  kind !== 'verifier' && shownAsListed === null ? 'order not known' : shareText(firstWins);

/** What machines say of the same two responses in both orders, a row each. */
export const bothOrdersRows = (machines: readonly MachineFigures[]): string[][] =>
  machines.flatMap((own) =>
    own.bothOrders === null
      ? []
      : [
          [
            machineName(own),
            formatNumber(own.bothOrders.pairs),
            shareText(own.bothOrders.consistent),
            shareText(own.bothOrders.flips),
            `${formatNumber(own.bothOrders.flippedToFirst)} of ${formatNumber(own.bothOrders.flipped)}`,
            shareText(own.bothOrders.toFirst),
          ],
        ],
  );
export const bothOrdersHeads = [
  'Machine',
  'pairs in both orders',
  'the same verdict',
  'the opposite',
  'of these for the first shown',
  'as a share',
] as const;

/** A slice, as a person calls it. */
export const sliceText = ({ by, value }: { readonly by: string; readonly value: string | null }): string =>
  `${by}: ${value ?? '(others)'}`;

/** A category of a kind of value, as a person calls it. */
export function categoryText(kind: string | null, value: number): string {
  if (kind === 'preferences') return value === 0 ? 'tie' : value > 0 ? 'first in the dataset' : 'second in the dataset';
  if (kind === 'acceptable') return value === 1 ? 'acceptable' : 'not acceptable';
  return String(value);
}

/** Whether there are strengths by rankings of three or more. */
export const hasLuce = ({ models }: QualityReport['models']): boolean =>
  models.some(({ plackettLuce }) => plackettLuce !== null);

export const referenceText = ({ model, pairs }: NonNullable<QualityReport['models']['reference']>): string =>
  `Reference: ${model ?? 'responses with the text of a reference answer'}, in ${formatCount(pairs, 'pair')}.`;

/** Which model of ties fits better, and whether it matters for the order of models. */
export function tieModelsText({ tieModels, models }: QualityReport['models']): string {
  if (!tieModels) return '';
  const { davidson, raoKupper } = tieModels;
  const orderBy = (of: (model: (typeof models)[number]) => number): string =>
    models
      .toSorted((a, b) => of(b) - of(a))
      .map(({ model }) => model)
      .join('\n');
  const isSame = orderBy(({ strength }) => strength ?? 0) === orderBy((own) => own.raoKupper?.value ?? 0);
  const [better, worse] = davidson >= raoKupper ? ['Davidson', 'Rao-Kupper'] : ['Rao-Kupper', 'Davidson'];
  return `Models of ties: ${better} fits better than ${worse} by ${decimals(Math.abs(davidson - raoKupper), 1)} (log-likelihood). They order the models ${isSame ? 'alike' : 'differently'}. Strengths are by Davidson.`;
}

/** Why a figure is missing. */
export function whyText(why: string | undefined): string {
  switch (why) {
    case 'no-overlap':
      return 'nobody judged the same';
    case 'all-same':
      return 'all values are the same';
    case 'no-models':
      return 'The dataset names no models.';
    case 'no-pairs':
      return 'Nobody compared responses of two models.';
    case 'hidden':
      return 'Models are hidden.';
    case 'no-machines':
      return 'No model judged, and no response has results of verifiers.';
    case 'no-people':
      return 'No person judged what models did.';
    case undefined:
    default:
      return '';
  }
}
