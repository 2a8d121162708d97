import type { CommandTable } from './command';
import { coverage } from './coverage';
import { exporting } from './exporting';
import { searchCommands } from './search';
import { code } from './code';
import { criteriaGrid } from './criteriaGrid';
import { judging } from './judging';
import { spanMarking } from './spanMarking';
import { navigation } from './savingAndNavigation';
import { othersCritiques } from './othersCritiques';
import { display } from './display';
import { quality } from './quality';
import { rubrics } from './rubrics';
import { rules } from './rules';
import { runs } from './runs';
import { settings } from './settings';
import { study } from './study';
import { team } from './team';
import { judgementTexts } from './judgementTexts';

/**
 * Every command of the extension, by its name without "tiebreak.". `npm run manifest` makes commands, keybindings and
 * menus of package.json of it. Keys are bound in this order (see `layerOf` in manifest.ts).
 */
export const commands = {
  ...study,
  ...team,
  ...judging,
  ...criteriaGrid,
  ...rules,
  ...runs,
  ...judgementTexts,
  ...spanMarking,
  ...navigation,
  ...display,
  ...code,
  ...othersCritiques,
  ...rubrics,
  ...coverage,
  ...quality,
  ...searchCommands,
  ...exporting,
  ...settings,
} satisfies CommandTable;

export type CommandName = keyof typeof commands;
