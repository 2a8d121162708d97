// Has every look at a file's status tell something else: `change(stats, isHandle)` alters what `stat`, `lstat` and the
// `stat` of open files give, before the program sees it.

const fs = require('node:fs');
const promises = require('node:fs/promises');
const { syncBuiltinESMExports } = require('node:module');
const { ofHandles } = require('./handles.cjs');

exports.changeStatus = (change) => {
  const changed = (stats, isHandle) => {
    if (stats) change(stats, isHandle);
    return stats;
  };
  for (const name of ['stat', 'lstat']) {
    const { [name]: asked, [`${name}Sync`]: askedSync } = { ...fs, [name]: promises[name] };
    promises[name] = async (...args) => changed(await asked(...args), false);
    fs[`${name}Sync`] = (...args) => changed(askedSync(...args), false);
  }
  const { fstatSync } = fs;
  fs.fstatSync = (...args) => changed(fstatSync(...args), true);
  ofHandles(
    'stat',
    (stat) =>
      async function (...args) {
        return changed(await stat.apply(this, args), true);
      },
  );
  syncBuiltinESMExports();
};
