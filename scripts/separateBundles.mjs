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

/** Workers that index a file, open a table or hash start without what the other jobs are made of (`src/worker.ts`). */
export const studyJobs = {
  name: 'studyJobs',
  setup(build) {
    build.onResolve({ filter: /^\.\/studyJobs$/ }, () => ({ path: './studyJobs.js', external: true }));
  },
};
