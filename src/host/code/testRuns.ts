import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { PatchedCodeFile } from '../../core/code/patch/applyPatch';
import {
  chosenSandbox,
  missingSandboxes,
  probeSandboxes,
  type SandboxProbe,
} from '../../core/code/sandbox/probeSandboxes';
import { withoutIsolation, type Sandbox, type SandboxKind } from '../../core/code/sandbox/sandbox';
import { programPath, searchPath, toolFolders } from '../../core/code/sandbox/toolFolders';
import type { TaskTest } from '../../core/code/taskRepository';
import { programsIn } from '../../core/code/tests/programsIn';
import { runTests } from '../../core/code/tests/runTests';
import type { Trees } from '../../core/code/tree/trees';
import type { Desk } from '../../core/desk/desk';
import type { TestedCode } from '../../core/desk/tests/addResults';
import { testsThatShouldPass } from '../../core/desk/tests/deskTests';
import { letterOf } from '../../core/model/annotation/blindOrder';
import { messageOf } from '../../core/model/problems/problem';
import type { DeskAccess } from '../desk/deskPickers';
import { showToRead } from '../desk/showToRead';
import { responseDocument } from '../desk/responseDifferences';
import { asSentence, type ItemSides, type OpenTask, type TaskCode } from './taskCode';
import { tellNoRepository, tellWithCommand } from './tellWithCommand';
import { runAsTask, type TaskOutput } from './testTask';
import { testResultsText } from './testResultsText';

/** How often it is looked whether the item is still on the desk. In milliseconds. */
const lookEvery = 500;

/** One state of the code that tests run on. */
interface State {
  readonly at: TestedCode;
  /** Number of the response, in the order shown; null for the base. */
  readonly index: number | null;
  /** "Base", "A". */
  readonly name: string;
  readonly files: readonly PatchedCodeFile[];
  /** Lines of its patch at which something could not be read. */
  readonly unread: readonly number[];
}

/** What a run needs, once somebody has agreed to it. */
interface Prepared {
  readonly key: string;
  readonly open: OpenTask;
  readonly test: TaskTest;
  readonly sandbox: Sandbox;
  readonly tools: readonly string[];
  readonly states: readonly State[];
  /** Names of tests that should pass. */
  readonly names: readonly string[];
}

/** Runs the tests of the task on the desk, on what its patches are based on and on what each response makes of it. */
export class TestRuns implements vscode.Disposable {
  private running: AbortController | undefined;
  private readonly probes = new Map<string, Promise<readonly SandboxProbe[]>>();

  constructor(
    private readonly deskAccess: DeskAccess,
    private readonly code: TaskCode,
  ) {}

  dispose(): void {
    this.running?.abort();
  }

  /**
   * Asks whether to run the tests, where the command is new, and runs them; what they did stands on the desk then. While
   * they run, stops them.
   */
  async run(desk: Desk): Promise<void> {
    if (this.running) {
      this.running.abort();
      return;
    }
    const controller = new AbortController();
    this.running = controller;
    try {
      const prepared = await this.prepare(desk);
      if (prepared) await this.runAll(desk, prepared, controller);
    } catch (error) {
      void vscode.window.showErrorMessage(vscode.l10n.t('The tests could not run: {0}', asSentence(messageOf(error))));
    } finally {
      this.running = undefined;
    }
  }

  /** Opens all results of the item on the desk, with the ends of the outputs. */
  async showAll(desk: Desk): Promise<void> {
    await desk.settled();
    const { open } = desk;
    if (!open?.checks) {
      desk.announce({ kind: 'tests', said: 'none' });
      return;
    }
    const { item, responses } = open.shown;
    const wanted = testsThatShouldPass(item, this.deskAccess.document.session?.study.project.code);
    const text = testResultsText(
      open.checks,
      responses.map(({ id }) => id),
      wanted,
    );
    await showToRead(responseDocument(`${vscode.l10n.t('Results of tests')}.txt`, text));
  }

  private async prepare(desk: Desk): Promise<Prepared | undefined> {
    await desk.settled();
    const { open } = desk;
    if (!open) return undefined;
    if (!vscode.workspace.isTrusted) {
      await tellWithCommand(
        vscode.l10n.t('Tests run the code of responses. Trust the workspace first.'),
        vscode.l10n.t('Manage Workspace Trust'),
        'workbench.trust.manage',
      );
      return undefined;
    }
    const { test } = this.code.taskOf(open.shown);
    if (!test) {
      await tellWithCommand(
        vscode.l10n.t('Neither the dataset nor the study says how the tests of this task are run.'),
        vscode.l10n.t('Open Study Settings'),
        'tiebreak.studySettings',
      );
      return undefined;
    }
    const task = await this.code.openTask(open.shown);
    if (!task) {
      await tellNoRepository(
        vscode.l10n.t('The study does not say where the repository of this task is. Tests need all of its files.'),
      );
      return undefined;
    }
    const sides = await this.code.sidesOf(desk);
    const states = sides && statesOf(sides, open.shown.responses);
    if (!states) return undefined;
    if (states.length < 2) {
      desk.announce({ kind: 'tests', said: 'no-patch' });
      return undefined;
    }
    const found = await this.sandboxFor(test);
    if (!found) return undefined;
    const { sandbox, noImage } = found;
    const tools = [...toolFolders(configuredTools())];
    const { key } = open;
    const agreed = await this.agreed(desk, { test, sandbox, noImage, tools, task, states });
    return agreed
      ? {
          ...{ key, open: task, test, sandbox, tools, states },
          names: [...test.failToPass, ...test.passToPass, ...test.shouldPass],
        }
      : undefined;
  }

  /**
   * The strongest isolation that is there, and why it is not the task's image where it names one; undefined where there
   * is none and the study does not do without.
   */
  private async sandboxFor({
    image,
  }: TaskTest): Promise<{ readonly sandbox: Sandbox; readonly noImage: readonly string[] } | undefined> {
    const known = this.probes.get(image ?? '');
    const probing = known ?? probeSandboxes(image === undefined ? {} : { image });
    this.probes.set(image ?? '', probing);
    const probes = await probing;
    const sandbox = chosenSandbox(probes);
    // What is missing may be there the next time.
    if (!sandbox || sandbox.image !== image) this.probes.clear();
    if (sandbox) {
      const noImage = sandbox.image === image ? [] : missingSandboxes(probes.filter(({ kind }) => isContainer(kind)));
      return { sandbox, noImage };
    }
    const { code } = this.deskAccess.document.session?.study.project ?? {};
    if (code?.test?.withoutIsolation === true) return { sandbox: withoutIsolation, noImage: [] };
    await vscode.window.showErrorMessage(
      vscode.l10n.t('Tests do not run on this computer, because nothing keeps them apart from it.'),
      { modal: true, detail: missingSandboxes(probes).map(asSentence).join('\n\n') },
    );
    return undefined;
  }

  /** Shows the whole command before the first run of a study, and when what is run changes. */
  private async agreed(
    desk: Desk,
    run: Pick<Prepared, 'test' | 'sandbox' | 'tools' | 'states'> & {
      readonly task: OpenTask;
      readonly noImage: readonly string[];
    },
  ): Promise<boolean> {
    const { context, document } = this.deskAccess;
    const { test, sandbox, noImage, tools, task, states } = run;
    const memory = `tests:${document.uri.toString()}`;
    const what = createHash('sha256')
      .update(JSON.stringify([test.command, sandbox.kind, sandbox.image, tools, test.timeout]))
      .digest('hex');
    const before = context.workspaceState.get<readonly string[]>(memory, []);
    if (before.includes(what)) return true;
    const start = vscode.l10n.t('Run Tests');
    const absent = absentPrograms(test.command, sandbox, tools);
    const comeBack = await this.deskAccess.leaveForQuestion();
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('Run the tests of this task on {0}?', listOf(states.map(({ name }) => name))),
      {
        modal: true,
        detail: [
          test.command,
          vscode.l10n.t(
            'Folder: a copy of {0}, made for each run and removed after it.',
            task.task.name ?? vscode.workspace.asRelativePath(task.path),
          ),
          isolationText(sandbox),
          ...(noImage.length > 0
            ? [
                vscode.l10n.t(
                  'Not in the image of the task, {0}: {1}',
                  test.image ?? '',
                  noImage.map(asSentence).join(' '),
                ),
              ]
            : []),
          vscode.l10n.t('Time limit: {0} s for each run.', test.timeout),
          ...(tools.length > 0 ? [vscode.l10n.t('Folders with tools that it may read: {0}', tools.join(', '))] : []),
          ...(absent.length > 0
            ? [
                vscode.l10n.t(
                  'Not to be found there: {0}. Name the folders of these tools in the setting “Tiebreak: Test Tools”.',
                  absent.join(', '),
                ),
              ]
            : []),
        ].join('\n\n'),
      },
      start,
    );
    comeBack();
    if (answer !== start) return false;
    await context.workspaceState.update(memory, [...before, what].slice(-100));
    return desk.open !== undefined;
  }

  private async runAll(desk: Desk, prepared: Prepared, controller: AbortController): Promise<void> {
    const { key, open, states } = prepared;
    const isHere = (): boolean => desk.open?.key === key;
    const looking = setInterval(() => {
      if (!isHere()) controller.abort();
    }, lookEvery);
    const done: string[] = [];
    try {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Tests') },
        async (progress) => {
          progress.report({ message: vscode.l10n.t('writing the files of the repository…') });
          const trees = await this.code.treesOf(open);
          await trees.base({
            signal: controller.signal,
            progress: ({ files, filesInAll }) =>
              progress.report({ message: vscode.l10n.t('writing files, {0} of {1}…', files, filesInAll) }),
          });
          const tests = await this.code.testsOf(open);
          await runAsTask(vscode.l10n.t('Tests'), controller, async (output) => {
            for (const [nth, state] of states.entries()) {
              if (controller.signal.aborted) break;
              progress.report({ message: vscode.l10n.t('{0} ({1} of {2})…', state.name, nth + 1, states.length) });
              desk.announce({ kind: 'tests-running', index: state.index, nth: nth + 1, of: states.length });
              const isKept = await this.runOne(desk, prepared, { trees, tests, state, output, controller });
              if (!isKept) break;
              done.push(state.name);
            }
          });
        },
      );
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      clearInterval(looking);
    }
    desk.announce(
      done.length === states.length
        ? { kind: 'tests', said: 'done' }
        : { kind: 'tests', said: isHere() ? 'stopped' : 'left' },
    );
  }

  /** Runs the tests on one state of the code; resolves to whether their results are kept. */
  private async runOne(
    desk: Desk,
    { key, test, sandbox, tools, names }: Prepared,
    run: {
      readonly trees: Trees;
      readonly tests: readonly PatchedCodeFile[];
      readonly state: State;
      readonly output: TaskOutput;
      readonly controller: AbortController;
    },
  ): Promise<boolean> {
    const { trees, tests, state, output, controller } = run;
    output.write(`── ${state.name} ──\n$ ${test.command}\n`);
    const { evidence } = await runTests({
      ...{ trees, tests, sandbox, tools, names, response: state.files, unread: state.unread, command: test.command },
      timeout: test.timeout,
      signal: controller.signal,
      ...(test.report !== undefined && { report: test.report }),
      ...(sandbox.kind === 'none' && { permission: 'withoutIsolation' as const }),
      onOutput: (chunk) => output.write(chunk.toString()),
    });
    if (evidence.ended === 'aborted') return false;
    output.write(`\n`);
    return desk.addTestResults(key, state.at, evidence);
  }
}

/** The base, and each response that has a patch. */
const statesOf = (sides: ItemSides, responses: readonly { readonly id: string }[]): readonly State[] => [
  { at: 'base', index: null, name: vscode.l10n.t('Base'), files: [], unread: [] },
  ...sides.flatMap((side, index): State[] => {
    const response = responses[index]?.id;
    return side && response !== undefined
      ? [{ at: { response }, index, name: letterOf(index), files: side.files, unread: side.unread.map(({ at }) => at) }]
      : [];
  }),
];

/** Folders with tools, as the person says it: a workspace may have come with somebody else's folder. */
function configuredTools(): readonly string[] {
  const folders = vscode.workspace.getConfiguration('tiebreak').inspect<readonly unknown[]>('testTools')?.globalValue;
  return Array.isArray(folders) ? folders.filter((each): each is string => typeof each === 'string') : [];
}

/** Programs that a command names and that are on this computer, but not where the command looks. */
function absentPrograms(command: string, { kind }: Sandbox, tools: readonly string[]): readonly string[] {
  if (kind !== 'bubblewrap' && kind !== 'seatbelt') return [];
  const places = searchPath(tools);
  return programsIn(command).filter(
    (name) => !places.some((place) => existsSync(join(place, name))) && programPath(name) !== undefined,
  );
}

const isContainer = (kind: SandboxKind): boolean => kind === 'docker' || kind === 'podman';

function isolationText({ kind, image }: Sandbox): string {
  switch (kind) {
    case 'docker':
    case 'podman':
      return vscode.l10n.t(
        'Isolation: {0} with the image {1}. No network, no files of yours.',
        kind === 'docker' ? 'Docker' : 'Podman',
        image ?? '',
      );
    case 'bubblewrap':
    case 'seatbelt':
      return vscode.l10n.t(
        'Isolation: {0}. No network, no files of yours.',
        kind === 'bubblewrap' ? 'bubblewrap' : 'sandbox-exec',
      );
    case 'none':
      return vscode.l10n.t(
        '⚠ No isolation: the code of responses can read, change and send whatever you can. The study allows it.',
      );
  }
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(vscode.env.language, { type: 'conjunction' }).format(names);
