import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskTurn, TextPlace } from '../../src/core/model/desk';
import { Text } from './text';

const roleNames = (): Readonly<Record<string, string>> => ({ system: l10n.t('System'), user: l10n.t('User'), assistant: l10n.t('Assistant'), tool: l10n.t('Tool'), tools: l10n.t('Tools') });

interface Props extends Pick<TextPlace, 'response'> {
  readonly itemKey: string;
  readonly turns: readonly DeskTurn[];
}

/** A conversation, turn by turn. */
export function Turns({ itemKey, response, turns }: Props): JSX.Element {
  const names = roleNames();
  return (
    <ol class="turns">
      {turns.map((turn, index) => (
        <li key={index} class={`turn ${turn.role === 'user' || turn.role === 'system' ? turn.role : 'other'}`}>
          <span class="role">{names[turn.role] ?? turn.role}</span>
          <div>
            <Text itemKey={itemKey} response={response} turn={index} first={turn} />
          </div>
        </li>
      ))}
    </ol>
  );
}
