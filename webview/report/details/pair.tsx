import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ItemFinding, PairTexts } from '../../../src/protocol/report';
import { ask } from '../host';
import { failed } from '../store';

/** What the preference in hand was about: what was asked, and the two texts, so that one sees what decided it. */
export function Pair({
  serial,
  finding,
  at,
}: {
  readonly serial: number;
  readonly finding: ItemFinding;
  readonly at: number;
}): JSX.Element | null {
  const [texts, setTexts] = useState<PairTexts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    ask({ method: 'pair', serial, finding, at }).then((answer) => {
      if (isCurrent) setTexts(answer);
    }, failed);
    return () => {
      isCurrent = false;
    };
  }, [serial, finding, at]);
  if (!texts) return null;
  const { prompt, winner, loser } = texts;
  return (
    <section class="pair" tabIndex={0} aria-label={l10n.t('Prompt and responses')}>
      <Beginning head={l10n.t('Prompt')} of={prompt} />
      {winner && <Beginning head={l10n.t('Preferred: {0}', winner.id)} of={winner} />}
      {loser && <Beginning head={l10n.t('Not preferred: {0}', loser.id)} of={loser} />}
    </section>
  );
}

function Beginning({
  head,
  of: { text, isCut },
}: {
  readonly head: string;
  readonly of: PairTexts['prompt'];
}): JSX.Element {
  return (
    <div>
      <h3>{head}</h3>
      <p dir="auto">{isCut ? `${text}…` : text}</p>
    </div>
  );
}
