import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { stepped } from '../../../src/core/model/annotation/ratingScale';
import type { Aspect } from '../../../src/core/model/annotation/aspect';
import { valueText } from '../words/language';

interface Props {
  readonly aspect: Aspect;
  /** Undefined where nothing is said. */
  readonly value: number | undefined;
  /** A first digit that waits for a second one. */
  readonly typed: number | undefined;
  /** True where the Tab key goes there. */
  readonly active: boolean;
  readonly onChange: (value: number) => void;
}

/** The pointer sets a value as finely as this part of the scale. */
const finest = 100;

/**
 * A value of a continuous scale, as a place on a line and as a number. Heard once the pointer lets go: a drag is one
 * change.
 */
export function Slider({ aspect, value, typed, active, onChange }: Props): JSX.Element {
  const track = useRef<HTMLSpanElement>(null);
  const [dragged, setDragged] = useState<number>();
  const { min, max } = aspect;
  const shown = dragged ?? value;
  const at = ({ clientX }: PointerEvent): number => {
    const box = track.current?.getBoundingClientRect();
    const share = box && box.width > 0 ? Math.min(1, Math.max(0, (clientX - box.left) / box.width)) : 0;
    return Number((min + (Math.round(share * finest) / finest) * (max - min)).toFixed(6));
  };
  const drop = (event: PointerEvent): void => {
    if (dragged === undefined) return;
    setDragged(undefined);
    onChange(at(event));
  };
  const key = (event: KeyboardEvent): void => {
    const next = keyed(event, aspect, value);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(next);
  };
  return (
    <span class="values">
      <span
        class="slider"
        role="slider"
        tabIndex={active ? 0 : -1}
        aria-label={aspect.name}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={shown ?? min}
        aria-valuetext={shown === undefined ? l10n.t('not rated') : valueText(shown)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(at(event));
        }}
        onPointerMove={(event) => dragged !== undefined && setDragged(at(event))}
        onPointerUp={drop}
        onPointerCancel={() => setDragged(undefined)}
        onKeyDown={key}
      >
        <span ref={track} class="track">
          {shown !== undefined && <Place share={max > min ? (shown - min) / (max - min) : 0} />}
        </span>
      </span>
      <span class={`number${typed === undefined ? '' : ' waiting'}`}>
        {typed === undefined ? (shown === undefined ? '' : valueText(shown)) : `${typed}…`}
      </span>
    </span>
  );
}

/**
 * The filled part of the line with its end as a knob. A style attribute would be against the content policy; its
 * property is not.
 */
function Place({ share }: { readonly share: number }): JSX.Element {
  return <span class="filled" ref={(element) => element?.style.setProperty('--share', `${share * 100}%`)} />;
}

/** Applies a key to a slider that has the focus itself. */
function keyed(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  aspect: Aspect,
  value: number | undefined,
): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return stepped(aspect, value ?? null, 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return stepped(aspect, value ?? null, -1);
    case 'Home':
      return aspect.min;
    case 'End':
      return aspect.max;
    default:
      return undefined;
  }
}
