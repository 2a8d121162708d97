import * as l10n from '@vscode/l10n';
import { computed, effect, signal } from '@preact/signals';
import { reportDocument } from '../../src/core/model/report/document/reportDocument';
import { sliceDimensions, type CellTable } from '../../src/core/model/report/coverage';
import type {
  ChartFormat,
  KeyboardPlace,
  ReportViewState,
  ReportAction,
  ReportFigures,
  QualityFigures,
  ReportPart,
  ReportRequest,
  ReportState,
} from '../../src/protocol/report';
import { savePanelState, HostUnresponsive } from '../ui/host';
import { ask, listen } from './host';
import { setTexts } from '../ui/language';

/** What the host sent last. The host owns it; nothing of it is kept when the webview goes. */
export const state = signal<ReportState | undefined>(undefined);
export const figures = signal<ReportFigures | undefined>(undefined);
export const quality = signal<QualityFigures | undefined>(undefined);
export const keys = signal<Readonly<Record<string, string>>>({});
export const notice = signal<{ readonly text: string; readonly isError: boolean } | undefined>(undefined);

/** The quality in words. */
export const qualityTold = computed(() => quality.value && reportDocument({ quality: quality.value.report }));

/** The tab in front; undefined until the host has answered. */
export const part = signal<ReportPart | undefined>(undefined);

/** What a command asked of the screen; `serial` tells two equal ones apart. */
export const requestedAction = signal<{ readonly action: ReportAction; readonly serial: number } | undefined>(
  undefined,
);
/** How the chart in hand is to be saved. */
export const chartRequest = signal<{ readonly format: ChartFormat; readonly serial: number } | undefined>(undefined);

/** What the person looks at in the coverage; undefined until there are figures. */
export const viewState = signal<ReportViewState | undefined>(undefined);

/** By what the study is sliced, in the order in which slices are numbered; only what has something to compare. */
export const dimensions = computed<readonly string[]>(() => sliceDimensions(figures.value?.slices ?? []));

/** What cells are of: the slices of the columns chosen. */
export const cells = signal<
  { readonly serial: number; readonly by: string | null; readonly table: CellTable } | undefined
>(undefined);

/** By what charts of one row are sliced: as the columns are, or else by what tells verdicts apart most. */
export const chartBy = computed<string | undefined>(() => {
  const by = viewState.value?.by;
  return by !== undefined && dimensions.value.includes(by)
    ? by
    : (figures.value?.study.varyingBy.find((each) => dimensions.value.includes(each)) ??
        dimensions.value.find((each) => each === 'model') ??
        dimensions.value[0]);
});

let serial = 0;

/** Starts the conversation with the host. */
export function connect(): void {
  let remembered: ReportViewState | null = null;
  listen((message) => {
    switch (message.kind) {
      case 'keys':
        keys.value = message.keysState.keys;
        break;
      case 'coverage': {
        const isFirst = viewState.value === undefined;
        figures.value = message.figures;
        if (isFirst) viewState.value = remembered ?? firstLook(message.figures);
        break;
      }
      case 'quality':
        quality.value = message.figures;
        break;
      case 'turn':
        part.value = message.to;
        break;
      case 'state':
        state.value = message.state;
        break;
      case 'notice':
        notice.value = { text: message.text, isError: message.isError };
        break;
      case 'do':
        requestedAction.value = { action: message.action, serial: ++serial };
        break;
      case 'chart':
        chartRequest.value = { format: message.format, serial: ++serial };
    }
  });
  void ask({ method: 'ready' }).then((answer) => {
    setTexts(answer.strings);
    keys.value = answer.keys;
    savePanelState({ study: answer.study });
    part.value ??= answer.part;
    remembered = answer.look;
    if (answer.look) viewState.value = answer.look;
  }, failed);
  effect(() => {
    const wanted = figures.value && { serial: figures.value.serial, by: chartBy.value ?? null };
    if (!wanted || (cells.peek()?.serial === wanted.serial && cells.peek()?.by === wanted.by)) return;
    ask({ method: 'cells', ...wanted }).then((table) => {
      if (table && figures.peek()?.serial === wanted.serial && (chartBy.peek() ?? null) === wanted.by)
        cells.value = { ...wanted, table };
    }, failed);
  });
  effect(() => {
    if (viewState.value) send({ method: 'look', look: viewState.value });
  });
}

/** A study without criteria is looked at for its spans or its rules, if it has any. */
function firstLook({ criteria, spans, rules }: ReportFigures): ReportViewState {
  return {
    tab:
      criteria.length > 0 ? 'criteria' : spans.types.length > 0 ? 'spans' : rules.rules.length > 0 ? 'rules' : 'study',
    by: 'figures',
    shows: 'yes',
    search: '',
  };
}

/** Looks elsewhere; what is not named stays. */
export function changeViewState(changes: {
  readonly [K in keyof ReportViewState]?: ReportViewState[K] | undefined;
}): void {
  if (!viewState.value) return;
  const changed = Object.fromEntries(
    Object.entries({ ...viewState.value, ...changes }).filter(([, value]) => value !== undefined),
  );
  viewState.value = changed as unknown as ReportViewState;
}

/** Turns to another tab. */
export function turn(to: ReportPart): void {
  part.value = to;
  send({ method: 'turn', to });
}

/** Sends a request whose effect is seen elsewhere. */
export function send(request: ReportRequest): void {
  if (request.method !== 'look') notice.value = undefined;
  ask(request).catch(failed);
}

export const act = (action: ReportAction): void => send({ method: 'act', action });

/** Tells the host where the keyboard is; resolves once VS Code's key bindings go by it, or cannot. */
export async function notifyKeyboard(on: KeyboardPlace): Promise<void> {
  await ask({ method: 'focus', on }).catch(failed);
}

export function failed(error: unknown): void {
  const silent = l10n.t(
    'Tiebreak is not responding. Its extension host may have restarted. Close this view and open it again, or reload the window.',
  );
  notice.value = { text: error instanceof HostUnresponsive ? silent : String(error), isError: true };
}
