import { defineConfig } from 'vitest/config';

// No test changes what another one sees of a module, so the files of a worker share them: to load them anew for each of
// 134 files was half of the time. Those that put something in a module's place are named `*.isolated.test.ts`.
const isolated = 'test/unit/**/*.isolated.test.ts';

export default defineConfig({
  test: {
    setupFiles: ['test/unit/setup.ts'],
    // For what hangs, and for nothing that is slow: beside other work a test takes many times as long. No test has a
    // shorter limit of its own.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 120_000,
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: ['test/unit/**/*.test.ts'], exclude: [isolated], isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: [isolated] } },
    ],
  },
});
