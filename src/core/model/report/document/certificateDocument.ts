import * as l10n from '@vscode/l10n';
import { whole } from '../../text/numbers';
import { fewestUnits, type Certificate, type CertificatePart } from '../certificate';
import type { Estimate } from '../estimate';
import { count, number, share, tableOf, text, type Column } from './blocks';
import type { Block } from './document';
import { figureText, shareText } from './values';

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
  const { judge, data, answers, parts, slices, biases, findings } = certificate;
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
      ...(data.annotations === 0
        ? [
            l10n.t(
              'No person has judged blind what this judge was asked. Nothing is known of it. Labels that came with the data count where they are asked for (--origins human,imported).',
            ),
          ]
        : []),
      ...parts.flatMap((part) => [trustText(part), ...moreText(part)]),
      ...findings.map((finding) => findingText(finding, certificate)),
      ...(answers.notUnderstood > 0
        ? [l10n.t('Answers that were not understood: {0} of {1}.', whole(answers.notUnderstood), whole(answers.all))]
        : []),
      ...(answers.stale > 0
        ? [l10n.t('Answers on items that have other texts now, which do not count: {0}.', whole(answers.stale))]
        : []),
      ...leftOutTexts(certificate),
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
        { id: 'position', head: l10n.t('First minus last, of all'), cell: ({ position }) => share(position) },
        { id: 'longer', head: l10n.t('Longer, more often than people'), cell: ({ longer }) => share(longer.over) },
        { id: 'styled', head: l10n.t('Styled, more often than people'), cell: ({ styled }) => share(styled.over) },
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

/** How far a judge can be trusted with one thing, beside how people agree among themselves. */
function trustText(part: CertificatePart): string {
  const { of, withPeople, standing, toSettle } = part;
  if (standing === 'too-few')
    return l10n.t(
      '{0}: nobody can say yet. Judged by people and the judge: {1}; needed: {2}.',
      of,
      whole(withPeople.units),
      whole(fewestUnits),
    );
  const told = withPeople.kappa
    ? l10n.t('Kappa {0}.', figureText(withPeople.kappa))
    : l10n.t('Everything was judged alike, so that there is no kappa. The same: {0}.', shareText(withPeople.same));
  return `${standingText(of, standing, toSettle, part.difference)} ${told}`;
}

function standingText(
  of: string,
  standing: Exclude<CertificatePart['standing'], 'too-few'>,
  toSettle: number | null,
  difference: Estimate | null,
): string {
  switch (standing) {
    case 'less':
      return l10n.t('{0}: agrees with people less than they do among themselves, by {1}.', of, negated(difference));
    case 'more':
      return l10n.t('{0}: agrees with people more than they do among themselves.', of);
    case 'as-people':
      return l10n.t('{0}: agrees with people as they do among themselves.', of);
    case 'no-overlap':
      return l10n.t(
        '{0}: nobody knows yet how people agree among themselves. To be judged by a second person: {1} more.',
        of,
        whole(toSettle ?? fewestUnits),
      );
    case 'unknown':
      return toSettle === null
        ? l10n.t('{0}: nobody can say yet whether it agrees with people as they do among themselves.', of)
        : l10n.t(
            '{0}: nobody can say yet whether it agrees with people as they do among themselves. To be judged by people: about {1} more.',
            of,
            whole(toSettle),
          );
  }
}

/** How many more have to be judged. */
const moreText = ({ of, more, standing }: CertificatePart): string[] =>
  more === null || more === 0 || standing === 'too-few'
    ? []
    : [l10n.t('{0}: to be judged by people until kappa is known to ±0.05: about {1} more.', of, whole(more))];

/** A difference the other way round. */
const negated = (difference: Estimate | null): string =>
  shareText(
    difference && {
      ...difference,
      value: -difference.value,
      low: difference.high === null ? null : -difference.high,
      high: difference.low === null ? null : -difference.low,
    },
  );

function findingText({ code, of }: Certificate['findings'][number], { parts, biases }: Certificate): string {
  const part = parts.find((each) => each.of === of);
  switch (code) {
    case 'falsePass':
      return l10n.t('{0}: says yes to {1} of what people say no to.', of, shareText(part?.falsePass ?? null));
    case 'falseFail':
      return l10n.t('{0}: says no to {1} of what people say yes to.', of, shareText(part?.falseFail ?? null));
    case 'overconfident':
      return l10n.t('{0}: is surer than it is right, by {1}.', of, shareText(part?.calibration?.over ?? null));
    case 'longer':
      return l10n.t(
        'Leans to the longer response: errs to it more often than to the shorter one, by {0}.',
        shareText(biases?.longer.errors ?? null),
      );
    case 'styled':
      return l10n.t(
        'Leans to lists, headings and bold text: errs to them more often than to plain text, by {0}.',
        shareText(biases?.styled.errors ?? null),
      );
    case 'position':
      return (biases?.position?.value ?? 0) > 0
        ? l10n.t(
            'Decides {0} of pairs by their order, mostly for the response that it reads first.',
            shareText(complement(biases?.consistent ?? null)),
          )
        : l10n.t(
            'Decides {0} of pairs by their order, mostly for the response that it reads last.',
            shareText(complement(biases?.consistent ?? null)),
          );
  }
}

/** One minus a share. */
const complement = (of: Estimate | null): Estimate | null =>
  of && {
    ...of,
    value: 1 - of.value,
    low: of.high === null ? null : 1 - of.high,
    high: of.low === null ? null : 1 - of.low,
  };

/** What is in no figure, by why. */
function leftOutTexts({ leftOut, parts, smallSlices }: Certificate): string[] {
  const sumOf = (countIn: (part: CertificatePart) => number): number =>
    parts.reduce((sum, part) => sum + countIn(part), 0);
  const counts: readonly (readonly [number, (count: string) => string])[] = [
    [leftOut.origins, (n) => l10n.t('Do not count, as they came with the data: {0}.', n)],
    [leftOut.suggested, (n) => l10n.t('Do not count, as people saw a suggestion: {0}.', n)],
    [leftOut.repeats, (n) => l10n.t('Do not count, as they are repeated judgments: {0}.', n)],
    [leftOut.turns, (n) => l10n.t('Do not count, as they are of single turns: {0}.', n)],
    [sumOf(({ split }) => split), (n) => l10n.t('Left out, as people are split: {0}.', n)],
    [sumOf(({ silent }) => silent), (n) => l10n.t('Left out, as the judge is split or says nothing: {0}.', n)],
    [smallSlices, (n) => l10n.t('Slices without figures, with too few that both judged: {0}.', n)],
  ];
  return counts.flatMap(([found, textOf]) => (found > 0 ? [textOf(whole(found))] : []));
}

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
  {
    id: 'falsePassOver',
    head: l10n.t('More often than a person'),
    cell: ({ falsePassOver }) => share(falsePassOver),
  },
  { id: 'falseFail', head: l10n.t('No where people say yes'), cell: ({ falseFail }) => share(falseFail) },
  {
    id: 'falseFailOver',
    head: l10n.t('More often than a person'),
    cell: ({ falseFailOver }) => share(falseFailOver),
  },
  { id: 'within1', head: l10n.t('First error within 1 step'), cell: ({ within1 }) => share(within1) },
  { id: 'within3', head: l10n.t('First error within 3 steps'), cell: ({ within3 }) => share(within3) },
];
