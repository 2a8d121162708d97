import * as l10n from '@vscode/l10n';
import { computed, signal } from '@preact/signals';
import type { FieldIssue, OldCount, RubricDetail, RubricPlace, Starter } from '../../src/core/model/rubric/rubricView';
import type { KeyboardPlace } from '../../src/protocol/desk';
import type { LibraryState, RubricAction, RubricRequest, RubricReplies } from '../../src/protocol/rubric';
import { HostUnresponsive } from '../ui/host';
import { ask, listen } from './host';
import { rowsOf, samePlace, type Found } from './outlineRows';
import { setTexts } from '../ui/language';

/** What the host sent last. */
export const library = signal<LibraryState | undefined>(undefined);
export const setting = signal<RubricReplies['ready']>({ strings: {}, keys: {}, keysInText: {}, spokenKeys: {} });
export const starters = signal<readonly Starter[]>([]);
/** Annotations under old versions; null while they are not known. */
export const oldCounts = signal<readonly OldCount[] | null>(null);
export const notice = signal<{ readonly text: string; readonly error: boolean; readonly serial: number } | undefined>(
  undefined,
);
/** What a command asked of the screen. */
export const requestedAction = signal<
  { readonly action: 'edit' | 'search' | 'leave'; readonly serial: number } | undefined
>(undefined);

/** What is selected here; the host follows, and leads where it selects something itself. */
export const selected = signal<RubricPlace | null>(null);
export const detail = signal<RubricDetail | null>(null);
/** Rubrics whose criteria are not shown. */
export const folded = signal<ReadonlySet<string>>(new Set());
export const searchText = signal('');
const found = signal<Found | undefined>(undefined);
/** Where a new criterion is being written: behind the one at `at` - 1, or as the last. */
export const adding = signal<
  | {
      readonly rubric: string;
      readonly at: number | null;
      /** Id of the last one that was added. */ readonly last?: string;
    }
  | undefined
>(undefined);

export const rows = computed(() => rowsOf(library.value?.rubrics ?? [], folded.value, found.value));
/** How many criteria were found; undefined while nothing is searched for. */
export const foundCount = computed(() =>
  found.value ? rows.value.filter(({ kind }) => kind === 'criterion').length : undefined,
);

let serial = 0;
let moved = 0;

/** Starts the conversation with the host. */
export function connect(): void {
  listen((message) => {
    switch (message.kind) {
      case 'keys':
        setting.value = { ...setting.value, ...message.keysState };
        break;
      case 'library':
        take(message.library);
        break;
      case 'old':
        oldCounts.value = message.counts;
        break;
      case 'starters':
        starters.value = message.starters;
        break;
      case 'notice':
        notice.value = { text: message.text, error: message.error, serial: ++serial };
        break;
      case 'do':
        if (message.action === 'add') add();
        else requestedAction.value = { action: message.action, serial: ++serial };
    }
  });
  void ask({ method: 'ready' }).then((answer) => {
    setTexts(answer.strings);
    setting.value = answer;
  }, failed);
}

function take(now: LibraryState): void {
  const isFirst = library.value === undefined;
  library.value = now;
  // What was told before is of another library; what is to be told of this one comes behind it.
  notice.value = undefined;
  if (now.moved !== moved || isFirst) {
    moved = now.moved;
    adding.value = undefined;
    selected.value = now.selected;
    if (now.selected) unfold(now.selected.rubric);
  }
  if (samePlace(now.selected, selected.value)) detail.value = now.detail;
  else if (selected.value) select(selected.value);
  // What is shown first is the first rubric, if there is one.
  const [first] = now.rubrics;
  if (isFirst && !selected.value && first) select({ rubric: first.id, criterion: null });
  if (searchText.value !== '') search(searchText.value);
}

/** Selects a place and asks for all of it. */
export function select(place: RubricPlace | null): void {
  if (!samePlace(place, selected.value)) {
    adding.value = undefined;
    detail.value = null;
  }
  selected.value = place;
  ask({ method: 'select', place }).then((answer) => {
    if (samePlace(selected.value, place)) detail.value = answer;
  }, failed);
}

export function unfold(rubric: string): void {
  if (folded.value.has(rubric)) folded.value = new Set([...folded.value].filter((each) => each !== rubric));
}

export function fold(rubric: string): void {
  folded.value = new Set([...folded.value, rubric]);
}

/** Shows only what has these words; everything where there is none. */
export function search(text: string): void {
  searchText.value = text;
  ask({ method: 'search', text }).then((answer) => {
    if (searchText.value === text)
      found.value = answer ? { criteria: new Set(answer.criteria), rubrics: new Set(answer.rubrics) } : undefined;
  }, failed);
}

/** Begins a new criterion behind the one that is selected, or as the last of the rubric. */
function add(): void {
  const rubrics = library.value?.rubrics ?? [];
  const rubric = rubrics.find(({ id }) => id === selected.value?.rubric) ?? rubrics.at(-1);
  if (!rubric) return;
  const at = rubric.criteria.findIndex(({ id }) => id === selected.value?.criterion);
  if (!selected.value) select({ rubric: rubric.id, criterion: null });
  unfold(rubric.id);
  adding.value = { rubric: rubric.id, at: at < 0 ? null : at + 1 };
}

/** Ends that; the last one that was added is selected. */
export function endAdding(): void {
  const place = adding.value;
  adding.value = undefined;
  if (place?.last !== undefined) select({ rubric: place.rubric, criterion: place.last });
}

export function act(action: RubricAction): void {
  ask({ method: 'act', action }).catch(failed);
}

/** Sends a request whose effect comes back as the library. */
export function send(request: Extract<RubricRequest, { method: 'move' | 'addStarter' | 'compare' | 'old' }>): void {
  ask(request).catch(failed);
}

/** Adds a criterion where one is being written; resolves to what is wrong with it. The next one is behind it. */
export async function addCriterion(text: string): Promise<readonly FieldIssue[]> {
  const place = adding.value;
  if (!place) return [];
  try {
    const { issues, id } = await ask({ method: 'add', rubric: place.rubric, at: place.at, text });
    if (id !== null) adding.value = { rubric: place.rubric, at: place.at === null ? null : place.at + 1, last: id };
    return issues;
  } catch (error) {
    failed(error);
    return [{ path: 'text', message: messageOf(error) }];
  }
}

export async function notifyKeyboard(on: KeyboardPlace): Promise<void> {
  await ask({ method: 'focus', on }).catch(failed);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function failed(error: unknown): void {
  const silent = l10n.t(
    'Tiebreak is not responding. Its extension host may have restarted. Close this editor and open it again, or reload the window. Saved work is kept.',
  );
  notice.value = { text: error instanceof HostUnresponsive ? silent : messageOf(error), error: true, serial: ++serial };
}
