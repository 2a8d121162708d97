// Windows 11 24H2 with libuv before 1.51: the status of an open file names another device than that of its path.
const { changeStatus } = require('./status.cjs');

changeStatus((stats, isHandle) => {
  if (isHandle) stats.dev = typeof stats.dev === 'bigint' ? stats.dev + 1n : stats.dev + 1;
});
