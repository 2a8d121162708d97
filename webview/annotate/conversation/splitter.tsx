import * as l10n from '@vscode/l10n';
import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { memory } from '../../ui/host';

/** The width of the prompt beside the responses, in percent of both. */
const shares = { least: 18, usual: 34, most: 65 };
const step = 2;
const name = 'promptWidth';

/** Between prompt and responses: its width is dragged, or changed by arrow keys, and remembered. */
export function Splitter(): JSX.Element {
  const [share, setShare] = useState(rememberedShare);
  useLayoutEffect(() => {
    document.querySelector<HTMLElement>('.work')?.style.setProperty('--prompt-share', `${share}%`);
  }, [share]);

  const change = (wish: number): void => {
    const next = Math.round(Math.min(shares.most, Math.max(shares.least, wish)));
    setShare(next);
    memory.keep(name, { promptShare: next });
  };
  const drag = (event: TargetedPointerEvent<HTMLElement>): void => {
    const handle = event.currentTarget;
    const work = handle.closest('.work')?.getBoundingClientRect();
    if (!work || event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent): void => {
      const along = (clientX - work.left) / work.width;
      change((getComputedStyle(handle).direction === 'rtl' ? 1 - along : along) * 100);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    // Here it is no command of the desk.
    event.stopPropagation();
    event.preventDefault();
    change(share + by);
  };
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={l10n.t('Width of the prompt')}
      aria-valuemin={shares.least}
      aria-valuemax={shares.most}
      aria-valuenow={share}
      title={l10n.t('Drag to change the width of the prompt. Double-click to reset it.')}
      tabIndex={0}
      onPointerDown={drag}
      onDblClick={() => change(shares.usual)}
      onKeyDown={onKey}
    />
  );
}

function rememberedShare(): number {
  const kept = memory.get(name);
  return typeof kept === 'object' && kept !== null && 'promptShare' in kept && typeof kept.promptShare === 'number'
    ? kept.promptShare
    : shares.usual;
}
