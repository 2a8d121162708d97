import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskOpinions } from '../../../src/core/model/desk/deskOpinion';
import { opinionName } from '../opinions';
import { listedNames } from '../words/language';

/** With more responses than this it only says with which. */
const maxCounted = 2;

interface Side {
  readonly other: string;
  /** Places of the opinions that prefer the response, and of those that prefer the other. */
  readonly own: readonly number[];
  readonly against: readonly number[];
}

/**
 * Words what annotators' judgments contradict each other in on a response.
 * @param letter of the response
 */
export function disputedTexts(opinions: DeskOpinions | undefined, letter: string): string[] {
  const sides = sidesOf(opinions, letter);
  return sides.length > maxCounted
    ? [l10n.t('disputed with {0}', listedNames(sides.map(({ other }) => other)))]
    : sides.map(({ other, own, against }) =>
        l10n.t('preferred to {0} by {1} of {2}', other, own.length, own.length + against.length),
      );
}

/** Draws those contradictions as marks, which tell by whom. */
export function DisputedMarks({
  opinions,
  letter,
}: {
  readonly opinions: DeskOpinions | undefined;
  readonly letter: string;
}): JSX.Element | null {
  const sides = sidesOf(opinions, letter);
  if (!opinions || sides.length === 0) return null;
  const names = (places: readonly number[]): string =>
    listedNames(places.map((at) => opinionName(opinions.of[at]?.by ?? null, at)));
  const title = sides
    .flatMap(({ other, own, against }) => [
      l10n.t('{0} over {1}: {2}', letter, other, names(own)),
      l10n.t('{0} over {1}: {2}', other, letter, names(against)),
    ])
    .join('\n');
  return (
    <span class="marks" title={title}>
      {disputedTexts(opinions, letter).map((text) => (
        <span key={text} class="mark disputed">
          {text}
        </span>
      ))}
    </span>
  );
}

const sidesOf = (opinions: DeskOpinions | undefined, letter: string): Side[] =>
  (opinions?.pairs ?? []).flatMap(({ first, second, forFirst, forSecond }) =>
    first === letter
      ? [{ other: second, own: forFirst, against: forSecond }]
      : second === letter
        ? [{ other: first, own: forSecond, against: forFirst }]
        : [],
  );
