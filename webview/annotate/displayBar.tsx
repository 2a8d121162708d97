import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { FindBar } from './findBar';
import type { DeskAction } from '../../src/protocol/desk';
import { arrangementName } from './words/displaySettingTexts';
import { act, arrangement, content, difference, displaySetting, setting } from './store';

/** A prompt that is longer scrolls away while the responses are read. In UTF-16 units. */
const longPrompt = 1200;

/** How the texts of an item are shown, and the keys that change it. */
export function DisplayBar({ itemKey }: { readonly itemKey: string }): JSX.Element {
  const { plainText, showLength, inlineDifference } = displaySetting.value;
  const differs = difference.value?.key === itemKey;
  return (
    <div class="reading-bar" role="group" aria-label={l10n.t('Text display')}>
      <Toggle action="toggleArrangement" label={arrangementName(arrangement.value)} />
      {promptLength() > longPrompt && <Toggle action="prompt" label={l10n.t('Prompt')} />}
      <Toggle action="togglePlainText" on={plainText} label={l10n.t('Plain text')} />
      <Toggle action="toggleLength" on={showLength} label={l10n.t('Length')} />
      <Toggle action="findInItem" label={l10n.t('Find')} />
      <Toggle action="difference" on={differs} label={l10n.t('Difference')} />
      {differs && <Toggle action="toggleInlineDifference" on={inlineDifference} label={l10n.t('Inline')} />}
      {differs && <Toggle action="differenceEditor" label={l10n.t('Open diff editor')} />}
      <FindBar />
    </div>
  );
}

const promptLength = (): number =>
  (content.value?.prompt ?? []).reduce((sum, { text, left }) => sum + text.length + left, 0);

function Toggle({
  action,
  on,
  label,
}: {
  readonly action: DeskAction;
  readonly on?: boolean;
  readonly label: string;
}): JSX.Element {
  const key = setting.value.keys[action];
  return (
    <button
      class={`quiet${on === true ? ' on' : ''}`}
      {...(on !== undefined && { 'aria-pressed': on })}
      onClick={() => act(action)}
    >
      {label}
      {key !== undefined && <kbd>{key}</kbd>}
    </button>
  );
}
