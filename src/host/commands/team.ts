import { viewTitle, type CommandTable } from './command';
import { always, studyOpen } from './conditions';

/** A study with a remote. */
export const team = {
  joinTeam: { icon: 'person-add', palette: always },
  team: {
    icon: 'organization',
    enabled: studyOpen,
    menus: [viewTitle('study', 'dataset@3', studyOpen)],
    palette: studyOpen,
  },
} satisfies CommandTable;
