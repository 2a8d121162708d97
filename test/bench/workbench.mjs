import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { cache, root } from '../harness/paths.mjs';
import { closeWorkbenchPage, launchBrowser, newWorkbenchPage, startServer } from '../harness/workbench.mjs';
import { measureDesk, webviewSizes } from './desk.mjs';
import { deskCases } from './deskDataset.mjs';
import { measureKeys } from './keys.mjs';
import { memoryOf, untilQuiet, watchMemory } from './memory.mjs';
import { closeStudy, measureOpening, openStudy, reportOpening } from './opening.mjs';

/**
 * Everything that needs a workbench: the packaged extension in a real one, as a person has it.
 * @param {string} folder of the projects
 * @param {{ few?: string, many?: string, desk?: Readonly<Record<string, string>> }} studies project files, those that
 *   the questions need
 * @param {readonly string[]} only questions
 * @param {<T>(what: string, work: () => Promise<T>) => Promise<T>} said
 */
export async function measureWorkbench(folder, studies, only, said) {
  const vsix = path.join(cache, 'bench.vsix');
  execFileSync(process.execPath, [path.join(root, 'scripts/package.mjs'), '--out', vsix], { stdio: 'ignore' });
  const server = await startServer({ vsix, settings: { 'tiebreak.annotator': 'ana' } });
  const browser = await launchBrowser();
  const inWindow = async (work) => {
    const page = await newWorkbenchPage(browser, server, { folder, prepare: reportOpening });
    // A window that does not know the extension yet opens a study as text.
    await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').waitFor({ timeout: 60_000 });
    try {
      return await work(page, await extensionHost(server));
    } finally {
      await closeWorkbenchPage(page);
    }
  };
  try {
    /** @type {Record<string, unknown>} */
    const results = {};
    if (only.includes('opening'))
      results.opening = await said('opening', () => inWindow((page, host) => measureOpening(page, host, studies, 8)));
    if (only.includes('memory')) {
      const few = await said('memory with 1,000 items', () =>
        inWindow((page, host) => memoryWith(page, host, studies.few)),
      );
      const many = await said('memory with all items', () =>
        inWindow((page, host) => memoryWith(page, host, studies.many)),
      );
      results.memory = { few, many };
    }
    if (only.includes('keys')) {
      results.keys = await said('keys', () =>
        inWindow(async (page, host) => {
          await openStudy(page, studies.many);
          await untilQuiet(host);
          const keys = await measureKeys(page, 110);
          return { ...keys, memoryAfter: memoryOf(host) };
        }),
      );
    }
    if (only.includes('desk')) {
      const cases = {};
      for (const { name, title } of deskCases.filter((each) => each.name in studies.desk))
        cases[name] = await said(title, () => inWindow((page, host) => deskWith(page, host, studies.desk[name])));
      results.desk = { webview: await webviewSizes(), cases };
    }
    return results;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** The desk in a warm window, the host at rest. */
async function deskWith(page, host, study) {
  await openStudy(page, study); // activates the extension
  await closeStudy(page);
  await untilQuiet(host);
  return measureDesk(page, study, 60);
}

/**
 * The extension host's memory before the study is opened, at its highest meanwhile, and once the host has nothing more
 * to do.
 */
async function memoryWith(page, host, study) {
  await openStudy(page, study); // activates the extension
  await closeStudy(page);
  await untilQuiet(host);
  const before = memoryOf(host);
  const watched = watchMemory(host);
  await openStudy(page, study);
  await untilQuiet(host);
  return { before, after: memoryOf(host), highest: watched.stop() };
}

/** The host of the window that was opened last. */
async function extensionHost(server) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const pids = server.extensionHostPids();
    if (pids.length === 1) return pids[0];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('there is not exactly one extension host');
}
