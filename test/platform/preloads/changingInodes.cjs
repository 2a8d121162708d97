// FUSE without stable inode numbers, and network drives that forget them: every look gives another number.
const { changeStatus } = require('./status.cjs');

let next = 1_000_000;
changeStatus((stats) => {
  stats.ino = typeof stats.ino === 'bigint' ? BigInt(next++) : next++;
});
