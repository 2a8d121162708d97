import type { CertificatePart } from '../../model/report/certificate';
import type { Estimate } from '../estimate';
import { isWithin } from '../judgements/firstErrors';
import { RowSums } from '../rowSums';
import { agreementOf, meanOf, shareOf } from './agreement';
import { calibrationOf } from './calibration';
import type { Part, Unit } from './judgedParts';
import { closeness, isSame, together } from './partScale';
import { moreFor, standingOf } from './standing';

/** The half-width of the interval of κ after which no more labels are asked for. */
const wantedHalfWidth = 0.05;

/** A unit with what people come to. */
type Decided = Unit & { readonly said: number };

/** What the judge and one person say of a unit, and what another person says of it, against whom both are held. */
interface Peers {
  readonly item: number;
  readonly judge: number;
  readonly value: number;
  readonly said: number;
}

/** Measures a judge on one thing that it is asked. */
export function partFigures({ asks, of, scale, units, silent }: Part): CertificatePart {
  const decided = units.flatMap((each): Decided[] => {
    const said = together(
      scale,
      each.people.map(({ value }) => value),
    );
    return said === undefined ? [] : [{ ...each, said }];
  });
  const withPeople = agreementOf(
    decided.map(({ item, judge, said }) => ({ item, first: judge, second: said })),
    scale,
  );
  // Each person with each other, as published agreement is counted (L. Zheng et al., Judging LLM-as-a-Judge with
  // MT-Bench and Chatbot Arena, 2023, arXiv 2306.05685, section 4).
  const peers = units.flatMap(peersOn);
  const difference = meanOf(
    counted(peers, ({ judge, value, said }) => closeness(scale, judge, said) - closeness(scale, value, said)),
  );
  const several = units.filter(({ people }) => new Set(people.map(({ annotator }) => annotator)).size > 1).length;
  const isYesNo = scale.is === 'categories' && scale.isYesNo === true;
  const passes = isYesNo ? wrongly(decided, peers, 1) : none;
  const fails = isYesNo ? wrongly(decided, peers, 0) : none;
  const within = (steps: number): Estimate | null =>
    asks === 'first-error'
      ? shareOf(counted(decided, ({ judge, said }) => (isWithin(judge, said, steps) ? 1 : 0)))
      : null;
  return {
    of,
    isYesNo,
    silent,
    split: units.length - decided.length,
    withPeople,
    withEach: agreementOf(
      units.flatMap(({ item, judge, people }) => people.map(({ value }) => ({ item, first: judge, second: value }))),
      scale,
    ),
    amongPeople: {
      ...agreementOf(
        peers.map(({ item, value, said }) => ({ item, first: value, second: said })),
        scale,
      ),
      units: several,
    },
    difference,
    ...standingOf(difference, withPeople.units, several),
    falsePass: passes.own,
    falsePassOver: passes.over,
    falseFail: fails.own,
    falseFailOver: fails.over,
    within1: within(1),
    within3: within(3),
    calibration: calibrationOf(
      decided.flatMap(({ item, judge, said, confidence }) =>
        confidence === undefined ? [] : [{ item, confidence, isRight: isSame(scale, judge, said) }],
      ),
    ),
    more: moreFor(withPeople.kappa, withPeople.units, wantedHalfWidth),
  };
}

const peersOn = ({ item, judge, people }: Unit): Peers[] =>
  people.flatMap((one) =>
    people.flatMap((other) =>
      one.annotator === other.annotator ? [] : [{ item, judge, value: one.value, said: other.value }],
    ),
  );

const none = { own: null, over: null };

/**
 * How often a judge answers yes (1) or no (0) where most people answer the other, and how much more often than one person
 * does where another answers the other.
 */
function wrongly(
  decided: readonly Decided[],
  peers: readonly Peers[],
  answer: 0 | 1,
): { readonly own: Estimate | null; readonly over: Estimate | null } {
  const gives = (value: number): number => (value === answer ? 1 : 0);
  return {
    own: shareOf(
      counted(
        decided.filter(({ said }) => said !== answer),
        ({ judge }) => gives(judge),
      ),
    ),
    over: meanOf(
      counted(
        peers.filter(({ said }) => said !== answer),
        ({ judge, value }) => gives(judge) - gives(value),
      ),
    ),
  };
}

/** Sums a number over items, with how many have it. */
function counted<T extends { readonly item: number }>(all: readonly T[], numberOf: (each: T) => number): RowSums {
  const sums = new RowSums(2);
  for (const each of all) sums.count(each.item, numberOf(each));
  return sums;
}
