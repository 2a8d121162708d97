import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskDifference } from '../../../src/core/model/desk/difference';
import { difference, displaySetting } from '../store';

/** Whether how the response differs from another one is shown, or how another one differs from it. */
export function isCompared(itemKey: string, index: number): boolean {
  const now = difference.value;
  return now?.key === itemKey && (index === now.first || index === now.second);
}

/** The text of a response, or in its place how it differs from the other one, while that is shown. */
export function Compared({
  itemKey,
  index,
  children,
}: {
  readonly itemKey: string;
  readonly index: number;
  readonly children: ComponentChildren;
}): JSX.Element {
  const now = difference.value;
  if (!now || !isCompared(itemKey, index)) return <>{children}</>;
  if (displaySetting.value.inlineDifference) return index === now.first ? <Inline now={now} /> : <>{children}</>;
  return <Side now={now} index={index} />;
}

/** Both texts as one. */
function Inline({ now }: { readonly now: DeskDifference }): JSX.Element {
  const [first, second] = [letterOf(now.first), letterOf(now.second)];
  return (
    <>
      <p class="difference-note">
        {l10n.t('Underlined text is only in {0}. Struck-out text is only in {1}.', first, second)}
      </p>
      <div class="text plain difference" dir="auto">
        {now.runs.map(({ in: side, text }) =>
          side === 'first' ? <ins>{text}</ins> : side === 'second' ? <del>{text}</del> : text,
        )}
      </div>
    </>
  );
}

/** Draws one of the two, with the parts that only it has marked. */
function Side({ now, index }: { readonly now: DeskDifference; readonly index: number }): JSX.Element {
  const [own, other] = index === now.first ? (['first', now.second] as const) : (['second', now.first] as const);
  return (
    <>
      <p class="difference-note">{l10n.t('Underlined text is not in {0}.', letterOf(other))}</p>
      <div class="text plain difference" dir="auto">
        {now.runs.map(({ in: side, text }) => (side === own ? <ins>{text}</ins> : side === 'both' ? text : null))}
      </div>
    </>
  );
}
