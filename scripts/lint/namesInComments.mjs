// An ESLint rule: a name of code or a file that a comment has in backticks exists in this project.

import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['src', 'webview', 'test', 'scripts'];
const isCode = /\.(ts|tsx|mjs)$/;

/** Names of the kind that code has: of two words or more, without underscores, with members or "()" behind. */
const codeName = /^(?:[a-z]+|[A-Z][a-z0-9]+)(?:[A-Z][a-z0-9]*)+(?:\.[A-Za-z0-9]+)*(?:\(\))?$/;
/** Paths to code of this project, whose files are named so: `export/texts/plainText`, without the folders before. */
const codePath = /^(?:[\w-]+\/)+[a-z]+(?:[A-Z][a-z0-9]*)+(?:\.tsx?)?$/;

/** @type {{ words: Set<string>, paths: Set<string> } | undefined} */
let known;

/** All words of the project's code outside its comments, and the ends of all its paths, with and without extension. */
function knownNames() {
  const words = new Set();
  const paths = new Set();
  for (const folder of folders)
    for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.parentPath.includes('node_modules')) continue;
      const file = path.join(entry.parentPath, entry.name);
      const names = path.relative(root, file).split(path.sep);
      for (let from = 0; from < names.length; from++) {
        const end = names.slice(from).join('/');
        paths.add(end).add(end.replace(/\.\w+$/, ''));
      }
      if (!entry.isFile() || !isCode.test(entry.name)) continue;
      const code = fs.readFileSync(file, 'utf8').replace(/^\s*(?:\/\*\*?|\*|\/\/).*$/gm, '');
      for (const word of code.match(/[A-Za-z_$][\w$]*/g) ?? []) words.add(word);
    }
  return { words, paths };
}

/** @type {import('eslint').Rule.RuleModule} */
export default {
  meta: {
    type: 'problem',
    messages: {
      unknown: '`{{name}}` exists nowhere in this project. Write its name of today, or say in words what is meant.',
    },
    schema: [{ type: 'object', properties: { foreign: { type: 'array', items: { type: 'string' } } } }],
  },
  create(context) {
    const foreign = new Set(context.options[0]?.foreign);
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          for (const { 1: name, index } of comment.value.matchAll(/`([^`\n]+)`/g)) {
            if (foreign.has(name) || !(codeName.test(name) || codePath.test(name))) continue;
            known ??= knownNames();
            const isKnown = name.includes('/')
              ? known.paths.has(name)
              : name
                  .replace('()', '')
                  .split('.')
                  .every((word) => known.words.has(word)) || known.paths.has(name);
            if (isKnown) continue;
            const start = context.sourceCode.getIndexFromLoc(comment.loc.start) + 2 + index;
            const [from, to] = [start, start + name.length + 2].map((at) => context.sourceCode.getLocFromIndex(at));
            context.report({ loc: { start: from, end: to }, messageId: 'unknown', data: { name } });
          }
      },
    };
  },
};
