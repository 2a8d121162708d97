import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { TestStatus } from '../../../src/core/model/annotation/checkEvidence';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskTestRun, DeskTests } from '../../../src/core/model/desk/deskTests';
import { setting } from '../store';
import { testEndText, testStatusText, testSummary } from '../words/testTexts';

/**
 * Results of the task's tests on the code of a response. Each response names the same tests in the same rows, so that
 * columns can be read beside each other.
 */
export function TestResults({
  tests,
  index,
}: {
  readonly tests: DeskTests | undefined;
  readonly index: number;
}): JSX.Element | null {
  const run = tests?.responses[index];
  if (!tests || !run) return null;
  const { names, more, base } = tests;
  const key = setting.value.keys.testResults;
  return (
    <section class="test-results" aria-label={l10n.t('Tests on the code of {0}', letterOf(index))}>
      <p class="summary">
        <Sign isGood={isGood(run)} />
        <strong>{testSummary(run)}</strong>
        <span class="quiet">{testEndText(run)}</span>
      </p>
      {!run.isIsolated && <p class="caution">{l10n.t('Ran without isolation.')}</p>}
      {run.unapplied.length > 0 && (
        <p class="caution">{l10n.t('Not all of the patch could be tested: {0}', run.unapplied.join(', '))}</p>
      )}
      {run.settings.length > 0 && (
        <p class="caution">{l10n.t('Changes how tests are run: {0}', run.settings.join(', '))}</p>
      )}
      {run.lastLine !== undefined && run.lastLine !== '' && <code class="last-line">{run.lastLine}</code>}
      {names.length > 0 && run.lastLine === undefined && (
        <ul>
          {names.map((name, at) => (
            <li key={name} class={rowClass(base?.statuses[at] ?? null, run.statuses[at] ?? null)}>
              {base && (
                <>
                  <Status status={base.statuses[at] ?? null} />
                  <span class="to" aria-hidden="true">
                    →
                  </span>
                </>
              )}
              <Status status={run.statuses[at] ?? null} />
              <code title={name}>
                <bdi dir="ltr">{name}</bdi>
              </code>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && run.lastLine === undefined && (
        <p class="quiet">
          {more === 1 ? l10n.t('One more test differs.') : l10n.t('{0} more tests differ.', more)}
          {key !== undefined && ` ${l10n.t('To list all results, press {0}.', key)}`}
        </p>
      )}
    </section>
  );
}

/** Whether all that should pass did; where nobody says which, whether nothing failed. */
const isGood = ({ ended, shouldPass, failed, passed, broken = 0 }: DeskTestRun): boolean =>
  ended === 'exit' && (shouldPass ? shouldPass.passed === shouldPass.of && broken === 0 : failed === 0 && passed > 0);

/** What changed for the worse or for the better stands out. */
const rowClass = (before: TestStatus | null, after: TestStatus | null): string =>
  after === 'passed' ? (before === 'passed' ? 'same' : 'better') : before === 'passed' ? 'worse' : 'same';

const signs: Readonly<Record<TestStatus, string>> = { passed: '✓', failed: '✗', error: '!', skipped: '○' };

function Status({ status }: { readonly status: TestStatus | null }): JSX.Element {
  return (
    <span
      class={`sign ${status ?? 'absent'}`}
      role="img"
      aria-label={testStatusText(status)}
      title={testStatusText(status)}
    >
      {status ? signs[status] : '–'}
    </span>
  );
}

const Sign = ({ isGood }: { readonly isGood: boolean }): JSX.Element => (
  <span class={`sign ${isGood ? 'passed' : 'failed'}`} aria-hidden="true">
    {isGood ? '✓' : '✗'}
  </span>
);
