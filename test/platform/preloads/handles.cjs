// Replaces a method of all open files. Their class has no name that a program could import, so it is taken from the
// first that is opened.

const promises = require('node:fs/promises');
const { syncBuiltinESMExports } = require('node:module');

const replaced = [];
let prototype;

exports.ofHandles = (name, replace) => {
  replaced.push([name, replace]);
  if (prototype) prototype[name] = replace(prototype[name]);
};

const { open } = promises;
promises.open = async (...args) => {
  const handle = await open(...args);
  if (!prototype) {
    prototype = Object.getPrototypeOf(handle);
    for (const [name, replace] of replaced) prototype[name] = replace(prototype[name]);
  }
  return handle;
};
syncBuiltinESMExports();
