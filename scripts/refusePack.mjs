// npm would pack this folder, which is the extension's: the package of the command line is made elsewhere.
console.error('To pack the command line: npm run pack:cli');
process.exitCode = 1;
