import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { chartSvg, chartPng } from '../../ui/chartImage';
import { act, chartRequest, failed, keys, send } from '../store';

/** The chart that a command is about: the one used last, or else the first on the screen. */
const last: { element: Element | undefined } = { element: undefined };

interface Props {
  readonly root: RefObject<HTMLElement | null>;
  readonly title: string;
  /** Names it among all figures. */
  readonly id?: string;
  /** The chart's table, made where somebody wants it. */
  readonly csv: () => string;
  /** The drawing, and its table for screen readers. */
  readonly children: ComponentChildren;
}

/** A chart with its title, and how it is saved. */
export function ChartFrame({ root, id, title, csv, children }: Props): JSX.Element {
  const asked = chartRequest.value;
  const answered = useRef(asked?.serial);
  useEffect(() => {
    if (!asked || asked.serial === answered.current) return;
    answered.current = asked.serial;
    const wanted = last.element?.isConnected ? last.element : document.querySelector('.chart');
    if (wanted !== root.current || !root.current) return;
    const svg = root.current.querySelector('svg');
    const name = `${document.title} ${title}`;
    if (asked.format === 'csv') send({ method: 'saveChart', name, format: 'csv', content: csv() });
    else if (svg && asked.format === 'svg')
      send({ method: 'saveChart', name, format: 'svg', content: chartSvg(svg, title) });
    else if (svg)
      void chartPng(svg, title).then((content) => send({ method: 'saveChart', name, format: 'png', content }), failed);
  });
  const use = (): void => {
    last.element = root.current ?? undefined;
  };
  const save = (): void => {
    use();
    act('exportChart');
  };
  return (
    <figure ref={root} class="chart" data-figure={id} onFocusIn={use}>
      <figcaption>
        {title}
        <button class="quiet save" onClick={save} title={l10n.t('Save this chart as SVG, PNG or CSV')}>
          {l10n.t('Save')} <kbd>{keys.value.exportChart}</kbd>
        </button>
      </figcaption>
      {children}
    </figure>
  );
}
