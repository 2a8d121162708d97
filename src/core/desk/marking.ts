import type { MarkingNotice, Marking } from '../model/marking';
import type { MarkingAction } from '../model/markingActions';
import { choiceKeys } from '../model/marking';
import { anchored, inTextOrder, quotedIn } from '../model/spans';
import type { DraftMissing, DraftSpan } from '../model/spanSchemas';
import { choicesOf, typeNamed, type SpanType } from '../model/taxonomy';
import { withAt, type Change, type Hand } from './ways/way';
import { withoutImagePaths } from '../model/textImages';

/** What actions of marking change. Pure, so that undo is the draft before. */
export function marked(hand: Hand, action: MarkingAction): Change {
  const marking = hand.marking ?? undefined;
  if (action.do === 'mark')
    return marking?.index === hand.selected
      ? ended(hand)
      : { ...begun(hand), ...saying({ what: 'began', index: hand.selected }) };
  if (action.do === 'markAbout') return aboutPart(hand, action);
  if (action.do === 'markAt')
    return inHandNow(hand, marking?.index === hand.selected ? marking : begun(hand).marking, action);
  if (action.do === 'markMissing') return missingAdded(hand, marking ?? begun(hand).marking);
  return marking ? markedIn(hand, marking, action) : {};
}

/** What keys of marking fall on, where an undo took back more than they knew of. */
export function settled(marking: Marking | undefined, { spans, missing }: Hand['draft']): Marking | undefined {
  if (!marking?.inHand) return marking;
  const { kind, number } = marking.inHand;
  const own = (kind === 'span' ? spans : missing)[marking.index] ?? [];
  return number < own.length ? marking : { ...marking, inHand: null };
}

type Within = Exclude<MarkingAction, { do: 'mark' | 'markAbout' | 'markAt' | 'markMissing' }>;

function markedIn(hand: Hand, marking: Marking, action: Within): Change {
  switch (action.do) {
    case 'markEnd':
      return marking.path.length > 0
        ? { marking: { ...marking, path: marking.path.slice(0, -1), from: 0 } }
        : ended(hand);
    case 'markSelection':
      return { marking: { ...marking, selection: withinText(hand, marking, action) } };
    case 'markType':
      return chosen(hand, marking, action.key);
    case 'markMore':
      return { marking: { ...marking, from: nextPage(hand, marking) } };
    case 'markPolarity':
      return polarityTurned(hand, marking);
    case 'markSeverity':
      return severityGiven(hand, marking, action.value);
    case 'markBy':
      return along(hand, marking, action.by);
    case 'markRemove':
      return removed(hand, marking);
    case 'markAgain':
      return again(hand, marking);
    case 'markTake':
      return taken(hand, marking);
    case 'markEvidence':
      return evidenceNamed(hand, marking, action.passage);
    case 'markNote':
      return marking.inHand
        ? {
            focus: {
              kind: marking.inHand.kind === 'span' ? 'spanNote' : 'missingNote',
              index: marking.index,
              number: marking.inHand.number,
            },
          }
        : saying({ what: 'nothing-in-hand' });
  }
}

const saying = (notice: MarkingNotice): Pick<Change, 'notice'> => ({ notice: { kind: 'marking', said: notice } });

function begun({ selected }: Hand): { selected: number; marking: Marking } {
  return {
    selected,
    marking: {
      index: selected,
      selection: { start: 0, end: 0 },
      inHand: null,
      jumps: 0,
      path: [],
      from: 0,
      about: null,
    },
  };
}

function ended({ marking, draft }: Hand): Change {
  const index = marking?.index ?? 0;
  return {
    marking: null,
    ...saying({ what: 'ended', spans: draft.spans[index]?.length ?? 0, missing: draft.missing[index]?.length ?? 0 }),
  };
}

function aboutPart(hand: Hand, { start, end, quote }: Extract<MarkingAction, { do: 'markAbout' }>): Change {
  const range = anchored(hand.draft.critiques[hand.selected] ?? '', { start, end, quote });
  if (!range || quote.trim() === '') return {};
  return {
    selected: hand.selected,
    marking: { ...begun(hand).marking, about: { ...range, quote } },
    ...saying({ what: 'about', quote }),
  };
}

function withinText(
  { text }: Hand,
  { index }: Marking,
  { start, end }: { readonly start: number; readonly end: number },
): Marking['selection'] {
  const { start: from, end: to } = quotedIn(text(index), { start: Math.min(start, end), end: Math.max(start, end) });
  return { start: from, end: to };
}

/** The choices that the menu shows, for what is in hand or would be marked. */
function choicesNow(
  { task }: Pick<Hand, 'task'>,
  { inHand, path }: Pick<Marking, 'inHand' | 'path'>,
): ReturnType<typeof choicesOf> {
  return choicesOf(task.spans, inHand?.kind ?? 'span', path);
}

function nextPage(hand: Hand, marking: Marking): number {
  const next = marking.from + choiceKeys;
  return next < choicesNow(hand, marking).length ? next : 0;
}

function chosen(hand: Hand, marking: Marking, key: number): Change {
  const choices = choicesNow(hand, marking);
  const number = marking.from + key - 1;
  const choice = choices[number];
  if (!choice || key > choiceKeys)
    return saying({ what: 'no-type', count: Math.min(choiceKeys, choices.length - marking.from) });
  if (!targetOf(hand, marking)) return saying({ what: 'nothing-selected' });
  if (choice.within > 0)
    return {
      marking: { ...marking, path: [...marking.path, number], from: 0 },
      ...saying({ what: 'group', name: choice.name }),
    };
  return typed(hand, marking, choice);
}

/** What a type is for: what is in hand, unless something else is selected. */
function targetOf({ draft }: Hand, { index, inHand, selection }: Marking): 'new' | 'in-hand' | undefined {
  const isEmpty = selection.start === selection.end;
  if (inHand?.kind === 'missing') return 'in-hand';
  const span = inHand && draft.spans[index]?.[inHand.number];
  if (span && (isEmpty || (span.start === selection.start && span.end === selection.end))) return 'in-hand';
  return isEmpty ? undefined : 'new';
}

function typed(hand: Hand, marking: Marking, type: SpanType): Change {
  const closed: Marking = { ...marking, path: [], from: 0 };
  const { index, inHand, selection, about } = marking;
  if (inHand?.kind === 'missing')
    return {
      ...withMissing(hand, index, inHand.number, (each) => ({ ...each, type: type.name })),
      marking: closed,
      ...saying({ what: 'missing', type: type.name }),
    };
  if (inHand && targetOf(hand, marking) === 'in-hand') {
    const before = hand.draft.spans[index]?.[inHand.number];
    const usual = before?.type === undefined ? undefined : typeNamed(hand.task.spans, before.type)?.polarity;
    // A polarity that was the type's own goes with it.
    const isUsual = before?.polarity === undefined || before.polarity === usual;
    const change = withSpan(hand, index, inHand.number, ({ polarity, ...span }) => ({
      ...span,
      type: type.name,
      ...(isUsual ? type.polarity && { polarity: type.polarity } : polarity && { polarity }),
    }));
    return {
      ...change,
      marking: closed,
      ...saying({ what: 'retyped', quote: before?.quote ?? '', type: type.name, linked: false }),
    };
  }
  const quoted = quotedIn(withoutImagePaths(hand.text(index)).text, selection);
  const span: DraftSpan = {
    ...quoted,
    type: type.name,
    ...(type.polarity && { polarity: type.polarity }),
    note: '',
    ...(about && { about }),
  };
  return {
    ...added(hand, closed, span),
    ...saying({ what: 'marked', quote: span.quote, type: type.name, linked: about !== null }),
  };
}

/** Behind the others, so that these keep their numbers. */
function added({ draft }: Hand, marking: Marking, span: DraftSpan): Change {
  const own = draft.spans[marking.index] ?? [];
  return {
    draft: { ...draft, spans: withAt<readonly DraftSpan[]>(draft.spans, marking.index, [...own, span], []) },
    marking: { ...marking, about: null, inHand: { kind: 'span', number: own.length } },
  };
}

function missingAdded({ draft }: Hand, marking: Marking): Change {
  const own = draft.missing[marking.index] ?? [];
  const missing = withAt<readonly DraftMissing[]>(draft.missing, marking.index, [...own, { note: '' }], []);
  return {
    draft: { ...draft, missing },
    selected: marking.index,
    marking: { ...marking, path: [], from: 0, inHand: { kind: 'missing', number: own.length } },
    ...saying({ what: 'missing', type: null }),
  };
}

function polarityTurned(hand: Hand, marking: Marking): Change {
  const span = spanInHand(hand, marking);
  if (!span) return saying({ what: 'no-span-in-hand' });
  const polarity = span.polarity === undefined ? 'negative' : span.polarity === 'negative' ? 'positive' : null;
  return {
    ...withSpan(hand, marking.index, span.number, ({ polarity: _, ...rest }) => ({
      ...rest,
      ...(polarity && { polarity }),
    })),
    ...saying({ what: 'polarity', polarity }),
  };
}

function severityGiven(hand: Hand, marking: Marking, value: number): Change {
  const span = spanInHand(hand, marking);
  if (!span) return saying({ what: 'no-span-in-hand' });
  const severity = span.severity === value ? null : value;
  return {
    ...withSpan(hand, marking.index, span.number, ({ severity: _, ...rest }) => ({
      ...rest,
      ...(severity !== null && { severity }),
    })),
    ...saying({ what: 'severity', severity }),
  };
}

/** Spans in the order of the text, then what is missing. */
function along(hand: Hand, marking: Marking, by: -1 | 1): Change {
  const { index, inHand, selection } = marking;
  const spans = hand.draft.spans[index] ?? [];
  const order = inTextOrder(spans);
  const all = [
    ...order.map((number) => ({ kind: 'span', number }) as const),
    ...(hand.draft.missing[index] ?? []).map((_, number) => ({ kind: 'missing', number }) as const),
  ];
  if (all.length === 0) return saying({ what: 'nothing-marked' });
  const at = inHand ? all.findIndex(({ kind, number }) => kind === inHand.kind && number === inHand.number) : -1;
  // From where the caret stands.
  const behind = order.findIndex((number) => (spans[number]?.start ?? 0) >= selection.start);
  const from =
    at >= 0 ? at + by : by === 1 ? (behind < 0 ? order.length : behind) : (behind < 0 ? order.length : behind) - 1;
  const next = all[Math.min(Math.max(from, 0), all.length - 1)];
  return next ? inHandNow(hand, marking, next) : {};
}

function inHandNow({ draft }: Hand, marking: Marking, { kind, number }: NonNullable<Marking['inHand']>): Change {
  const span = kind === 'span' ? draft.spans[marking.index]?.[number] : undefined;
  if (kind === 'missing' ? !draft.missing[marking.index]?.[number] : !span) return {};
  const selection =
    span && !span.lost
      ? { start: span.start, end: span.end }
      : { start: marking.selection.start, end: marking.selection.start };
  return {
    selected: marking.index,
    marking: { ...marking, path: [], from: 0, inHand: { kind, number }, jumps: marking.jumps + 1, selection },
  };
}

function removed({ draft }: Hand, marking: Marking): Change {
  const { index, inHand } = marking;
  if (!inHand) return saying({ what: 'nothing-in-hand' });
  const without = <T>(all: readonly (readonly T[])[]): readonly (readonly T[])[] =>
    all.map((own, at) => (at === index ? own.filter((_, number) => number !== inHand.number) : own));
  const changed =
    inHand.kind === 'span' ? { ...draft, spans: without(draft.spans) } : { ...draft, missing: without(draft.missing) };
  return {
    draft: changed,
    marking: { ...marking, inHand: null, path: [], from: 0 },
    ...saying({ what: 'removed', kind: inHand.kind }),
  };
}

function again(hand: Hand, marking: Marking): Change {
  const span = spanInHand(hand, marking);
  if (!span || span.lost) return saying({ what: 'no-span-in-hand' });
  const { start, end, quote } = span;
  return {
    ...added(hand, { ...marking, selection: { start, end } }, { start, end, quote, note: '' }),
    ...saying({ what: 'again', quote }),
  };
}

function taken(hand: Hand, marking: Marking): Change {
  const { index, path, about, selection } = marking;
  const [last] = path.slice(-1);
  const group =
    last === undefined
      ? undefined
      : choicesOf(hand.task.spans, marking.inHand?.kind ?? 'span', path.slice(0, -1))[last];
  if (group) return typed(hand, marking, group);
  const span = spanInHand(hand, marking);
  if (!span) return saying({ what: 'nothing-to-take' });
  if (about)
    return {
      ...withSpan(hand, index, span.number, (each) => ({ ...each, about })),
      marking: { ...marking, about: null },
      ...saying({ what: 'linked', quote: span.quote, about: about.quote }),
    };
  const isSame = !span.lost && span.start === selection.start && span.end === selection.end;
  if (isSame || selection.start === selection.end) return saying({ what: 'nothing-to-take' });
  const quoted = quotedIn(withoutImagePaths(hand.text(index)).text, selection);
  return {
    ...withSpan(hand, index, span.number, ({ lost: _, ...each }) => ({ ...each, ...quoted })),
    ...saying({ what: 'moved', quote: quoted.quote }),
  };
}

function evidenceNamed(hand: Hand, { index, inHand }: Marking, passage: number): Change {
  if (passage >= hand.passages) return { notice: { kind: 'no-such-passage', count: hand.passages } };
  if (inHand?.kind !== 'missing') return saying({ what: 'no-missing-in-hand' });
  const before = hand.draft.missing[index]?.[inHand.number];
  const evidence = before?.evidence === passage ? null : passage;
  // The sentences are those of the passage before.
  return {
    ...withMissing(hand, index, inHand.number, ({ evidence: _, sentences: __, ...each }) => ({
      ...each,
      ...(evidence !== null && { evidence }),
    })),
    ...saying({ what: 'evidence', passage: evidence }),
  };
}

function spanInHand(
  { draft }: Hand,
  { index, inHand }: Marking,
): (DraftSpan & { readonly number: number }) | undefined {
  const span = inHand?.kind === 'span' ? draft.spans[index]?.[inHand.number] : undefined;
  return span && inHand ? { ...span, number: inHand.number } : undefined;
}

function withSpan({ draft }: Hand, index: number, number: number, change: (span: DraftSpan) => DraftSpan): Change {
  return {
    draft: {
      ...draft,
      spans: draft.spans.map((own, at) =>
        at === index ? own.map((span, n) => (n === number ? change(span) : span)) : own,
      ),
    },
  };
}

function withMissing(
  { draft }: Hand,
  index: number,
  number: number,
  change: (missing: DraftMissing) => DraftMissing,
): Change {
  return {
    draft: {
      ...draft,
      missing: draft.missing.map((own, at) =>
        at === index ? own.map((each, n) => (n === number ? change(each) : each)) : own,
      ),
    },
  };
}
