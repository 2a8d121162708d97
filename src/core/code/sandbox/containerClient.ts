import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { messageOf, problem, wordsOf } from '../../model/problems/problem';

/** The programs that run containers. */
export type ContainerKind = 'docker' | 'podman';

/** How long a client may take, in milliseconds: to make a container, which may copy its image, and for all else. */
export const makeWithin = 120_000;
const answerWithin = 30_000;

const needed =
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|WINDIR|TEMP|TMP|TMPDIR|XDG_(?:RUNTIME_DIR|CONFIG_HOME|DATA_HOME|CACHE_HOME)|DBUS_SESSION_BUS_ADDRESS|DOCKER_\w+|CONTAINERS?_\w+|STORAGE_(?:DRIVER|OPTS))$/i;

/** What the client needs to find its daemon, its settings and its images. No container has any of it. */
export const clientEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name)));

/**
 * Resolves to what a client prints. Rejects with the last line of what it says when it fails, and also where it does not
 * answer in time, as with a daemon that hangs.
 */
export const askClient = (program: string, args: readonly string[], within = answerWithin): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { env: clientEnvironment(), timeout: within, killSignal: 'SIGKILL', windowsHide: true },
      (error, stdout, stderr) => {
        if (!error) resolve(stdout.trim());
        else if (error.killed === true)
          reject(new Error(wordsOf(problem('sandbox.noAnswer', { seconds: within / 1000 }))));
        else reject(new Error(lastLine(stderr) || lastLine(messageOf(error))));
      },
    );
  });

/**
 * Ends a container, whatever it is doing, and removes it. Rejects where it is, or may be, still there. Asks again where
 * it was refused: it was made just then, or is being removed already.
 * @param within milliseconds
 */
export async function removeContainer(program: string, name: string, within = answerWithin): Promise<void> {
  const until = performance.now() + within;
  for (;;)
    try {
      await askClient(program, removal(name));
      return;
    } catch (error) {
      // Each client and version says in other words that there is none.
      if (!(await hasContainer(program, name))) return;
      if (performance.now() >= until) throw error;
      await setTimeout(200);
    }
}

/** Whether there is a container of a name, running or not. Rejects where the client gives no answer. */
export const hasContainer = async (program: string, name: string): Promise<boolean> =>
  (await askClient(program, ['ps', '--all', '--quiet', '--filter', `name=^/?${name}$`])) !== '';

/** What a client is asked to end and remove a container, with the volumes that its image made it have. */
export const removal = (name: string): readonly string[] => ['rm', '--force', '--volumes', name];

/** The last line that a program said. */
export const lastLine = (text: string): string => text.trim().split(/\r?\n/).at(-1) ?? '';
