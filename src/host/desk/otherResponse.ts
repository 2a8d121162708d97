import * as vscode from 'vscode';
import { letterOf } from '../../core/model/annotation/blindOrder';
import type { DeskItem } from '../../core/model/desk/deskState';

/**
 * Resolves to the response that the selected one is compared with: the only other one, the one of the pair on the
 * screen, or the one that the person names by letter or number; undefined where there is none.
 */
export async function otherResponse(
  { selected, draft, pair }: DeskItem,
  {
    among = [...draft.places.keys()],
    title,
    leave,
  }: {
    /** Those that can be compared. */
    readonly among?: readonly number[];
    readonly title: string;
    /** See `DeskAccess.leaveForQuestion`. */
    readonly leave: () => Promise<() => void>;
  },
): Promise<number | undefined> {
  const others = among.filter((index) => index !== selected);
  if (others.length === 1) return others[0];
  const compared = pair && [pair.a, pair.b].find((index) => index !== selected && others.includes(index));
  return compared ?? (others.length === 0 ? undefined : ask(others, title, leave));
}

async function ask(
  others: readonly number[],
  title: string,
  leave: () => Promise<() => void>,
): Promise<number | undefined> {
  const comeBack = await leave();
  const picker = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly index: number }>();
  picker.title = title;
  picker.placeholder = vscode.l10n.t('Type the letter or number of the other response');
  picker.items = others.map((index) => ({ label: letterOf(index), description: String(index + 1), index }));
  picker.matchOnDescription = true;
  const chosen = await new Promise<number | undefined>((resolve) => {
    picker.onDidChangeValue((value) => {
      const typed = value.trim().toUpperCase();
      const begins = picker.items.filter(
        ({ label, description = '' }) => label.startsWith(typed) || description.startsWith(typed),
      );
      const [only] = begins;
      if (typed !== '' && only && begins.length === 1) resolve(only.index);
    });
    picker.onDidAccept(() => resolve(picker.activeItems[0]?.index));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  comeBack();
  return chosen;
}
