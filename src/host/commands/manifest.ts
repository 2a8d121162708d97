import { menuNames, type Command, type CommandTable, type Key } from './command';
import { always, inAnnotationEditor, is, type Condition } from './conditions';

/** What of package.json's `contributes` is made of a table of commands. */
export interface Contributions {
  readonly commands: readonly {
    readonly command: string;
    readonly title: string;
    readonly category: string;
    readonly icon: string;
    readonly enablement?: Condition;
  }[];
  readonly keybindings: readonly {
    readonly command: string;
    readonly key: string;
    readonly mac?: string;
    readonly args?: number;
    readonly when: Condition;
  }[];
  readonly menus: Readonly<
    Record<string, readonly { readonly command: string; readonly when: Condition; readonly group?: string }[]>
  >;
}

export function contributionsOf(table: CommandTable): Contributions {
  const all = Object.entries(table).map(([name, command]) => [`tiebreak.${name}`, command] as const);
  return {
    commands: all.map(([command, { icon, enabled }]) => ({
      command,
      title: `%${command.replace('tiebreak.', 'command.')}%`,
      category: 'Tiebreak',
      icon: `$(${icon})`,
      ...(enabled !== undefined && { enablement: enabled }),
    })),
    keybindings: all
      .flatMap(([command, { keys = [] }]) => keys.map((key) => bindingOf(command, key)))
      .sort((a, b) => layerOf(a.when) - layerOf(b.when)),
    menus: Object.fromEntries<Contributions['menus'][string]>([
      ...menuNames.map((menu) => [menu, all.flatMap((each) => placesIn(menu, ...each))] as const),
      [
        'commandPalette',
        // A command that no entry names is listed everywhere.
        all.flatMap(([command, { palette }]) => (palette === always ? [] : [{ command, when: palette }])),
      ],
    ]),
  };
}

const bindingOf = (
  command: string,
  { isTakenAway, key, mac, args, when }: Key,
): Contributions['keybindings'][number] => ({
  command: isTakenAway ? `-${command}` : command,
  key,
  ...(mac !== undefined && { mac }),
  ...(args !== undefined && { args }),
  when,
});

/** What is open over the responses: keys of these stand behind those of the responses, in this order. */
const overResponses: readonly Condition[] = [is('inGrid'), is('inRules'), is('inRun'), is('inCritiques')];

/**
 * Where among the keybindings one stands: VS Code takes the last one whose condition is met. A key that means something
 * at the responses may mean something else in what is open over them, and it is another view's as soon as that view has
 * the keyboard, even if the editor did not tell yet that it lost it.
 */
function layerOf(when: Condition): number {
  if (when.startsWith('inQuickOpen')) return 0;
  if (!when.startsWith(inAnnotationEditor)) return 2 + overResponses.length;
  return 2 + overResponses.findIndex((over) => when.includes(` && ${over}`));
}

const placesIn = (menu: (typeof menuNames)[number], command: string, { menus = [] }: Command) =>
  menus.filter((place) => place.menu === menu).map(({ when, group }) => ({ command, when, group }));
