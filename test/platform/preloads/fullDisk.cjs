// A disk that is full after TIEBREAK_DISK_BYTES more bytes: a write that does not fit writes what does, and then fails,
// as file systems do.
const fs = require('node:fs');
const { ofHandles } = require('./handles.cjs');

let left = Number(process.env.TIEBREAK_DISK_BYTES);
const full = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });

const { writeSync, write } = fs;

/** Writes what fits of it, and tells whether that is nothing. */
function take(fd, data) {
  // What is said to a terminal or a pipe takes no room.
  if (!fs.fstatSync(fd).isFile()) return false;
  const bytes = Buffer.isBuffer(data) || ArrayBuffer.isView(data) ? data : Buffer.from(String(data));
  if (bytes.byteLength <= left) {
    left -= bytes.byteLength;
    return false;
  }
  if (left > 0) writeSync(fd, bytes, 0, left);
  left = 0;
  return true;
}

fs.writeSync = (fd, data, ...rest) => {
  if (take(fd, data)) throw full();
  return writeSync(fd, data, ...rest);
};
fs.write = (fd, data, ...rest) => {
  if (!take(fd, data)) return write(fd, data, ...rest);
  return process.nextTick(rest.at(-1), full());
};
for (const name of ['write', 'writeFile', 'appendFile'])
  ofHandles(
    name,
    (own) =>
      async function (data, ...rest) {
        if (take(this.fd, data)) throw full();
        return own.call(this, data, ...rest);
      },
  );
for (const name of ['writeFile', 'appendFile']) {
  const promises = require('node:fs/promises');
  const own = promises[name];
  promises[name] = async (file, data, options) => {
    if (typeof file !== 'string') return own(file, data, options);
    const bytes = Buffer.isBuffer(data) ? data : Buffer.from(String(data));
    if (bytes.byteLength <= left) {
      left -= bytes.byteLength;
      return own(file, data, options);
    }
    await own(file, bytes.subarray(0, left), options);
    left = 0;
    throw full();
  };
}
require('node:module').syncBuiltinESMExports();
