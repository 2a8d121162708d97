import * as l10n from '@vscode/l10n';
import { whole } from '../../text/numbers';
import type { Certificate, CertificatePart } from '../certificate';
import { count, number, share, tableOf, text, type Column } from './blocks';
import type { Block } from './document';
import { figureText, shareText } from './values';

/** Fewer units than this say nothing. */
const fewest = 20;
/** A lean of less than this is not worth a sentence. */
const worthSaying = 0.02;

/** A certificate as it is read: what it means in sentences, the most important first, then its tables. */
export interface CertificateDocument {
  readonly title: string;
  readonly head: string;
  readonly sentences: readonly string[];
  readonly blocks: readonly Block[];
  readonly foot: string;
}

/** Says what a certificate says, in words. */
export function certificateDocument(certificate: Certificate): CertificateDocument {
  const { judge, data, answers, parts, slices, biases } = certificate;
  const calibrated = parts.flatMap(({ of, calibration }) => (calibration ? [{ of, ...calibration }] : []));
  return {
    title: l10n.t('Certificate of {0}', judge.judge),
    head: l10n.t(
      'Model {0}, prompt {1}, asked for {2}. Blind judgments: {3}; items: {4}; people: {5}',
      judge.model,
      judge.prompt,
      judge.asks,
      whole(data.annotations),
      whole(data.items),
      whole(data.people),
    ),
    sentences: [
      ...(parts.length === 0
        ? [
            l10n.t(
              'No person has judged blind what this judge was asked. Nothing is known of it. Labels that came with the data count where they are asked for (--origins human,imported).',
            ),
          ]
        : []),
      ...parts.flatMap(sentencesOn),
      ...biasSentences(biases),
      ...(answers.notUnderstood > 0
        ? [l10n.t('Answers that were not understood: {0} of {1}.', whole(answers.notUnderstood), whole(answers.all))]
        : []),
      ...(answers.stale > 0
        ? [l10n.t('Answers on items that have other texts now, which do not count: {0}.', whole(answers.stale))]
        : []),
    ],
    blocks: [
      ...tableOf('certificate.parts', l10n.t('Agreement with people'), parts, partColumns()),
      ...tableOf('certificate.errors', l10n.t('Errors'), parts.filter(hasErrors), errorColumns()),
      ...tableOf('certificate.calibration', l10n.t('How sure it is, and how often it is right'), calibrated, [
        { id: 'of', head: l10n.t('Asked for'), cell: ({ of }) => text(of) },
        { id: 'units', head: l10n.t('Answers'), cell: ({ units }) => count(units) },
        { id: 'over', head: l10n.t('Surer than right by'), cell: ({ over }) => share(over) },
        { id: 'ece', head: l10n.t('Calibration error'), cell: ({ ece }) => share(ece) },
      ]),
      ...calibrated.flatMap(({ of, bins }) =>
        tableOf(
          `certificate.bins.${of}`,
          l10n.t('{0}: right, by how sure it is', of),
          bins.filter(({ units }) => units > 0),
          [
            { id: 'confidence', head: l10n.t('Mean confidence'), cell: ({ confidence }) => share(confidence) },
            { id: 'right', head: l10n.t('Right'), cell: ({ right }) => share(right) },
            { id: 'units', head: l10n.t('Answers'), cell: ({ units }) => count(units) },
          ],
        ),
      ),
      ...tableOf('certificate.biases', l10n.t('What it leans to'), biases ? [biases] : [], [
        { id: 'pairs', head: l10n.t('Pairs in both orders'), cell: ({ pairs }) => count(pairs) },
        { id: 'consistent', head: l10n.t('The same verdict'), cell: ({ consistent }) => share(consistent) },
        { id: 'toFirst', head: l10n.t('Of the others for the first shown'), cell: ({ toFirst }) => share(toFirst) },
        { id: 'longer', head: l10n.t('Longer, more often than people'), cell: ({ longer }) => share(longer) },
        { id: 'styled', head: l10n.t('Styled, more often than people'), cell: ({ styled }) => share(styled) },
      ]),
      ...tableOf('certificate.slices', l10n.t('Agreement by slice'), slices, [
        { id: 'slice', head: l10n.t('Slice'), cell: ({ by, value }) => text(`${by} = ${value ?? ''}`) },
        { id: 'of', head: l10n.t('Asked for'), cell: ({ of }) => text(of) },
        { id: 'same', head: l10n.t('The same'), cell: ({ withPeople }) => share(withPeople.same) },
        { id: 'kappa', head: l10n.t('Kappa'), cell: ({ withPeople }) => number(withPeople.kappa) },
        { id: 'units', head: l10n.t('Judged by both'), cell: ({ withPeople }) => count(withPeople.units) },
      ]),
    ],
    foot: l10n.t(
      'Intervals are 95 % intervals over items. Signature {0}. It holds for this model, this prompt, these rubrics and this data.',
      certificate.signature.slice(0, 16),
    ),
  };
}

/** What a part comes to. */
function sentencesOn(part: CertificatePart): string[] {
  const { of, withPeople, difference, falsePass, falseFail, calibration, more } = part;
  const { units, kappa } = withPeople;
  if (units < fewest || kappa?.low === null || !kappa)
    return [
      l10n.t(
        '{0}: nobody can say yet. Judged by people and the judge: {1}; needed: {2}.',
        of,
        whole(units),
        whole(fewest),
      ),
    ];
  const after =
    more === null || more === 0
      ? ''
      : ` ${l10n.t('Further ones that people have to judge until kappa is known to ±0.05: {0}.', whole(more))}`;
  const first =
    difference?.low === null || !difference
      ? l10n.t(
          '{0}: kappa {1} with people. No two people judged the same, so nobody knows what can be reached: have a second person judge some.',
          of,
          figureText(kappa),
        )
      : (difference.high ?? 0) < 0
        ? l10n.t(
            '{0}: agrees with people less than they do among themselves, by {1}. Kappa {2}.',
            of,
            negated(difference),
            figureText(kappa),
          )
        : difference.low > 0
          ? l10n.t(
              '{0}: agrees with what most people say more often than one of them does. Kappa {1}.',
              of,
              figureText(kappa),
            )
          : l10n.t(
              '{0}: no difference from how people agree among themselves was found. Kappa {1}.',
              of,
              figureText(kappa),
            );
  return [
    `${first}${after}`,
    ...(falsePass && (falsePass.low ?? 0) > 0.05
      ? [l10n.t('{0}: says yes to {1} of what people say no to.', of, shareText(falsePass))]
      : []),
    ...(falseFail && (falseFail.low ?? 0) > 0.05
      ? [l10n.t('{0}: says no to {1} of what people say yes to.', of, shareText(falseFail))]
      : []),
    ...(calibration?.over && (calibration.over.low ?? 0) > worthSaying
      ? [l10n.t('{0}: is surer than it is right, by {1}.', of, shareText(calibration.over))]
      : []),
  ];
}

/** A difference the other way round. */
const negated = ({ value, low, high, items }: NonNullable<CertificatePart['difference']>): string =>
  shareText({ value: -value, low: high === null ? null : -high, high: low === null ? null : -low, items });

function biasSentences(biases: Certificate['biases']): string[] {
  if (!biases) return [];
  const { consistent, toFirst, longer, styled } = biases;
  const flipped = consistent ? 1 - consistent.value : 0;
  const isOff =
    toFirst?.low !== undefined &&
    toFirst.low !== null &&
    toFirst.high !== null &&
    (toFirst.low > 0.5 || toFirst.high < 0.5);
  return [
    ...(isOff && Math.abs(2 * toFirst.value - 1) * flipped > worthSaying
      ? [
          toFirst.value > 0.5
            ? l10n.t(
                'Decides {0} of pairs by their order, mostly for the response that it reads first.',
                shareText({ ...complement(consistent), items: 0 }),
              )
            : l10n.t(
                'Decides {0} of pairs by their order, mostly for the response that it reads last.',
                shareText({ ...complement(consistent), items: 0 }),
              ),
        ]
      : []),
    ...(longer && (longer.low ?? 0) > worthSaying
      ? [l10n.t('Prefers the longer response more often than people do, by {0}.', shareText(longer))]
      : []),
    ...(styled && (styled.low ?? 0) > worthSaying
      ? [l10n.t('Prefers lists, headings and bold text more often than people do, by {0}.', shareText(styled))]
      : []),
  ];
}

/** One minus a share. */
const complement = (
  of: NonNullable<Certificate['biases']>['consistent'],
): { value: number; low: number | null; high: number | null } => ({
  value: 1 - (of?.value ?? 1),
  low: of?.high === null || of?.high === undefined ? null : 1 - of.high,
  high: of?.low === null || of?.low === undefined ? null : 1 - of.low,
});

const hasErrors = ({ falsePass, falseFail, within3 }: CertificatePart): boolean =>
  falsePass !== null || falseFail !== null || within3 !== null;

const partColumns = (): readonly Column<CertificatePart>[] => [
  { id: 'of', head: l10n.t('Asked for'), cell: ({ of }) => text(of) },
  { id: 'same', head: l10n.t('The same'), cell: ({ withPeople }) => share(withPeople.same) },
  { id: 'kappa', head: l10n.t('Kappa'), cell: ({ withPeople }) => number(withPeople.kappa) },
  { id: 'each', head: l10n.t('With each person'), cell: ({ withEach }) => share(withEach.same) },
  { id: 'people', head: l10n.t('People with each other'), cell: ({ amongPeople }) => share(amongPeople.same) },
  { id: 'peopleKappa', head: l10n.t('Their kappa'), cell: ({ amongPeople }) => number(amongPeople.kappa) },
  { id: 'difference', head: l10n.t('Judge minus person'), cell: ({ difference }) => share(difference) },
  { id: 'units', head: l10n.t('Judged by both'), cell: ({ withPeople }) => count(withPeople.units) },
  { id: 'more', head: l10n.t('More for ±0.05'), cell: ({ more }) => count(more) },
];

const errorColumns = (): readonly Column<CertificatePart>[] => [
  { id: 'of', head: l10n.t('Asked for'), cell: ({ of }) => text(of) },
  { id: 'falsePass', head: l10n.t('Yes where people say no'), cell: ({ falsePass }) => share(falsePass) },
  { id: 'falseFail', head: l10n.t('No where people say yes'), cell: ({ falseFail }) => share(falseFail) },
  { id: 'within3', head: l10n.t('First error within 3 steps'), cell: ({ within3 }) => share(within3) },
];
