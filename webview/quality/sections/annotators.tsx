import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { ControlTest } from '../../../src/core/model/desk/controlTest';
import type { QualityReport } from '../../../src/core/model/report/quality';
import { decimal, percent, whole } from '../../ui/numbers';
import { DotChart } from '../dotChart';
import { categoryText, figureText, kindText, shareText, timeText } from '../texts';
import { dot, Opens, opens, opensFigure, shareScale, Table } from './parts';

export function Annotators({ annotators: { annotators, main, confusion, categories } }: QualityReport): JSX.Element {
  return (
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
          ...(annotators.some(({ test }) => test !== null) ? [l10n.t('Test')] : []),
          l10n.t('Repeats the same'),
          l10n.t('As adjudicated'),
          l10n.t('First shown wins'),
          l10n.t('Longer wins'),
          l10n.t('Accuracy (Dawid-Skene)'),
          l10n.t('Brier score'),
        ]}
        rows={annotators.map((own) => [
          own.name,
          opens(own.judged, { of: 'judged', annotator: own.name }),
          opens(own.skipped, { of: 'skipped', annotator: own.name }),
          own.pace ? (
            <Opens question={{ of: 'judged', annotator: own.name, first: 'quickest' }}>
              {timeText(own.pace.median)}
            </Opens>
          ) : (
            '–'
          ),
          own.withOthers ? (
            <Opens question={{ of: 'differs', annotator: own.name }}>{percent(1 - own.withOthers.value)}</Opens>
          ) : (
            '–'
          ),
          opensFigure(own.epsilon, { of: 'differs', annotator: own.name }, figureText),
          opensFigure(own.controls, { of: 'controls', annotator: own.name }),
          ...(annotators.some(({ test }) => test !== null)
            ? [opens(own.test?.done ?? 0, { of: 'controls', annotator: own.name }, testText(own.test))]
            : []),
          opensFigure(own.repeats, { of: 'repeats', annotator: own.name }),
          opensFigure(own.adjudicated, { of: 'settled', annotator: own.name }),
          opensFigure(own.firstWins, { of: 'bias', trait: 'position', annotator: own.name }),
          opensFigure(own.longerWins, { of: 'bias', trait: 'length', annotator: own.name }),
          own.accuracy === null ? (
            '–'
          ) : (
            <Opens question={{ of: 'differs', annotator: own.name }}>{percent(own.accuracy)}</Opens>
          ),
          opensFigure(own.brier, { of: 'differs', annotator: own.name, stated: true }, (brier) =>
            brier ? decimal(brier.value) : '–',
          ),
        ])}
      />
      {confusion.length > 0 && (
        <details>
          <summary>{l10n.t('Confusion (Dawid-Skene): rows what is likely true, columns what they said')}</summary>
          {confusion.map(({ name, rows }) => (
            <Table
              key={name}
              heads={[name, ...categories.map((value) => categoryText(main, value))]}
              rows={rows.map((row, at) => [categoryText(main, categories[at] ?? 0), ...row.map(percent)])}
            />
          ))}
        </details>
      )}
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
  );
}

/** As known, of the items of the qualification test that are judged. */
const testText = (test: ControlTest | null): string =>
  test === null ? '–' : l10n.t('{0} of {1}', whole(test.right), whole(test.done));
