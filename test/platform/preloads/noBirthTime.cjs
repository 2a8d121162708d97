// Where statx is missing (containers that block it, WSL 1, old NAS kernels, Wine), the time of birth is that of the last
// change of the status.
const { changeStatus } = require('./status.cjs');

changeStatus((stats) => {
  stats.birthtimeMs = stats.ctimeMs;
  if ('ctimeNs' in stats) stats.birthtimeNs = stats.ctimeNs;
});
