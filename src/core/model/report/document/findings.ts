import * as l10n from '@vscode/l10n';
import { decimal, percent, whole } from '../../text/numbers';
import type { ItemsQuestion } from '../itemsQuestion';
import { poorScores } from '../poorScores';
import type { Finding, MachineFigures, Sign } from '../quality';
import { judgmentText } from './judgmentFindings';
import { biasText, fieldsText, kindText, machineName, names, sourceText } from './names';
import { figureText, shareText, timeText } from './values';

function signText(sign: Sign): string {
  switch (sign.sign) {
    case 'chance':
      return l10n.t('label noise {0}, little better than chance', decimal(sign.epsilon));
    case 'uniform':
      return l10n.t(
        'the same for all responses in {0} of judgments (others {1})',
        percent(sign.share),
        percent(sign.others),
      );
    case 'fast':
      return l10n.t('{0} per item (others {1})', timeText(sign.median), timeText(sign.others));
    case 'run':
      return l10n.t('the same position in a row: {0}', whole(sign.length));
    case 'controls':
      return sign.others
        ? l10n.t(
            '{0} right on control items (others {1} to {2})',
            percent(sign.right),
            percent(sign.others[0]),
            percent(sign.others[1]),
          )
        : l10n.t('{0} right on control items', percent(sign.right));
    case 'trait':
      return l10n.t('{0} wins {1} (others {2})', biasText(sign.trait), percent(sign.share), percent(sign.others));
    case 'slice':
      return l10n.t(
        '{0} the same in {1} (elsewhere {2})',
        percent(sign.same),
        fieldsText([sign]),
        percent(sign.elsewhere),
      );
    case 'adjudicated':
      return l10n.t('{0} as adjudicated, on items that were', percent(sign.right));
  }
}

const signsText = (signs: readonly Sign[]): string => signs.map(signText).join('; ');

/** A finding in a sentence or two. */
export function findingText(finding: Finding): string {
  switch (finding.code) {
    case 'annotator-differs':
      return [
        l10n.t(
          '{0} differs from the others: {1} the same as others, who are the same in {2} among themselves. Shared items: {3}.',
          finding.annotator,
          shareText(finding.same),
          percent(finding.others),
          whole(finding.items),
        ),
        finding.signs.length > 0 ? l10n.t('Why: {0}.', signsText(finding.signs)) : l10n.t('No other figure says why.'),
        ...(finding.alpha !== null && finding.alphaWithout !== null
          ? [l10n.t('Without them alpha is {0} instead of {1}.', decimal(finding.alphaWithout), decimal(finding.alpha))]
          : []),
        l10n.t('They can be right: adjudicate some of their items.'),
      ].join(' ');
    case 'annotator-unsure':
      return l10n.t(
        '{0} may differ from the others: {1} the same as others, who are the same in {2} among themselves. Shared items: {3}. That can be chance; about {4} more would tell.',
        finding.annotator,
        percent(finding.same),
        percent(finding.others),
        whole(finding.items),
        whole(finding.more),
      );
    case 'groups':
      return groupsText(finding);
    case 'copies':
      return copiesText(finding.copies);
    case 'criterion-unclear': {
      const { criterion, differ, others } = finding.criterion;
      return [
        others === null
          ? l10n.t('Verdicts on criterion “{0}” differ in {1} of cases.', criterion, shareText(differ))
          : l10n.t(
              'Verdicts on criterion “{0}” differ in {1} of cases, on the other criteria in {2}.',
              criterion,
              shareText(differ),
              percent(others),
            ),
        l10n.t('Make it clearer: its disputed items show how it is read.'),
      ].join(' ');
    }
    case 'models-cycle': {
      const { models, wins } = finding.cycle;
      return l10n.t(
        '{0}: no order of models explains that, and more pairs will not. Look at what each wins by, slice by slice.',
        models
          .map((model, at) => l10n.t('{0} beats {1} ({2})', model, models[(at + 1) % 3] ?? '', percent(wins[at] ?? 0)))
          .join(', '),
      );
    }
    case 'annotator-signs':
      return l10n.t('{0} judges unlike the others: {1}.', finding.annotator, signsText(finding.signs));
    case 'annotator-drifts':
      return l10n.t(
        '{0} changed on {1}: the same as others in {2} before and {3} after.',
        finding.annotator,
        finding.drift.at.slice(0, 10),
        percent(finding.drift.before),
        percent(finding.drift.after),
      );
    case 'test-failed':
      return l10n.t(
        '{0} did not pass the qualification test. As known: {1} of {2}.',
        finding.annotator,
        whole(finding.test.right),
        whole(finding.test.of),
      );
    case 'annotator-repeats':
      return l10n.t(
        '{0} repeats only {1} of their preferences when an item comes again.',
        finding.annotator,
        shareText(finding.same),
      );
    case 'low-agreement':
      return [
        l10n.t(
          'Annotators agree little on {0}: alpha {1}. Below 0.67 no conclusion is safe.',
          kindText(finding.kind),
          figureText(finding.alpha),
        ),
        reasonText(finding.why),
      ].join(' ');
    case 'no-overlap':
      return finding.annotators > 1
        ? l10n.t(
            'No item was judged by two annotators, so agreement and noise are unknown. Set “Annotators per item” to 2.',
          )
        : l10n.t(
            'Only one annotator judged, so agreement and noise are unknown. Let a second one judge some of the items.',
          );
    case 'noise':
      return l10n.t(
        'About {0} of the preferences are the wrong way round, by {1}.',
        shareText(finding.epsilon),
        sourceText(finding.from),
      );
    case 'bias':
      return finding.of === 'length'
        ? l10n.t(
            '{0} wins {1} of preferences; all else equal {2} at twice the length.',
            biasText(finding.of),
            shareText(finding.wins),
            shareText(finding.chance),
          )
        : l10n.t(
            '{0} wins {1} of preferences; all else equal {2}.',
            biasText(finding.of),
            shareText(finding.wins),
            shareText(finding.chance),
          );
    case 'models-apart':
      return l10n.t(
        'The models fall into groups that were never compared with each other: {0}. Strengths hold within a group only.',
        finding.components.map((group) => `[${names(group, 3)}]`).join(' '),
      );
    case 'models-unbounded':
      return l10n.t('Won or lost every pair, so the strength is a guess: {0}', names(finding.models));
    case 'models-close':
      return l10n.t(
        '{0} and {1} cannot be told apart yet. Judge more pairs of the two.',
        finding.first,
        finding.second,
      );
    case 'none-acceptable':
      return l10n.t('On {0} of items no response is acceptable.', shareText(finding.share));
    case 'machine-differs':
      return machineText(finding.machine);
    case 'machine-position':
      return positionText(finding);
    case 'unjudged':
      return l10n.t('Items that are not judged: {0} of {1}.', whole(finding.items), whole(finding.of));
    case 'empty-cells':
      return l10n.t(
        'Nobody judged: {0}',
        names(
          finding.cells.map((cell) =>
            l10n.t('{0} (items: {1})', fieldsText([cell.row, cell.column]), whole(cell.items)),
          ),
          3,
        ),
      );
    case 'repeated-responses':
      return l10n.t(
        'Responses with the text of another response of their item: {0} of {1}.',
        whole(finding.responses),
        whole(finding.of),
      );
    case 'disputed':
      return [
        l10n.t('Disputed items: {0} of {1} that several judged.', whole(finding.items), whole(finding.of)),
        ...(finding.criterion
          ? [
              finding.because.length > 0
                ? l10n.t(
                    'Of these, annotators also differ on criterion “{0}”: {1}, but not without {2}. Look there before you change the criterion.',
                    finding.criterion.id,
                    whole(finding.criterion.items),
                    names(finding.because),
                  )
                : l10n.t(
                    'Of these, annotators also differ on criterion “{0}”: {1}. Make it clearer.',
                    finding.criterion.id,
                    whole(finding.criterion.items),
                  ),
            ]
          : []),
      ].join(' ');
    case 'absent':
      return l10n.t('Of the plan, not begun: {0}', names(finding.annotators));
    case 'judgments':
      return judgmentText(finding);
  }
}

type FindingOf<C extends Finding['code']> = Extract<Finding, { code: C }>;

function groupsText({ groups, part }: FindingOf<'groups'>): string {
  const [first] = groups;
  return [
    l10n.t(
      'Groups that want different things: {0}; across {1}.',
      groups
        .map(({ annotators, inside }) =>
          l10n.t('[{0}] agree {1} among themselves', names(annotators, 8), shareText(inside)),
        )
        .join('; '),
      shareText(first?.across ?? null),
    ),
    ...(part ? [partText(part)] : []),
    l10n.t('Agreement of each annotator and noise are counted inside groups.'),
    l10n.t('Settle which of them the guidelines ask for, or export each by itself.'),
  ].join(' ');
}

const partText = (part: NonNullable<FindingOf<'groups'>['part']>): string =>
  part.on === 'trait'
    ? l10n.t(
        'What they part on: {0} wins {1} in the first group, {2} in the others.',
        biasText(part.trait),
        percent(part.share),
        percent(part.others),
      )
    : l10n.t(
        'What they part on: {0} the same in {1}, {2} elsewhere.',
        percent(part.same),
        fieldsText([part]),
        percent(part.elsewhere),
      );

function copiesText({ a, b, all, same, others, errors, isSure }: FindingOf<'copies'>['copies']): string {
  return [
    l10n.t(
      '{0} and {1} say the same on {2} of {3} that both judged, and with others on {4}.',
      a,
      b,
      whole(same),
      whole(all),
      percent(others),
    ),
    ...(errors.all > 0
      ? [
          l10n.t(
            'Where one is against the majority of others, both are so alike in {0} of {1}.',
            whole(errors.same),
            whole(errors.all),
          ),
        ]
      : []),
    isSure
      ? l10n.t('Two who judge by themselves cannot agree so often: ask them, and count one.')
      : l10n.t('Either both seldom err, or one copied: control items would tell.'),
  ].join(' ');
}

function reasonText(why: FindingOf<'low-agreement'>['why']): string {
  switch (why?.of) {
    case 'annotator':
      return l10n.t('Without {0} alpha is {1}: look at their items first.', why.annotator, decimal(why.alphaWithout));
    case 'chance':
      return l10n.t('Little better than chance: {0}. Look at their items first.', names(why.annotators));
    case 'groups':
      return l10n.t('Groups want different things: settle which of them the guidelines ask for.');
    case 'slice':
      return l10n.t(
        'It is lowest in {0}, {1}: discuss disputed items there.',
        fieldsText([why]),
        figureText(why.alpha),
      );
    case undefined:
      return l10n.t('Discuss disputed items and make the guidelines clearer.');
  }
}

function machineText(machine: MachineFigures): string {
  const parts = [
    ...(machine.kappa ? [l10n.t('kappa {0} with people', figureText(machine.kappa))] : []),
    ...(machine.confirmed ? [l10n.t('people confirm {0} of the preferences', shareText(machine.confirmed))] : []),
    ...(machine.falsePass ? [l10n.t('{0} of what passes is not acceptable', shareText(machine.falsePass))] : []),
    ...(machine.falseFail ? [l10n.t('{0} of what fails is acceptable', shareText(machine.falseFail))] : []),
    ...poorScores(machine).flatMap(({ of, auc, confirmed }) => [
      ...(confirmed ? [l10n.t('people prefer the higher {0} in {1}', of, shareText(confirmed))] : []),
      ...(auc ? [l10n.t('{0} is higher for what is acceptable in {1}', of, shareText(auc))] : []),
    ]),
  ];
  return l10n.t('{0}: {1}', machineName(machine), parts.join('; '));
}

function positionText({ machine, firstWins }: Extract<Finding, { code: 'machine-position' }>): string {
  const { firstWinsPeople: people, bothOrders } = machine;
  return [
    people
      ? l10n.t(
          '{0} takes the first shown {1} of the time, people the same one {2}.',
          machineName(machine),
          shareText(firstWins),
          shareText(people),
        )
      : l10n.t('{0} takes the first shown {1} of the time.', machineName(machine), shareText(firstWins)),
    ...(bothOrders
      ? [
          l10n.t(
            'Asked in both orders, it turns round on a share of the pairs: {0}. Of these for the first shown: {1} of {2}.',
            shareText(bothOrders.flips),
            whole(bothOrders.flippedToFirst),
            whole(bothOrders.flipped),
          ),
          l10n.t('Use only what it says in both orders.'),
        ]
      : [l10n.t('Ask it in both orders.')]),
  ].join(' ');
}

/** What a verifier most often does otherwise than people: it passes or fails, or only scores. */
const wronglyOf = ({ falsePass, falseFail }: MachineFigures): 'pass' | 'fail' | 'order' =>
  falsePass || falseFail ? ((falsePass?.value ?? 0) >= (falseFail?.value ?? 0) ? 'pass' : 'fail') : 'order';

/** The items behind a finding, where it has some. */
export function questionOf(finding: Finding): ItemsQuestion | undefined {
  switch (finding.code) {
    case 'annotator-differs':
    case 'annotator-unsure':
    case 'annotator-drifts':
      return { of: 'differs', annotator: finding.annotator };
    case 'test-failed':
      return { of: 'controls', annotator: finding.annotator };
    case 'annotator-signs':
      return { of: 'judged', annotator: finding.annotator };
    case 'groups':
      return { of: 'disputed' };
    case 'copies':
      return { of: 'judged', annotator: finding.copies.b };
    case 'criterion-unclear':
      return { of: 'verdicts', criterion: finding.criterion.criterion };
    case 'models-cycle':
      return { of: 'compared', model: finding.cycle.models[0], other: finding.cycle.models[1] };
    case 'annotator-repeats':
      return { of: 'repeats', annotator: finding.annotator };
    case 'low-agreement':
      return { of: 'disputed', kind: finding.kind };
    case 'noise':
      return finding.from === 'overlap' ? { of: 'disputed', kind: 'preferences' } : { of: finding.from };
    case 'disputed':
      return finding.criterion ? { of: 'disputed', criterion: finding.criterion.id } : { of: 'disputed' };
    case 'none-acceptable':
      return { of: 'none-acceptable' };
    case 'machine-differs':
      return finding.machine.kind === 'verifier'
        ? { of: 'verifiers', wrongly: wronglyOf(finding.machine), verifier: finding.machine.name }
        : { of: 'machine', annotator: finding.machine.name };
    case 'machine-position':
      return finding.machine.bothOrders
        ? { of: 'flips', annotator: finding.machine.name }
        : { of: 'bias', trait: 'position', annotator: finding.machine.name };
    case 'unjudged':
      return { of: 'unjudged' };
    case 'empty-cells': {
      const [first] = finding.cells;
      return first && { of: 'cell', fields: [first.row, first.column] };
    }
    case 'bias':
      return { of: 'bias', trait: finding.of };
    case 'models-close':
      return { of: 'compared', model: finding.first, other: finding.second };
    case 'models-unbounded': {
      const [model] = finding.models;
      return model === undefined ? undefined : { of: 'compared', model, other: null };
    }
    case 'repeated-responses':
      return { of: 'repeated', what: 'response' };
    case 'judgments':
      return finding.question ?? undefined;
    case 'absent':
    case 'models-apart':
    case 'no-overlap':
      return undefined;
  }
}
