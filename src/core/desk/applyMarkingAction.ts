import type { MarkingNotice, Marking } from '../model/desk/marking';
import type { MarkingAction } from '../model/desk/markingActions';
import { choiceKeys } from '../model/desk/marking';
import { anchored, inTextOrder, quotedIn } from '../model/annotation/spans';
import type { DraftMissing, DraftSpan } from '../model/annotation/spanSchemas';
import { choicesOf, typeNamed, type SpanType } from '../model/annotation/taxonomy';
import { replaceAt, type DraftUpdate, type JudgingState } from './modes/mode';
import { withoutImagePaths } from '../model/item/markdownImages';

/** Applies an action of marking. Pure, so that undo is the draft before. */
export function applyMarkingAction(state: JudgingState, action: MarkingAction): DraftUpdate {
  const marking = state.marking ?? undefined;
  if (action.do === 'mark')
    return marking?.index === state.selected
      ? ended(state)
      : { ...begun(state), ...saying({ what: 'began', index: state.selected }) };
  if (action.do === 'markAbout') return aboutPart(state, action);
  if (action.do === 'markAt')
    return selectMark(state, marking?.index === state.selected ? marking : begun(state).marking, action);
  if (action.do === 'markMissing') return missingAdded(state, marking ?? begun(state).marking);
  return marking ? markedIn(state, marking, action) : {};
}

/** Corrects what keys of marking fall on after an undo took back a passage that was in hand. */
export function settled(marking: Marking | undefined, { spans, missing }: JudgingState['draft']): Marking | undefined {
  if (!marking?.active) return marking;
  const { kind, number } = marking.active;
  const own = (kind === 'span' ? spans : missing)[marking.index] ?? [];
  return number < own.length ? marking : { ...marking, active: null };
}

type Within = Exclude<MarkingAction, { do: 'mark' | 'markAbout' | 'markAt' | 'markMissing' }>;

function markedIn(state: JudgingState, marking: Marking, action: Within): DraftUpdate {
  switch (action.do) {
    case 'markEnd':
      return marking.path.length > 0
        ? { marking: { ...marking, path: marking.path.slice(0, -1), from: 0 } }
        : ended(state);
    case 'markSelection':
      return { marking: { ...marking, selection: withinText(state, marking, action) } };
    case 'markType':
      return chosen(state, marking, action.key);
    case 'markMore':
      return { marking: { ...marking, from: nextPage(state, marking) } };
    case 'markPolarity':
      return polarityTurned(state, marking);
    case 'markSeverity':
      return severityGiven(state, marking, action.value);
    case 'markBy':
      return along(state, marking, action.by);
    case 'markRemove':
      return removed(state, marking);
    case 'markAgain':
      return again(state, marking);
    case 'markTake':
      return taken(state, marking);
    case 'markEvidence':
      return evidenceNamed(state, marking, action.passage);
    case 'markNote':
      return marking.active
        ? {
            focus: {
              kind: marking.active.kind === 'span' ? 'spanNote' : 'missingNote',
              index: marking.index,
              number: marking.active.number,
            },
          }
        : saying({ what: 'nothing-in-hand' });
  }
}

const saying = (notice: MarkingNotice): Pick<DraftUpdate, 'notice'> => ({ notice: { kind: 'marking', said: notice } });

function begun({ selected }: JudgingState): { selected: number; marking: Marking } {
  return {
    selected,
    marking: {
      index: selected,
      selection: { start: 0, end: 0 },
      active: null,
      jumps: 0,
      path: [],
      from: 0,
      about: null,
    },
  };
}

function ended({ marking, draft }: JudgingState): DraftUpdate {
  const index = marking?.index ?? 0;
  return {
    marking: null,
    ...saying({ what: 'ended', spans: draft.spans[index]?.length ?? 0, missing: draft.missing[index]?.length ?? 0 }),
  };
}

function aboutPart(
  state: JudgingState,
  { start, end, quote }: Extract<MarkingAction, { do: 'markAbout' }>,
): DraftUpdate {
  const range = anchored(state.draft.critiques[state.selected] ?? '', { start, end, quote });
  if (!range || quote.trim() === '') return {};
  return {
    selected: state.selected,
    marking: { ...begun(state).marking, about: { ...range, quote } },
    ...saying({ what: 'about', quote }),
  };
}

function withinText(
  { text }: JudgingState,
  { index }: Marking,
  { start, end }: { readonly start: number; readonly end: number },
): Marking['selection'] {
  const { start: from, end: to } = quotedIn(text(index), { start: Math.min(start, end), end: Math.max(start, end) });
  return { start: from, end: to };
}

/** The choices that the menu shows, for what is in hand or would be marked. */
function choicesNow(
  { task }: Pick<JudgingState, 'task'>,
  { active, path }: Pick<Marking, 'active' | 'path'>,
): ReturnType<typeof choicesOf> {
  return choicesOf(task.spans, active?.kind ?? 'span', path);
}

function nextPage(state: JudgingState, marking: Marking): number {
  const next = marking.from + choiceKeys;
  return next < choicesNow(state, marking).length ? next : 0;
}

function chosen(state: JudgingState, marking: Marking, key: number): DraftUpdate {
  const choices = choicesNow(state, marking);
  const number = marking.from + key - 1;
  const choice = choices[number];
  if (!choice || key > choiceKeys)
    return saying({ what: 'no-type', count: Math.min(choiceKeys, choices.length - marking.from) });
  if (!targetOf(state, marking)) return saying({ what: 'nothing-selected' });
  if (choice.within > 0)
    return {
      marking: { ...marking, path: [...marking.path, number], from: 0 },
      ...saying({ what: 'group', name: choice.name }),
    };
  return typed(state, marking, choice);
}

/**
 * Tells what a type that is chosen now applies to: the passage in hand, or a new one where something else is selected.
 */
function targetOf({ draft }: JudgingState, { index, active, selection }: Marking): 'new' | 'in-hand' | undefined {
  const isEmpty = selection.start === selection.end;
  if (active?.kind === 'missing') return 'in-hand';
  const span = active && draft.spans[index]?.[active.number];
  if (span && (isEmpty || (span.start === selection.start && span.end === selection.end))) return 'in-hand';
  return isEmpty ? undefined : 'new';
}

function typed(state: JudgingState, marking: Marking, type: SpanType): DraftUpdate {
  const closed: Marking = { ...marking, path: [], from: 0 };
  const { index, active, selection, about } = marking;
  if (active?.kind === 'missing')
    return {
      ...withMissing(state, index, active.number, (each) => ({ ...each, type: type.name })),
      marking: closed,
      ...saying({ what: 'missing', type: type.name }),
    };
  if (active && targetOf(state, marking) === 'in-hand') {
    const before = state.draft.spans[index]?.[active.number];
    const usual = before?.type === undefined ? undefined : typeNamed(state.task.spans, before.type)?.polarity;
    // A polarity that was the type's own goes with it.
    const isUsual = before?.polarity === undefined || before.polarity === usual;
    const change = withSpan(state, index, active.number, ({ polarity, ...span }) => ({
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
  const quoted = quotedIn(withoutImagePaths(state.text(index)).text, selection);
  const span: DraftSpan = {
    ...quoted,
    type: type.name,
    ...(type.polarity && { polarity: type.polarity }),
    note: '',
    ...(about && { about }),
  };
  return {
    ...added(state, closed, span),
    ...saying({ what: 'marked', quote: span.quote, type: type.name, linked: about !== null }),
  };
}

/** Behind the others, so that these keep their numbers. */
function added({ draft }: JudgingState, marking: Marking, span: DraftSpan): DraftUpdate {
  const own = draft.spans[marking.index] ?? [];
  return {
    draft: { ...draft, spans: replaceAt<readonly DraftSpan[]>(draft.spans, marking.index, [...own, span], []) },
    marking: { ...marking, about: null, active: { kind: 'span', number: own.length } },
  };
}

function missingAdded({ draft }: JudgingState, marking: Marking): DraftUpdate {
  const own = draft.missing[marking.index] ?? [];
  const missing = replaceAt<readonly DraftMissing[]>(draft.missing, marking.index, [...own, { note: '' }], []);
  return {
    draft: { ...draft, missing },
    selected: marking.index,
    marking: { ...marking, path: [], from: 0, active: { kind: 'missing', number: own.length } },
    ...saying({ what: 'missing', type: null }),
  };
}

function polarityTurned(state: JudgingState, marking: Marking): DraftUpdate {
  const span = selectedSpan(state, marking);
  if (!span) return saying({ what: 'no-span-in-hand' });
  const polarity = span.polarity === undefined ? 'negative' : span.polarity === 'negative' ? 'positive' : null;
  return {
    ...withSpan(state, marking.index, span.number, ({ polarity: _, ...rest }) => ({
      ...rest,
      ...(polarity && { polarity }),
    })),
    ...saying({ what: 'polarity', polarity }),
  };
}

function severityGiven(state: JudgingState, marking: Marking, value: number): DraftUpdate {
  const span = selectedSpan(state, marking);
  if (!span) return saying({ what: 'no-span-in-hand' });
  const severity = span.severity === value ? null : value;
  return {
    ...withSpan(state, marking.index, span.number, ({ severity: _, ...rest }) => ({
      ...rest,
      ...(severity !== null && { severity }),
    })),
    ...saying({ what: 'severity', severity }),
  };
}

/** Spans in the order of the text, then what is missing. */
function along(state: JudgingState, marking: Marking, by: -1 | 1): DraftUpdate {
  const { index, active, selection } = marking;
  const spans = state.draft.spans[index] ?? [];
  const order = inTextOrder(spans);
  const all = [
    ...order.map((number) => ({ kind: 'span', number }) as const),
    ...(state.draft.missing[index] ?? []).map((_, number) => ({ kind: 'missing', number }) as const),
  ];
  if (all.length === 0) return saying({ what: 'nothing-marked' });
  const at = active ? all.findIndex(({ kind, number }) => kind === active.kind && number === active.number) : -1;
  // From where the caret stands.
  const behind = order.findIndex((number) => (spans[number]?.start ?? 0) >= selection.start);
  const from =
    at >= 0 ? at + by : by === 1 ? (behind < 0 ? order.length : behind) : (behind < 0 ? order.length : behind) - 1;
  const next = all[Math.min(Math.max(from, 0), all.length - 1)];
  return next ? selectMark(state, marking, next) : {};
}

function selectMark(
  { draft }: JudgingState,
  marking: Marking,
  { kind, number }: NonNullable<Marking['active']>,
): DraftUpdate {
  const span = kind === 'span' ? draft.spans[marking.index]?.[number] : undefined;
  if (kind === 'missing' ? !draft.missing[marking.index]?.[number] : !span) return {};
  const selection =
    span && !span.lost
      ? { start: span.start, end: span.end }
      : { start: marking.selection.start, end: marking.selection.start };
  return {
    selected: marking.index,
    marking: { ...marking, path: [], from: 0, active: { kind, number }, jumps: marking.jumps + 1, selection },
  };
}

function removed({ draft }: JudgingState, marking: Marking): DraftUpdate {
  const { index, active } = marking;
  if (!active) return saying({ what: 'nothing-in-hand' });
  const without = <T>(all: readonly (readonly T[])[]): readonly (readonly T[])[] =>
    all.map((own, at) => (at === index ? own.filter((_, number) => number !== active.number) : own));
  const changed =
    active.kind === 'span' ? { ...draft, spans: without(draft.spans) } : { ...draft, missing: without(draft.missing) };
  return {
    draft: changed,
    marking: { ...marking, active: null, path: [], from: 0 },
    ...saying({ what: 'removed', kind: active.kind }),
  };
}

function again(state: JudgingState, marking: Marking): DraftUpdate {
  const span = selectedSpan(state, marking);
  if (!span || span.lost) return saying({ what: 'no-span-in-hand' });
  const { start, end, quote } = span;
  return {
    ...added(state, { ...marking, selection: { start, end } }, { start, end, quote, note: '' }),
    ...saying({ what: 'again', quote }),
  };
}

function taken(state: JudgingState, marking: Marking): DraftUpdate {
  const { index, path, about, selection } = marking;
  const [last] = path.slice(-1);
  const group =
    last === undefined
      ? undefined
      : choicesOf(state.task.spans, marking.active?.kind ?? 'span', path.slice(0, -1))[last];
  if (group) return typed(state, marking, group);
  const span = selectedSpan(state, marking);
  if (!span) return saying({ what: 'nothing-to-take' });
  if (about)
    return {
      ...withSpan(state, index, span.number, (each) => ({ ...each, about })),
      marking: { ...marking, about: null },
      ...saying({ what: 'linked', quote: span.quote, about: about.quote }),
    };
  const isSame = !span.lost && span.start === selection.start && span.end === selection.end;
  if (isSame || selection.start === selection.end) return saying({ what: 'nothing-to-take' });
  const quoted = quotedIn(withoutImagePaths(state.text(index)).text, selection);
  return {
    ...withSpan(state, index, span.number, ({ lost: _, ...each }) => ({ ...each, ...quoted })),
    ...saying({ what: 'moved', quote: quoted.quote }),
  };
}

function evidenceNamed(state: JudgingState, { index, active }: Marking, passage: number): DraftUpdate {
  if (passage >= state.passages) return { notice: { kind: 'no-such-passage', count: state.passages } };
  if (active?.kind !== 'missing') return saying({ what: 'no-missing-in-hand' });
  const before = state.draft.missing[index]?.[active.number];
  const evidence = before?.evidence === passage ? null : passage;
  // The sentences are those of the passage before.
  return {
    ...withMissing(state, index, active.number, ({ evidence: _, sentences: __, ...each }) => ({
      ...each,
      ...(evidence !== null && { evidence }),
    })),
    ...saying({ what: 'evidence', passage: evidence }),
  };
}

function selectedSpan(
  { draft }: JudgingState,
  { index, active }: Marking,
): (DraftSpan & { readonly number: number }) | undefined {
  const span = active?.kind === 'span' ? draft.spans[index]?.[active.number] : undefined;
  return span && active ? { ...span, number: active.number } : undefined;
}

function withSpan(
  { draft }: JudgingState,
  index: number,
  number: number,
  change: (span: DraftSpan) => DraftSpan,
): DraftUpdate {
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
  { draft }: JudgingState,
  index: number,
  number: number,
  change: (missing: DraftMissing) => DraftMissing,
): DraftUpdate {
  return {
    draft: {
      ...draft,
      missing: draft.missing.map((own, at) =>
        at === index ? own.map((each, n) => (n === number ? change(each) : each)) : own,
      ),
    },
  };
}
