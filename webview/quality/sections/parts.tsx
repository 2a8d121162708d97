import * as l10n from '@vscode/l10n';
import type { ComponentChild, JSX } from 'preact';
import type { ItemsQuestion } from '../../../src/core/model/report/itemsQuestion';
import type { Estimate } from '../../../src/core/model/report/quality';
import { decimal, percent, whole } from '../../ui/numbers';
import type { Dot, DotScale } from '../dotChart';
import { send } from '../store';
import { queueText } from '../queueText';
import { shareText } from '../texts';

/** Of more rows nobody reads a table; the command line has all. */
const maxRows = 100;

/** The scale of alpha, down to what is lowest of it. */
export const alphaScale = (dots: readonly Dot[]): DotScale => ({
  min: Math.min(-0.2, Math.floor(Math.min(0, ...dots.map(({ low, value }) => low ?? value)) * 5) / 5),
  max: 1,
  lines: [0, 0.667],
  format: decimal,
});
export const evenScale: DotScale = { min: 0, max: 1, lines: [0.5], format: percent };
export const shareScale: DotScale = { min: 0, max: 1, lines: [], format: percent };
export const noiseScale: DotScale = { min: 0, max: 0.5, lines: [], format: decimal };

export const dot = (label: string, estimate: Estimate | null, say: (estimate: Estimate) => string): Dot[] =>
  estimate ? [{ label, value: estimate.value, low: estimate.low, high: estimate.high, text: say(estimate) }] : [];
export const sliceText = ({ by, value }: { readonly by: string; readonly value: string | null }): string =>
  `${by}: ${value ?? l10n.t('(others)')}`;

/** A number that opens the items behind it. */
export function Opens({
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

/** The same, or only the number where there are none. */
export const opens = (count: number, question: ItemsQuestion, text: ComponentChild = whole(count)): ComponentChild =>
  count > 0 ? <Opens question={question}>{text}</Opens> : text;
/** A figure that opens the items behind it, where there is one. */
export const opensFigure = (
  estimate: Estimate | null,
  question: ItemsQuestion,
  say: (estimate: Estimate | null) => string = shareText,
): ComponentChild => (estimate ? <Opens question={question}>{say(estimate)}</Opens> : say(null));

export function Table({
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

export const About = ({ text }: { readonly text: string }): JSX.Element | null =>
  text === '' ? null : <p class="about">{text}</p>;
