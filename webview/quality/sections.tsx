import * as l10n from '@vscode/l10n';
import type { ComponentChild, JSX } from 'preact';
import type { Estimate, NoiseFigure, QualityReport, QualitySection } from '../../src/core/model/report/quality';
import type { ItemsQuestion } from '../../src/core/model/report/itemsQuestion';
import { decimal, percent, whole } from '../ui/numbers';
import { DotChart, type Dot, type DotScale } from './dotChart';
import { send } from './store';
import {
  biasText,
  figureText,
  kindText,
  machineName,
  queueText,
  shareText,
  sourceText,
  timeText,
  whyText,
} from './texts';

/** Of more rows nobody reads a table; the command line has all. */
const maxRows = 100;

const alphaScale: DotScale = { min: -0.2, max: 1, lines: [0, 0.667], format: decimal };
const evenScale: DotScale = { min: 0, max: 1, lines: [0.5], format: percent };
const shareScale: DotScale = { min: 0, max: 1, lines: [], format: percent };
const noiseScale: DotScale = { min: 0, max: 0.5, lines: [], format: decimal };

const dot = (label: string, estimate: Estimate | null, say: (estimate: Estimate) => string): Dot[] =>
  estimate ? [{ label, value: estimate.value, low: estimate.low, high: estimate.high, text: say(estimate) }] : [];
const sliceText = ({ by, value }: { readonly by: string; readonly value: string | null }): string =>
  `${by}: ${value ?? l10n.t('(others)')}`;

/** A number that opens the items behind it. */
function Opens({
  question,
  children,
}: {
  readonly question: ItemsQuestion;
  readonly children: ComponentChild;
}): JSX.Element {
  return (
    <button
      type="button"
      class="link number"
      title={l10n.t('Open the items: {0}', queueText(question))}
      onClick={() => send({ method: 'openItems', question, text: queueText(question) })}
    >
      {children}
    </button>
  );
}

function Table({
  heads,
  rows,
}: {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChild[])[];
}): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={heads[0]}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(([first, ...rest], at) => (
            <tr key={at}>
              <th scope="row">{first}</th>
              {rest.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && <p class="about">{l10n.t('{0} more', whole(rows.length - maxRows))}</p>}
    </div>
  );
}

const About = ({ text }: { readonly text: string }): JSX.Element | null =>
  text === '' ? null : <p class="about">{text}</p>;

/** What each section shows. */
export const sections: Readonly<Record<QualitySection, (report: QualityReport) => JSX.Element>> = {
  agreement: ({ agreement }) => (
    <>
      <DotChart
        title={l10n.t('Krippendorff’s alpha')}
        dots={agreement.rows.flatMap(({ kind, alpha }) => dot(kindText(kind), alpha, figureText))}
        scale={alphaScale}
      />
      <About text={l10n.t('1 is perfect, 0 is chance. Below 0.67 no conclusion is safe.')} />
      <Table
        heads={[
          l10n.t('Of'),
          l10n.t('Alpha'),
          l10n.t('Fleiss’ kappa'),
          'ICC(1,1)',
          l10n.t('The same'),
          l10n.t('Judged by several'),
        ]}
        rows={agreement.rows.map(({ kind, alpha, kappa, icc, same, units, why }) => [
          kindText(kind),
          alpha ? figureText(alpha) : whyText(why),
          figureText(kappa),
          figureText(icc),
          shareText(same),
          units > 0 ? <Opens question={{ of: 'disputed', kind }}>{whole(units)}</Opens> : '0',
        ])}
      />
      {agreement.w && (
        <About
          text={l10n.t(
            'Rankings of three or more: Kendall’s W {0}, tau-b between two annotators {1}.',
            figureText(agreement.w),
            figureText(agreement.tau),
          )}
        />
      )}
      <Table
        heads={[l10n.t('Two annotators'), l10n.t('Cohen’s kappa'), l10n.t('The same'), l10n.t('Judged by both')]}
        rows={agreement.pairs.map(({ a, b, kappa, same, units }) => [
          `${a}, ${b}`,
          figureText(kappa),
          shareText(same),
          whole(units),
        ])}
      />
      <DotChart
        title={l10n.t('Alpha by slice')}
        dots={agreement.slices.flatMap((slice) => dot(sliceText(slice), slice.alpha, figureText))}
        scale={alphaScale}
      />
    </>
  ),
  annotators: ({ annotators: { annotators, main } }) => (
    <>
      {main !== null && (
        <DotChart
          title={l10n.t('The same as others: {0}', kindText(main))}
          dots={annotators.flatMap(({ name, withOthers }) => dot(name, withOthers, shareText))}
          scale={shareScale}
        />
      )}
      <Table
        heads={[
          l10n.t('Annotator'),
          l10n.t('Judged'),
          l10n.t('Skipped'),
          l10n.t('Per item'),
          l10n.t('Differs from others'),
          l10n.t('Label noise'),
          l10n.t('Controls right'),
          l10n.t('Repeats the same'),
          l10n.t('First shown wins'),
          l10n.t('Longer wins'),
          l10n.t('Accuracy (Dawid-Skene)'),
          l10n.t('Brier score'),
        ]}
        rows={annotators.map((own) => [
          own.name,
          <Opens question={{ of: 'judged', annotator: own.name }}>{whole(own.judged)}</Opens>,
          whole(own.skipped),
          own.pace ? timeText(own.pace.median) : '–',
          own.withOthers ? (
            <Opens question={{ of: 'differs', annotator: own.name }}>{percent(1 - own.withOthers.value)}</Opens>
          ) : (
            '–'
          ),
          figureText(own.epsilon),
          own.controls ? (
            <Opens question={{ of: 'controls', annotator: own.name }}>{shareText(own.controls)}</Opens>
          ) : (
            '–'
          ),
          own.repeats ? <Opens question={{ of: 'repeats', annotator: own.name }}>{shareText(own.repeats)}</Opens> : '–',
          shareText(own.firstWins),
          shareText(own.longerWins),
          own.accuracy === null ? '–' : percent(own.accuracy),
          own.brier ? decimal(own.brier.value) : '–',
        ])}
      />
      {annotators
        .filter(({ calibration }) => calibration.length > 1)
        .map(({ name, calibration }) => (
          <DotChart
            key={name}
            title={l10n.t('{0}: right, by stated confidence', name)}
            dots={calibration.flatMap(({ confidence, right }) => dot(percent(confidence), right, shareText))}
            scale={shareScale}
          />
        ))}
    </>
  ),
  noise: ({ noise }) => {
    const sources: readonly (readonly ['overlap' | 'repeats' | 'controls', NoiseFigure | null])[] = [
      ['overlap', noise.overlap],
      ['repeats', noise.repeats],
      ['controls', noise.controls],
    ];
    const isKnown = sources.some(([, figure]) => figure !== null);
    return (
      <>
        <DotChart
          title={l10n.t('Label noise')}
          dots={sources.flatMap(([from, figure]) => dot(sourceText(from), figure?.epsilon ?? null, figureText))}
          scale={noiseScale}
        />
        <About
          text={
            isKnown
              ? l10n.t('The share of preferences that are the wrong way round: 0 is none, 0.5 is chance.')
              : l10n.t('Nothing was judged twice, repeated or known: noise is unknown.')
          }
        />
        <Table
          heads={[l10n.t('Annotators per item'), l10n.t('Majority is right')]}
          rows={noise.majority.map(({ annotators, right }) => [whole(annotators), percent(right)])}
        />
        {noise.now && (
          <About
            text={l10n.t(
              'Preferences per pair now: {0}, right {1}; with one annotator more {2}.',
              decimal(noise.now.annotators),
              percent(noise.now.right),
              percent(noise.now.withOneMore),
            )}
          />
        )}
        <DotChart
          title={l10n.t('Label noise by slice')}
          dots={noise.slices.flatMap((slice) => dot(sliceText(slice), slice.overlap.epsilon, figureText))}
          scale={noiseScale}
        />
      </>
    );
  },
  bias: ({ bias }) => {
    const rows = bias.rows.filter(({ pairs }) => pairs > 0);
    return (
      <>
        <DotChart
          title={l10n.t('Wins, all else equal')}
          dots={rows.flatMap(({ of, chance }) => dot(biasText(of), chance, shareText))}
          scale={evenScale}
        />
        <About
          text={rows.length > 0 ? l10n.t('The longer response: at twice the length.') : l10n.t('No preferences yet.')}
        />
        <Table
          heads={[l10n.t('Of two'), l10n.t('Pairs'), l10n.t('Wins'), l10n.t('Wins, all else equal')]}
          rows={rows.map(({ of, pairs, wins, chance }) => [
            biasText(of),
            whole(pairs),
            shareText(wins),
            shareText(chance),
          ])}
        />
      </>
    );
  },
  models: ({ models }) => (
    <>
      {models.why === undefined ? (
        <>
          <DotChart
            title={l10n.t('Strength of models')}
            dots={models.models.flatMap(({ model, strength, low, high }) =>
              strength === null ? [] : [{ label: model, value: strength, low, high, text: decimal(strength) }],
            )}
            scale={strengthScale(models)}
          />
          <Table
            heads={[
              l10n.t('Model'),
              l10n.t('Rank'),
              l10n.t('Win rate'),
              l10n.t('At the same length and looks'),
              l10n.t('Won'),
              l10n.t('Lost'),
              l10n.t('Tied'),
            ]}
            rows={models.models.map((own) => [
              own.model,
              own.rank === null
                ? '–'
                : l10n.t('{0} ({1} to {2})', own.rank, own.bestRank ?? own.rank, own.worstRank ?? own.rank),
              shareText(own.winRate),
              shareText(own.controlledWinRate),
              whole(own.wins),
              whole(own.losses),
              whole(own.ties),
            ])}
          />
          <WinMatrix models={models} />
        </>
      ) : (
        <About text={whyText(models.why)} />
      )}
      {models.noneAcceptable && (
        <p class="about">
          <Opens question={{ of: 'none-acceptable' }}>
            {l10n.t('On {0} of items no response is acceptable.', shareText(models.noneAcceptable))}
          </Opens>
        </p>
      )}
    </>
  ),
  machines: ({ machines }) =>
    machines.machines.length === 0 ? (
      <About text={whyText(machines.why)} />
    ) : (
      <>
        <Table
          heads={[
            l10n.t('Machine'),
            l10n.t('Kappa with people'),
            l10n.t('Confirmed'),
            l10n.t('Passes, not acceptable'),
            l10n.t('Fails, acceptable'),
            l10n.t('Longer wins'),
            l10n.t('Longer wins with people'),
            l10n.t('Judged by both'),
          ]}
          rows={machines.machines.map((own) => [
            machineName(own),
            figureText(own.kappa),
            shareText(own.confirmed),
            shareText(own.falsePass),
            shareText(own.falseFail),
            shareText(own.longerWins),
            shareText(own.longerWinsPeople),
            own.kind === 'model' ? (
              <Opens question={{ of: 'machine', annotator: own.name }}>{whole(own.units)}</Opens>
            ) : (
              whole(own.units)
            ),
          ])}
        />
        {machines.machines.map((own) => (
          <DotChart
            key={own.name}
            title={l10n.t('{0}: people prefer the higher score, by difference', machineName(own))}
            dots={own.bands.flatMap(({ from, to, confirmed }) =>
              dot(l10n.t('{0} to {1}', decimal(from), decimal(to)), confirmed, shareText),
            )}
            scale={evenScale}
          />
        ))}
      </>
    ),
  work: ({ work }) => (
    <>
      <Table
        heads={[l10n.t('Annotator'), l10n.t('Judged'), l10n.t('Skipped'), l10n.t('Assigned, about'), l10n.t('Last')]}
        rows={work.annotators.map(({ name, judged, skipped, assigned, last }) => [
          name,
          whole(judged),
          whole(skipped),
          assigned === null ? '–' : whole(assigned),
          last?.slice(0, 10) ?? l10n.t('not begun'),
        ])}
      />
      <Table
        heads={[l10n.t('Annotators per item'), l10n.t('Items')]}
        rows={work.coverage.map((count, judges) => [
          whole(judges),
          judges === 0 && count > 0 ? <Opens question={{ of: 'unjudged' }}>{whole(count)}</Opens> : whole(count),
        ])}
      />
      {work.time > 0 && (
        <About
          text={l10n.t(
            '{0} in all, {1} per item; {2} on items that were judged before, {3} on disputed items.',
            timeText(work.time),
            work.median === null ? '–' : timeText(work.median),
            timeText(work.repeatedTime),
            timeText(work.disputedTime),
          )}
        />
      )}
      <About
        text={l10n.t('Preferences: {0}; ties: {1}.', whole(work.preferences.strict), whole(work.preferences.tied))}
      />
      <Table
        heads={[l10n.t('Strength'), l10n.t('Preferences')]}
        rows={work.strengths.map(({ of, count }) => [of, whole(count)])}
      />
      <Table
        heads={[l10n.t('Skipped because'), l10n.t('Items')]}
        rows={work.skips.map(({ of, count }) => [of, whole(count)])}
      />
      <Table
        heads={[l10n.t('Slice'), l10n.t('Judged'), l10n.t('Items')]}
        rows={work.slices.map((slice) => [sliceText(slice), whole(slice.judged), whole(slice.items)])}
      />
    </>
  ),
};

function strengthScale({ models }: QualityReport['models']): DotScale {
  const most = models.reduce((max, { low, high }) => Math.max(max, Math.abs(low ?? 0), Math.abs(high ?? 0)), 0.5);
  const reach = Math.min(6, Math.ceil(most * 2) / 2);
  return { min: -reach, max: reach, lines: [0], format: decimal };
}

/** So many models have a column. */
const maxMatrix = 20;

/** How often each row's model wins against each column's, ties as half. */
function WinMatrix({
  models: { models, wins, ties },
}: {
  readonly models: QualityReport['models'];
}): JSX.Element | null {
  const shown = models.slice(0, maxMatrix);
  if (shown.length < 2) return null;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={l10n.t('Win rate of each row over each column')}>
      <table class="matrix">
        <caption>{l10n.t('Win rate of each row over each column')}</caption>
        <thead>
          <tr>
            <td />
            {shown.map(({ model }) => (
              <th key={model} scope="col">
                {model}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ model }, row) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              {shown.map(({ model: other }, column) => {
                const [won, lost, tied] = [
                  wins[row]?.[column] ?? 0,
                  wins[column]?.[row] ?? 0,
                  ties[row]?.[column] ?? 0,
                ];
                const all = won + lost + tied;
                if (row === column) return <td key={other} class="self" />;
                if (all === 0) return <td key={other} class="empty" aria-label={l10n.t('no data')} />;
                const share = (won + tied / 2) / all;
                return (
                  <td
                    key={other}
                    class={share >= 0.5 ? 'more' : 'less'}
                    style={{ '--strength': `${Math.round(Math.abs(share - 0.5) * 120)}%` }}
                    title={l10n.t('{0} won, {1} lost, {2} tied', whole(won), whole(lost), whole(tied))}
                  >
                    {percent(share)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
