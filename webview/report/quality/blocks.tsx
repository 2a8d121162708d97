import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Bars, Block, Choice, Table } from '../../../src/core/model/report/document/document';
import { cellText } from '../../../src/core/model/report/document/values';
import { whole } from '../../../src/core/model/text/numbers';
import { Select } from '../../ui/select';
import { DotChart } from './dotChart';
import { MatrixTable } from './matrix';
import { opening } from './opening';

/** Of more rows nobody reads a table; the command line has all. */
const maxRows = 100;

/** A block of a section; a number that has items behind it opens them. */
export function BlockView({ block }: { readonly block: Block }): JSX.Element {
  switch (block.is) {
    case 'note':
      return <p class="about">{opening(block.text, block.opens)}</p>;
    case 'table':
      return <FigureTable {...block} />;
    case 'dots':
      return <DotChart {...block} />;
    case 'bars':
      return <BarTable {...block} />;
    case 'matrix':
      return <MatrixTable {...block} />;
    case 'choice':
      return <OneOf {...block} />;
    case 'fold':
      return (
        <details>
          <summary>{block.title}</summary>
          {block.blocks.map((each, at) => (
            <BlockView key={at} block={each} />
          ))}
        </details>
      );
  }
}

function FigureTable({ id, title, heads, rows }: Table): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={title}>
      <table data-figure={id}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.id} scope="col" data-figure={`${id}.${head.id}`}>
                {head.text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(([first, ...rest], at) => (
            <tr key={at}>
              <th scope="row">{first && opening(cellText(first), first.opens)}</th>
              {rest.map((cell, column) => (
                <td key={column}>{opening(cellText(cell), cell.opens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && <p class="about">{l10n.t('{0} more', whole(rows.length - maxRows))}</p>}
    </div>
  );
}

/** Counts, each with a bar of its length among the others. */
function BarTable({ id, title, unit, bars }: Bars): JSX.Element {
  const most = bars.reduce((max, { count }) => Math.max(max, count), 1);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={title}>
      <table data-figure={id}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, count, opens }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                {opening(
                  <span class="bar" style={{ '--share': `${Math.round((count / most) * 100)}%` }}>
                    {whole(count)}
                  </span>,
                  count > 0 ? opens : undefined,
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One matrix of several, by choice. */
function OneOf({ id, title, of }: Choice): JSX.Element | null {
  const [chosen, setChosen] = useState(0);
  const matrix = of[chosen] ?? of[0];
  if (!matrix) return null;
  return (
    <div class="choice">
      {of.length > 1 && (
        <Select id={id} value={String(of.indexOf(matrix))} label={title} onChoose={(value) => setChosen(Number(value))}>
          {of.map((each, at) => (
            <option key={each.id} value={String(at)}>
              {each.title}
            </option>
          ))}
        </Select>
      )}
      <MatrixTable {...matrix} />
    </div>
  );
}
