import * as l10n from '@vscode/l10n';
import { Option, type Command } from 'commander';
import { parts } from '../core/team/remote';
import { countOf, nonEmptyText } from './arguments';
import {
  runTeamClose,
  runTeamInit,
  runTeamInvite,
  runTeamJoin,
  runTeamPull,
  runTeamPush,
  runTeamStatus,
} from './commands/team';
import { runTeamMembers, runTeamRevoke, runTeamRotateKey } from './commands/teamMembers';
import { examples } from './examples';

/** `tiebreak team …`: a study's remote. */
export function addTeamCommands(tiebreak: Command, json: Option): void {
  const team = tiebreak
    .command('team')
    .summary(l10n.t('Share a study: a folder or a PostgreSQL store as its remote'))
    .description(
      l10n.t(
        'Share a study with a team. Files stay where people work; the remote is a folder, or a PostgreSQL store that gives out items, keeps annotators blind and collects journals. Set TIEBREAK_TEAM to the address of the store, postgres://user:password@host/database, or to your invitation',
      ),
    )
    .helpCommand('help [command]', l10n.t('Show help for a command'))
    .addHelpText('after', examples('tiebreak team status study.tiebreak', 'tiebreak team pull study.tiebreak'));
  const perItem = new Option(
    '--per-item <number>',
    l10n.t('How many annotators judge each item; by default as the plan says, or as before (at first 1)'),
  ).argParser(countOf);

  team
    .command('init')
    .description(l10n.t('Give a study a remote, and send it the project, the items and the journals'))
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .option(
      '--remote <folder>',
      l10n.t('Folder that everybody reaches; by default the store in TIEBREAK_TEAM'),
      nonEmptyText,
    )
    .option(
      '--name <study>',
      l10n.t('Name of the study in the remote; by default that of the project file'),
      nonEmptyText,
    )
    .option('--as <name>', l10n.t('Your name as the lead; by default that of your account'), nonEmptyText)
    .addOption(perItem)
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'TIEBREAK_TEAM=postgres://lea:secret@db.example.org/tiebreak tiebreak team init study.tiebreak --per-item 3',
        'tiebreak team init study.tiebreak --remote /mnt/share/study',
      ),
    )
    .action(runTeamInit);

  team
    .command('invite')
    .description(
      l10n.t('Make people members of the study, and print a link for each. For a member, the link is a new one'),
    )
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .argument(
      '<names...>',
      l10n.t('Names of the people, as they stand in journals'),
      (name: string, before?: string[]) => [...(before ?? []), nonEmptyText(name)],
    )
    .addOption(new Option('--part <part>', l10n.t('What they do')).choices(parts).default('annotator'))
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak team invite study.tiebreak ana ben',
        'tiebreak team invite study.tiebreak cleo --part adjudicator',
      ),
    )
    .action(runTeamInvite);

  team
    .command('join')
    .description(
      l10n.t(
        'Join a study: makes its files in a folder. The invitation holds a password, so it is no argument: it is read from TIEBREAK_TEAM, or from what you paste or pipe in',
      ),
    )
    .argument('[folder]', l10n.t('Folder for the study; by default this one'), nonEmptyText)
    .option(
      '--remote <folder>',
      l10n.t('Where the shared folder of the team lies on this machine, if the invitation is to one'),
      nonEmptyText,
    )
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak team join study',
        'tiebreak team join study < invitation.txt',
        'tiebreak team join study --remote /mnt/share/study < invitation.txt',
      ),
    )
    .action(runTeamJoin);

  team
    .command('push')
    .description(
      l10n.t('Send what is new here: your journal; of a lead all journals, the project, rubrics, rules and guidelines'),
    )
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .option('--items', l10n.t('Also add new items of the dataset, and give out no more those that changed or are gone'))
    .addOption(perItem)
    .option('--leave-refused', l10n.t('Leave lines here that the store refuses: they are told no more'))
    .option('--disagreements', l10n.t('Also give adjudicators the items on which annotators disagree'))
    .addOption(json)
    .addHelpText(
      'after',
      examples('tiebreak team push study.tiebreak', 'tiebreak team push study.tiebreak --items --disagreements'),
    )
    .action(runTeamPush);

  team
    .command('pull')
    .description(l10n.t('Fetch what is new there: journals and documents'))
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .option('--take <number>', l10n.t('Also take so many items to judge, for example before a flight'), countOf)
    .option(
      '--hours <number>',
      l10n.t('How long all items in your hand are kept for you; by default as the store says'),
      countOf,
    )
    .option('--give-back', l10n.t('Give back the items that you have not judged'))
    .addOption(json)
    .addHelpText(
      'after',
      examples('tiebreak team pull study.tiebreak', 'tiebreak team pull study.tiebreak --take 200 --hours 72'),
    )
    .action(runTeamPull);

  team
    .command('status')
    .description(l10n.t('Show what was sent, and for leads what is judged, leased and left'))
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .addOption(json)
    .addHelpText('after', examples('tiebreak team status study.tiebreak'))
    .action(runTeamStatus);

  team
    .command('members')
    .description(l10n.t('List the members of the study, end memberships, and take that back'))
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .option(
      '--remove <names...>',
      l10n.t(
        'End the membership of these people; what they sent stays. A lead is removed by the owner, or once a second lead asks for it too',
      ),
    )
    .option('--restore <names...>', l10n.t('Take a removal back, or your wish for one'))
    .option('--yes', l10n.t('Do not ask before a removal'))
    .option(
      '--most-lines <number>',
      l10n.t('How many lines the study takes of one member (at first 1,000,000)'),
      countOf,
    )
    .option('--most-megabytes <number>', l10n.t('How many megabytes it takes of one member (at first 4,096)'), countOf)
    .addOption(json)
    .addHelpText(
      'after',
      examples(
        'tiebreak team members study.tiebreak',
        'tiebreak team members study.tiebreak --remove ben',
        'tiebreak team members study.tiebreak --restore ben',
      ),
    )
    .action(runTeamMembers);

  team
    .command('revoke')
    .description(
      l10n.t(
        'Take links back that may have got into other hands: all that nobody used yet, or those of the people you name. They open nothing any more, and open connections end. What was sent stays',
      ),
    )
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .argument('[names...]', l10n.t('People whose links end, used or not; by default all links that were not used yet'))
    .addOption(json)
    .addHelpText('after', examples('tiebreak team revoke study.tiebreak', 'tiebreak team revoke study.tiebreak ana'))
    .action(runTeamRevoke);

  team
    .command('rotate-key')
    .description(
      l10n.t(
        'Change the key that hides ids: fetches, and gives out every item anew under an id of the new key. What was judged before is still read by leads',
      ),
    )
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .addOption(json)
    .addHelpText('after', examples('tiebreak team rotate-key study.tiebreak'))
    .action(runTeamRotateKey);

  team
    .command('close')
    .description(l10n.t('Fetch everything and give out no items any more; late judgments are still taken'))
    .argument('<project>', l10n.t('Project file (NAME.tiebreak)'), nonEmptyText)
    .option('--reopen', l10n.t('Give out items again'))
    .addOption(json)
    .addHelpText('after', examples('tiebreak team close study.tiebreak', 'tiebreak team close study.tiebreak --reopen'))
    .action(runTeamClose);
}
