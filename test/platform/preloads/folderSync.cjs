// Shares of VirtualBox, some FUSE and Windows refuse to flush a folder; TIEBREAK_SYNC_CODE says how.
const { fstatSync } = require('node:fs');
const { ofHandles } = require('./handles.cjs');

const code = process.env.TIEBREAK_SYNC_CODE;
for (const name of ['sync', 'datasync'])
  ofHandles(
    name,
    (flush) =>
      async function () {
        if (fstatSync(this.fd).isDirectory())
          throw Object.assign(new Error(`${code}: cannot flush, fsync`), { code, syscall: 'fsync' });
        return flush.call(this);
      },
  );
