import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { keepFocus } from '../ui/keyboardFocus';
import { FindBar } from './findBar';
import type { DeskAction } from '../../src/protocol/desk';
import { arrangementName } from './words/displaySettingTexts';
import { act, arrangement, difference, displaySetting, promptShown, setting } from './store';

const menuId = 'display-menu';

/** Behind one button: how the texts of an item are shown, and the keys that change it. */
export function DisplayMenu({ itemKey }: { readonly itemKey: string }): JSX.Element {
  const { plainText, showLength, inlineDifference, wrapCode, writeBeside } = displaySetting.value;
  const differs = difference.value?.key === itemKey;
  return (
    <>
      <button class="quiet" popovertarget={menuId} aria-haspopup="true" onMouseDown={keepFocus}>
        {l10n.t('Display')}
      </button>
      <div id={menuId} popover="auto" class="display-menu" role="group" aria-label={l10n.t('Text display')}>
        <Toggle action="toggleArrangement" label={arrangementName(arrangement.value)} />
        <Toggle action="prompt" on={promptShown.value} label={l10n.t('Prompt')} />
        <Toggle action="togglePlainText" on={plainText} label={l10n.t('Plain text')} />
        <Toggle action="toggleLength" on={showLength} label={l10n.t('Length')} />
        <Toggle action="toggleWrapCode" on={wrapCode} label={l10n.t('Wrap code')} />
        <Toggle action="toggleWriteBeside" on={writeBeside} label={l10n.t('Write at the side')} />
        <Toggle action="largerText" label={l10n.t('Larger text')} />
        <Toggle action="smallerText" label={l10n.t('Smaller text')} />
        <Toggle action="findInItem" label={l10n.t('Find')} />
        <Toggle action="difference" on={differs} label={l10n.t('Difference')} />
        {differs && <Toggle action="toggleInlineDifference" on={inlineDifference} label={l10n.t('Inline')} />}
        {differs && <Toggle action="differenceEditor" label={l10n.t('Open diff editor')} />}
      </div>
      <FindBar />
    </>
  );
}

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
