import * as vscode from 'vscode';
import { messageOf, problem, UserError } from '../../core/model/problems/problem';
import { createTeam, type CreatedTeam } from '../../core/team/createTeam';
import { isStoreAddress } from '../../core/team/openRemote';
import { storeAddress, withoutPassword, withPassword, type StoreAddress } from '../../core/team/postgres/storeAddress';
import { hideStatisticsSql, tryStore } from '../../core/team/postgres/storeSetup';
import { publishStudy, type PublishOptions } from '../../core/team/publishItems';
import { readTeamFile, type TeamFile } from '../../core/team/teamFile';
import { itemsText, judgementsText } from '../study/countText';
import type { Study } from '../../core/study/study';
import type { StudyDocument } from '../study/studyDocument';
import { inQuestions, type InputOptions, type Questions } from '../surface/questions';
import { nameProblem } from './invite';
import { inviteMembers, showMembers } from './members';
import type { TeamPasswords } from './teamPasswords';
import { reasonText } from './teamTexts';

/** What a lead says of a store that is to be. */
interface StoreToBe {
  /** Without its password. */
  readonly address: string;
  readonly password: string;
  readonly lead: string;
  readonly perItem: string;
}

/** Asks a lead whose study has no store whether to create one, and leads from there to the first invitation. */
export async function offerStore(document: StudyDocument, passwords: TeamPasswords): Promise<void> {
  const create = vscode.l10n.t('Create a Team Store…');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('This study has no team store. Do you want to create one?'),
    {
      modal: true,
      detail: vscode.l10n.t(
        'A team store assigns items to annotators, hides from them what they must not see, and collects their judgments. You need a PostgreSQL database (version 15 or later), and the account that owns it and can create roles. If somebody sent you an invitation, use “Join a Team Study…” instead.',
      ),
    },
    create,
  );
  const study = document.session?.study;
  if (answer !== create || !study) return;
  const asked = await inQuestions((questions) =>
    askStore(questions, document.session?.annotator ?? '', study.project.plan?.perItem),
  );
  if (!asked) return;
  await passwords.keep({ remote: asked.address }, asked.password);
  const created = await createNamed(document, asked);
  if (created) await tellCreated(document, created);
  else if (!document.team) await passwords.forget({ remote: asked.address });
}

/** Asks for a store and tries its address and password, one question after the other; undefined where it was closed. */
async function askStore(questions: Questions, lead: string, perItem = 1): Promise<StoreToBe | undefined> {
  const copied = storeIn(await vscode.env.clipboard.readText());
  const given = {
    address: copied ? withoutPassword(copied) : '',
    password: copied?.password ?? '',
    lead,
    perItem: String(perItem),
  };
  /** Why the address is asked for again. */
  let wrongAddress: string | undefined;
  const steps: readonly { readonly of: keyof StoreToBe; readonly asks: () => InputOptions }[] = [
    {
      of: 'address',
      asks: () => ({
        prompt: vscode.l10n.t('Address of the database. Whoever runs the server knows it.'),
        placeHolder: 'postgres://lea@db.example.org:5432/tiebreak',
        problem: wrongAddress,
        validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter an address.') : addressProblem(text)),
      }),
    },
    {
      of: 'password',
      asks: () => {
        const { user, host } = storeAddress(given.address);
        return {
          prompt: vscode.l10n.t(
            'Password of “{0}” at {1}. It is stored in the secret storage of VS Code, not in a file.',
            user,
            host,
          ),
          password: true,
          validateInput: (text) => (text === '' ? vscode.l10n.t('Enter a password.') : undefined),
          checking: vscode.l10n.t('Connecting to {0}…', host),
          check: async (password) => {
            wrongAddress = undefined;
            try {
              await tryStore(withPassword(given.address, password));
            } catch (error) {
              if (!isOfAddress(error)) return reasonText(messageOf(error));
              wrongAddress = reasonText(messageOf(error));
            }
            return undefined;
          },
        };
      },
    },
    {
      of: 'lead',
      asks: () => ({
        prompt: vscode.l10n.t('Your name, as the members of the study see it.'),
        validateInput: nameProblem,
      }),
    },
    {
      of: 'perItem',
      asks: () => ({
        prompt: vscode.l10n.t(
          'How many annotators judge each item? With 2 or more, the report says how far they agree.',
        ),
        validateInput: (text) => (/^[1-9]\d{0,2}$/.test(text.trim()) ? undefined : vscode.l10n.t('Enter a number.')),
      }),
    },
  ];
  for (let at = 0, step = steps[0]; step; step = steps[at]) {
    const { of, asks } = step;
    const text = await questions.input({
      title: vscode.l10n.t('Create a Team Store'),
      step: at + 1,
      totalSteps: steps.length,
      hasBack: at > 0,
      value: given[of],
      ...asks(),
    });
    if (text === undefined && at === 0) return undefined;
    if (text !== undefined) {
      given[of] = of === 'password' ? text : text.trim();
      const written = of === 'address' ? storeAddress(text) : undefined;
      if (written) given.address = withoutPassword(written);
      if (written?.password) given.password = written.password;
    }
    at = text === undefined ? at - 1 : of === 'password' && wrongAddress !== undefined ? 0 : at + 1;
  }
  return given;
}

/** The address of a store in a text; undefined where it is none. */
function storeIn(text: string): StoreAddress | undefined {
  try {
    return isStoreAddress(text.trim()) ? storeAddress(text) : undefined;
  } catch {
    return undefined;
  }
}

function addressProblem(text: string): string | undefined {
  try {
    storeAddress(text);
    return undefined;
  } catch (error) {
    return reasonText(messageOf(error));
  }
}

/** Tells whether another address is needed, and not another password or another right. */
const isOfAddress = (error: unknown): boolean =>
  error instanceof UserError &&
  ['team.unreachable', 'team.noTls', 'team.certificate', 'team.certificateOfOther', 'team.databaseMissing'].includes(
    error.problem?.code ?? '',
  );

/** Creates the store; asks for another name of the study where the store has one of that name. Undefined where that failed. */
async function createNamed(
  document: StudyDocument,
  { address, password, lead, perItem }: StoreToBe,
  name?: string,
): Promise<CreatedTeam | undefined> {
  const remote = withPassword(address, password);
  try {
    return await sendStudy(document, (study, options) =>
      createTeam(study, { ...options, remote, lead, name, perItem: Number(perItem) }),
    );
  } catch (error) {
    if (!(error instanceof UserError) || error.problem?.code !== 'team.studyThere') {
      await tellFailure(document, error);
      return undefined;
    }
    const other = await inQuestions((questions) =>
      questions.input({
        title: vscode.l10n.t('Create a Team Store'),
        prompt: vscode.l10n.t('Name of this study in the team store.'),
        value: name ?? document.name,
        problem: reasonText(messageOf(error)),
        validateInput: nameProblem,
      }),
    );
    return other === undefined ? undefined : createNamed(document, { address, password, lead, perItem }, other.trim());
  }
}

/** What of a study is sent, while its progress is shown and can be stopped. */
type Send<T> = (study: Study, options: Required<Pick<PublishOptions, 'signal' | 'onItems'>>) => Promise<T>;

/** Sends a study with its progress, and opens it anew. */
async function sendStudy<T>(document: StudyDocument, send: Send<T>): Promise<T | undefined> {
  const study = document.session?.study;
  if (!study) return undefined;
  try {
    return await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        cancellable: true,
        title: vscode.l10n.t('Sending “{0}” to the team store', document.name),
      },
      (progress, token) => {
        const stop = new AbortController();
        token.onCancellationRequested(() => {
          progress.report({ message: vscode.l10n.t('Stopping…') });
          stop.abort(new UserError(vscode.l10n.t('You stopped it')));
        });
        return send(study, {
          signal: stop.signal,
          onItems: (items) => progress.report({ message: itemsText(items) }),
        });
      },
    );
  } finally {
    if (document.team || (await readTeamFile(document.uri.fsPath))) await document.open();
  }
}

/** Says why a study was not sent, and how that goes on. */
async function tellFailure(document: StudyDocument, error: unknown): Promise<void> {
  const reason = reasonText(error instanceof UserError ? error.message : messageOf(error));
  await vscode.window.showErrorMessage(vscode.l10n.t('The study was not sent to the team store.'), {
    modal: true,
    detail: document.team
      ? `${reason}\n\n${vscode.l10n.t('What was sent stays. To go on, choose “Team…”, then “Send the Dataset Again”.')}`
      : reason,
  });
}

/** Says what the store has now and what its lead should know, and goes on to the first invitation. */
async function tellCreated(
  document: StudyDocument,
  { published, problems }: Pick<CreatedTeam, 'published' | 'problems'>,
): Promise<void> {
  const { items, wanted } = published ?? { items: 0, wanted: 0 };
  const goOn = { title: vscode.l10n.t('Invite…') };
  const copySql = { title: vscode.l10n.t('Copy SQL for a Superuser') };
  const isShown = problems.some(({ code }) => code === 'team.statisticsShown');
  const answer = await vscode.window.showInformationMessage<vscode.MessageItem>(
    vscode.l10n.t('The team store is ready: {0}, {1} to make.', itemsText(items), judgementsText(wanted)),
    { modal: true, detail: problems.map(({ message }) => `• ${reasonText(message)}`).join('\n') },
    goOn,
    ...(isShown ? [copySql] : []),
    { title: vscode.l10n.t('Close'), isCloseAffordance: true },
  );
  if (answer === copySql) await vscode.env.clipboard.writeText(hideStatisticsSql);
  if (answer === goOn) await inviteMembers(document);
  if (answer === copySql)
    await showMembers(
      document,
      vscode.l10n.t('The SQL was copied. A superuser runs it in the database of the team store.'),
    );
}

/**
 * Sends a study again: new items, changed settings of its plan, and what an interruption left. Its owner brings the store
 * up to date with it, which nobody else may.
 */
export async function sendAgain(document: StudyDocument, file: TeamFile, passwords: TeamPasswords): Promise<void> {
  const { team } = document;
  const password = await passwords.get(file);
  if (password === undefined) throw new UserError(problem('team.passwordMissing', { remote: file.remote }));
  const me = team?.state.status?.members.find(({ name }) => name === file.name);
  try {
    const sent = await sendStudy(document, async (study, options) => {
      if (!team || !me || me.owner)
        return createTeam(study, { ...options, remote: withPassword(file.remote, password), perItem: undefined });
      const published = await publishStudy(study, await team.connected(), file, { ...options, perItem: undefined });
      return { published, problems: published?.problems ?? [] };
    });
    if (sent) await tellCreated(document, sent);
  } catch (error) {
    await tellFailure(document, error);
  }
}
