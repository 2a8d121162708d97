// What is built as a file of its own and loaded by those that need it: plugins for esbuild.

/**
 * Large libraries lie in files of their own beside the bundles, one for all of them, so that starting up does not pay
 * for them.
 */
export const libraries = {
  name: 'libraries',
  setup(build) {
    build.onResolve({ filter: /\/libraries\/\w+$/ }, ({ path }) => ({
      path: `./libraries/${path.slice(path.lastIndexOf('/') + 1)}.js`,
      external: true,
    }));
  },
};

/** Workers start with what their own job is made of and no more (`src/worker.ts`). */
export const workerJobs = {
  name: 'workerJobs',
  setup(build) {
    build.onResolve({ filter: /^\.\/(file|study)Jobs$/ }, ({ path }) => ({ path: `${path}.js`, external: true }));
  },
};
