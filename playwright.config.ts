import { defineConfig } from '@playwright/test';

/** A window that is made slow may take longer. */
const patience = Math.max(1, Number(process.env.TIEBREAK_SLOW ?? 1) / 2);

/**
 * End to end: the packaged extension in a real workbench, driven like a person would. Results for `npm test` go to
 * out/workbench. TIEBREAK_SLOW=4 makes every window four times as slow (test/harness/browser.mjs).
 */
export default defineConfig({
  testDir: 'test/workbench',
  testMatch: '*.spec.ts',
  globalSetup: './test/workbench/packaged.ts',
  outputDir: 'out/workbench/failures',
  // A workbench waits most of the time: two take little more than one of two cores. Each worker has a server and a
  // browser of its own.
  workers: 2,
  // One that needs another try in CI is reported as flaky, by name and with why: to be looked into, not a reason to
  // hold a change back.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  // For what hangs or never comes, and for nothing that is slow: beside other work a window takes many times as long.
  // What is pressed again until it is heard has a shorter limit for each try.
  timeout: 1_200_000 * patience,
  expect: { timeout: 120_000 * patience, toPass: { timeout: 300_000 * patience } },
  // In a log, a line that is overwritten on a terminal would be four for each test. What failed or needed another try
  // is listed at the end by both.
  reporter: [[process.stdout.isTTY ? 'line' : 'list'], ['json', { outputFile: 'out/workbench/results.json' }]],
});
