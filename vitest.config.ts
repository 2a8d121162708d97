import { defineConfig } from 'vitest/config';

// No test changes what another one sees of a module, so the files of a worker share them: to load them anew for each of
// 134 files was half of the time.
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    setupFiles: ['test/unit/setup.ts'],
    testTimeout: 60_000,
    maxWorkers: '100%',
    isolate: false,
  },
});
