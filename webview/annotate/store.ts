import * as l10n from '@vscode/l10n';
import { batch, computed, effect, signal } from '@preact/signals';
import type { DeskCriteria } from '../../src/core/model/desk/deskRubric';
import type { DeskRuleList } from '../../src/core/model/desk/deskRules';
import type {
  DeskContent,
  DeskItem,
  DeskState,
  FocusTarget,
  Notice,
  TextPlace,
} from '../../src/core/model/desk/deskState';
import type { DeskDifference } from '../../src/core/model/desk/difference';
import type { DraftField } from '../../src/core/model/annotation/draft';
import type { JudgementAction } from '../../src/core/model/annotation/judgementAction';
import type { DeskCritiques } from '../../src/core/model/annotation/metaCritique';
import type { TextPart } from '../../src/core/model/item/textPart';
import type {
  Arrangement,
  DeskAction,
  DeskQuestion,
  DeskRequest,
  KeyboardPlace,
  DeskSetting,
} from '../../src/protocol/desk';
import type { DisplaySetting, ScreenAction } from '../../src/protocol/display';
import type { KeyList } from '../../src/protocol/keyList';
import { HostUnresponsive } from '../ui/host';
import { ask, listen } from './host';
import { whenIdle } from '../ui/idle';
import { render } from '../ui/markdown';
import { rememberText, unsavedTexts } from './writing/unsavedTexts';
import { setTexts } from '../ui/language';

/** The state that the host sent last. The host owns it; nothing of it is kept when the webview goes. */
export const state = signal<DeskState | undefined>(undefined);
/** What items are judged by beside their way: those that the state is about. */
export const criteria = signal<DeskCriteria | undefined>(undefined);
/** The critiques that others wrote of the responses, of the item that the state is about. */
export const othersCritiques = signal<DeskCritiques | undefined>(undefined);
/** The study's rules, that the state is about. */
export const rules = signal<DeskRuleList | undefined>(undefined);
export const arrangement = signal<Arrangement>('auto');
export const displaySetting = signal<DisplaySetting>({
  plainText: false,
  showLength: false,
  inlineDifference: false,
  wrapCode: false,
  writeBeside: false,
  textSize: 14,
  lineHeight: 1.6,
  maxLineLength: 80,
});
/** Between two responses of the item whose key it bears. */
export const difference = signal<DeskDifference | undefined>(undefined);
export const setting = signal<DeskSetting>({ strings: {}, keys: {}, keysInText: {}, spokenKeys: {}, study: '' });
/** A question about the study that can wait. */
export const question = signal<DeskQuestion | undefined>(undefined);
/** The last notice; `serial` tells two equal ones apart. */
export const notice = signal<{ notice: Notice; serial: number } | undefined>(undefined);
/** The place where the host asked the focus to go; undefined once it is there. */
export const focusRequest = signal<{ target: FocusTarget; serial: number } | undefined>(undefined);

/** The text of the judgement that is written beside the responses. */
export const dock = signal<DockField | undefined>(undefined);
/** The list of keys, while it is open over the desk. */
export const keyList = signal<KeyList | undefined>(undefined);

/** The action that a command asked of the screen. */
export const requestedAction = signal<{ action: ScreenAction; serial: number } | undefined>(undefined);
/** Counts how often more of a long text was asked for by key. */
export const showMoreCount = signal(0);
/** True while the prompt is unfolded. */
export const promptShown = signal(true);
/** Whether context and evidence are unfolded. */
export const contextPanelShown = signal(true);
/** True while reference answers are unfolded. */
export const referencesShown = signal(true);

/** True while the keyboard is in a text field. */
export const isWriting = signal(false);

/** The fields that are written in the dock: the rationale, and the critiques of responses. */
type DockField = Extract<DraftField, { kind: 'critique' }> | { readonly kind: 'rationale' };

const contents = signal<ReadonlyMap<string, DeskContent>>(new Map());
const maxContents = 20;

export const item = computed<DeskItem | undefined>(() =>
  state.value?.view.kind === 'item' ? state.value.view.item : undefined,
);
/** The texts of the item on the screen. */
export const content = computed<DeskContent | undefined>(() => contents.value.get(item.value?.key ?? ''));

/** Key of the item on the screen; empty while none is. */
export const itemKey = computed(() => item.value?.key ?? '');

let serial = 0;
/** The criteria and rules of the next state. */
const coming: { criteria?: DeskCriteria; rules?: DeskRuleList } = {};

/** Starts the conversation with the host. */
export function connect(): void {
  listen((message) => {
    switch (message.kind) {
      case 'keys':
        setting.value = { ...setting.value, ...message.keysState };
        break;
      case 'content': {
        contents.value = new Map(
          [...contents.value, [message.content.key, message.content] as const].slice(-maxContents),
        );
        // An item sent ahead of time is rendered while the person still reads the one before.
        if (message.content.key !== item.value?.key) warm(message.content);
        break;
      }
      // They are shown with the state that is about them: in between, what has the keyboard would be gone.
      case 'criteria':
        coming.criteria = message.criteria;
        break;
      case 'critiques':
        othersCritiques.value = message.critiques;
        break;
      case 'rules':
        coming.rules = message.rules;
        break;
      case 'state':
        batch(() => {
          criteria.value = coming.criteria;
          rules.value = coming.rules;
          const before = itemKey.peek();
          state.value = message.state;
          // What is asked for with a new item may be told before it.
          if (itemKey.peek() !== before) dock.value = dockFieldOf(focusRequest.peek()?.target);
        });
        break;
      case 'arrangement':
        arrangement.value = message.arrangement;
        break;
      case 'notice':
        notice.value = message.notice ? { notice: message.notice, serial: ++serial } : undefined;
        break;
      case 'question':
        question.value = message.question ?? undefined;
        break;
      case 'focus':
        batch(() => {
          focusRequest.value = { target: message.target, serial: ++serial };
          dock.value = dockFieldOf(message.target);
        });
        break;
      case 'reading':
        displaySetting.value = message.reading;
        break;
      case 'difference':
        difference.value = message.difference ?? undefined;
        break;
      case 'do':
        requestedAction.value = { action: message.action, serial: ++serial };
        break;
      case 'keyList':
        keyList.value = message.list;
        break;
      case 'showMore':
        showMoreCount.value++;
        break;
      case 'toggleBeside':
        contextPanelShown.value = !contextPanelShown.value;
    }
  });
  void ask({ method: 'ready' }).then((answer) => {
    setTexts(answer.strings);
    setting.value = answer;
  }, failed);
  effect(() => {
    if (setting.value.study === '') return;
    for (const { key, field, text } of unsavedTexts(setting.value.study, itemKey.value)) setText(key, field, text);
  });
  // Only the last items' texts are kept; one who goes far back asks for them again.
  effect(() => {
    if (itemKey.value !== '' && !content.value) send({ method: 'missing', key: itemKey.value });
  });
}

/** Gives the field of the dock that the focus is to go to; undefined for all others, which close it. */
function dockFieldOf(target: FocusTarget | undefined): DockField | undefined {
  const field = target?.kind === 'field' ? target.field : undefined;
  if (field?.kind === 'critique') return { kind: field.kind, index: field.index };
  return field?.kind === 'rationale' ? { kind: field.kind } : undefined;
}

/** Sends a request whose effect comes back as state. */
export function send(request: DeskRequest): void {
  ask(request).catch(failed);
}

/** The next part of a text; undefined where the host has none for it, or has not answered. */
export async function more(key: string, place: TextPlace, from: number): Promise<TextPart | undefined> {
  try {
    return (await ask({ method: 'more', key, ...place, from })) ?? undefined;
  } catch (error) {
    failed(error);
    return undefined;
  }
}

/** Tells the host where the keyboard is; resolves once VS Code's key bindings go by it, or cannot. */
export async function notifyKeyboard(on: KeyboardPlace): Promise<void> {
  isWriting.value = on === 'text';
  await ask({ method: 'focus', on }).catch(failed);
}

export function act(action: DeskAction): void {
  const { value } = item;
  send({ method: 'act', action, ...(value && { key: value.key }) });
}

/** Asks for a change of the judgement of the item on the screen. */
export function judge(key: string, action: JudgementAction): void {
  send({ method: 'judge', key, action });
}

export function setText(key: string, field: DraftField, text: string): void {
  const request = { method: 'setText', key, field, text } as const;
  const answered = rememberText(setting.value.study, request);
  ask(request).then(answered, failed);
}

/** Says at the foot of the desk what happened in the webview itself. */
export function announce(what: Notice): void {
  notice.value = { notice: what, serial: ++serial };
}

export function failed(error: unknown): void {
  const silent = l10n.t(
    'Tiebreak is not responding. Its extension host may have restarted. Close this editor and open it again, or reload the window. Saved work is kept, and text that you typed is restored.',
  );
  announce({ kind: 'error', message: error instanceof HostUnresponsive ? silent : String(error) });
}

/** The UTF-16 units of the next item that are looked through for what its screen shows. */
const maxWarmed = 262_144;

function warm(next: DeskContent): void {
  let length = 0;
  for (const part of [...next.prompt, ...next.responses.flat()]) {
    whenIdle(() => render(part));
    length += part.text.length;
    if (length > maxWarmed) return;
  }
}
