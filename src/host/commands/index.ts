import type { CommandTable } from './command';
import { coverage } from './coverage';
import { exporting } from './exporting';
import { finding } from './finding';
import { grid } from './grid';
import { judging } from './judging';
import { marking } from './marking';
import { navigation } from './navigation';
import { othersCritiques } from './othersCritiques';
import { reading } from './reading';
import { rubrics } from './rubrics';
import { rules } from './rules';
import { study } from './study';
import { writing } from './writing';

/**
 * Every command of the extension, by its name without "tiebreak.". `npm run manifest` makes commands, keybindings and
 * menus of package.json of it. Keys are bound in this order (see `layerOf` in manifest.ts).
 */
export const commands = {
  ...study,
  ...judging,
  ...grid,
  ...rules,
  ...writing,
  ...marking,
  ...navigation,
  ...reading,
  ...othersCritiques,
  ...rubrics,
  ...coverage,
  ...finding,
  ...exporting,
} satisfies CommandTable;

export type CommandName = keyof typeof commands;
