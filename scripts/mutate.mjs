// Tells which faults the unit tests would not see: changes one place of the code at a time in a copy of the project, and runs
// the tests that import it.
// usage: npm run mutate -- src/core/journal [--line N] [--sample N] [--seed S] [--tests N]
//   a folder or a file, or one line of it; N of its changes by lot (40); a seed (1); the N nearest test files for each change (8)

import { fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const root = path.dirname(import.meta.dirname);

/** @typedef {{ file: string, line: number, start: number, end: number, text: string, told: string }} Change */

/** Milliseconds until the tests of a change are given up, as they would not end. */
const limit = 300_000;

/** What an operator becomes. */
const operators = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '&&': '||',
    '||': '&&',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '+=': '-=',
    '-=': '+=',
  }),
);
/** Methods that give what they are called on when they are left out, and those that take another's place. */
const leftOut = new Set(['filter', 'sort', 'toSorted', 'reverse', 'slice']);
const exchanged = new Map(Object.entries({ some: 'every', every: 'some', min: 'max', max: 'min' }));

/**
 * Lists the changes of a file, each of one place.
 * @param {string} file below the root @param {string} source @returns {Change[]}
 */
export function changesOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Change[]} */
  const found = [];
  /** @param {ts.Node} node @param {string} text */
  const add = (node, text) => {
    const [start, end] = [node.getStart(tree), node.getEnd()];
    const told = [source.slice(start, end), text].map((each) => each.replace(/\s+/g, ' ').slice(0, 60)).join('  ->  ');
    found.push({ file, line: tree.getLineAndCharacterOfPosition(start).line + 1, start, end, text, told });
  };
  /** @param {ts.Node} node */
  const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const text = operators.get(node.operatorToken.getText(tree));
      if (text !== undefined && !isText(node.left) && !isText(node.right)) add(node.operatorToken, text);
      // What stands for an index outside of an array is never looked at.
      if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken && ts.isLiteralExpression(node.right))
        return visit(node.left);
    } else if (ts.isIfStatement(node)) for (const text of ['true', 'false']) add(node.expression, text);
    else if (ts.isConditionalExpression(node)) for (const text of ['true', 'false']) add(node.condition, text);
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      add(node, node.operand.getText(tree));
    else if (ts.isNumericLiteral(node)) {
      if (!isUnseen(node)) add(node, String(Number(node.text) + 1));
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    else if (ts.isContinueStatement(node) || ts.isBreakStatement(node)) add(node, ';');
    else if (ts.isExpressionStatement(node) && !isSuper(node)) add(node, ';');
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      if (leftOut.has(name.text)) add(node, expression.getText(tree));
      const other = exchanged.get(name.text);
      if (other !== undefined) add(name, other);
    }
    ts.forEachChild(node, visit);
  }
  visit(tree);
  return found;
}

/**
 * Tells whether nobody sees another number: `16 << 20` is how much is done at a time, `const none = -1` only other than
 * all others.
 * @param {ts.NumericLiteral} number
 */
const isUnseen = ({ parent, text }) =>
  (ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.LessThanLessThanToken &&
    ts.isNumericLiteral(parent.left) &&
    ts.isNumericLiteral(parent.right)) ||
  (text === '1' && ts.isPrefixUnaryExpression(parent) && ts.isVariableDeclaration(parent.parent));

/** @param {ts.ExpressionStatement} statement */
const isSuper = ({ expression }) =>
  ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;

/**
 * Draws some of a list by a seed, in the list's order.
 * @template T @param {readonly T[]} all @param {number} count @param {number} seed
 */
export function drawn(all, count, seed) {
  let state = seed >>> 0;
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return all
    .map((each, at) => ({ each, at, lot: next() }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

/** @param {string} folder @param {RegExp} name @returns {string[]} paths below `base`, with slashes */
const filesIn = (base, folder, name) =>
  fs
    .readdirSync(path.join(base, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => name.test(file))
    .sort();

/**
 * Finds how many imports lie between each test file and the files that it reaches.
 * @param {readonly string[]} tests @returns {(file: string) => string[]} the tests of a file, the nearest first
 */
function testsByDistance(tests) {
  /** @type {Map<string, string[]>} */
  const imports = new Map();
  /** @param {string} file */
  const importsOf = (file) => {
    const known = imports.get(file);
    if (known) return known;
    const found = [];
    for (const [, name] of fs
      .readFileSync(path.join(root, file), 'utf8')
      .matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const target = path.posix.join(path.posix.dirname(file), name);
      const there = [`${target}.ts`, `${target}/index.ts`, `${target}.tsx`].find((each) =>
        fs.existsSync(path.join(root, each)),
      );
      if (there !== undefined) found.push(there);
    }
    imports.set(file, found);
    return found;
  };
  const distances = tests.map((test) => {
    const steps = new Map([[test, 0]]);
    for (const [file, step] of steps)
      for (const next of importsOf(file)) if (!steps.has(next)) steps.set(next, step + 1);
    return { test, steps };
  });
  return (file) =>
    distances
      .flatMap(({ test, steps }) =>
        steps.has(file) ? [{ test, distance: (steps.get(file) ?? 0) - closeness(test, file), reach: steps.size }] : [],
      )
      // Of those that are as near, who reaches fewer files is about less, and starts sooner.
      .sort((a, b) => a.distance - b.distance || a.reach - b.reach)
      .map(({ test }) => test);
}

/**
 * Tells how much of its path a test shares with a file: `test/unit/journal/line.test.ts` with `src/core/journal/line.ts`.
 * @param {string} test @param {string} file
 */
function closeness(test, file) {
  const [own, its] = [test, file].map((each) => each.replace(/^(test\/unit|src\/core|src)\//, '').split(/[/.]/));
  const parting = own.findIndex((part, at) => part !== its[at]);
  return parting === -1 ? own.length : parting;
}

/** Runs in a process of its own, as a change may make a loop without an end: the tests of one change after the other. */
async function serve(copy) {
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', {
    root: copy,
    config: path.join(copy, 'vitest.config.ts'),
    watch: false,
    reporters: [{}],
    bail: 1,
  });
  await vitest.standalone();
  /** @param {readonly string[]} tests @returns {Promise<readonly string[]>} those that fail, up to the first */
  const failed = async (tests) => {
    // Those that failed before would count for this run's `bail`.
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    const all = await Promise.all(tests.map((test) => vitest.globTestSpecifications([path.join(copy, test)])));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(all.flat());
    const found = testModules.flatMap((module) =>
      module.ok() ? [] : [path.relative(copy, module.moduleId).replaceAll('\\', '/')],
    );
    return unhandledErrors.length > 0 && found.length === 0 ? tests : found;
  };
  /** Tests that fail in any case, such as those that want a repository of git, and those that do not. */
  const failing = new Map();
  process.on('message', async ({ file, before, after, tests }) => {
    const place = path.join(copy, file);
    const put = (text) => {
      fs.writeFileSync(place, text);
      vitest.invalidateFile(place);
    };
    /** @param {readonly string[]} group @returns {Promise<string | undefined>} the test that the change makes fail */
    const seenBy = async (group) => {
      const wanted = group.filter((test) => !failing.get(test));
      if (wanted.length === 0) return undefined;
      put(after);
      const found = await failed(wanted);
      put(before);
      for (const test of found) if (!failing.has(test)) failing.set(test, (await failed([test])).length > 0);
      return found.length === 0 ? undefined : (found.find((test) => !failing.get(test)) ?? seenBy(group));
    };
    // The nearest sees most; the others share a worker, which loads what they import once.
    const by = (await seenBy(tests.slice(0, 1))) ?? (await seenBy(tests.slice(1)));
    process.send?.({ by });
  });
  process.send?.('ready');
}

async function mutate() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      line: { type: 'string' },
      sample: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string', default: '8' },
    },
  });
  const [target] = positionals;
  if (target === undefined || !fs.existsSync(path.join(root, target))) {
    console.error('usage: npm run mutate -- FOLDER|FILE [--line N] [--sample N] [--seed S] [--tests N]');
    return 2;
  }
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'tiebreak-mutate-'));
  for (const name of fs.readdirSync(root))
    if (!['node_modules', '.git', '.vscode-test', 'out', 'dist'].includes(name))
      fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  try {
    const files = fs.statSync(path.join(root, target)).isFile() ? [target] : filesIn(root, target, /\.ts$/);
    const all = files.flatMap((file) => changesOf(file, fs.readFileSync(path.join(root, file), 'utf8')));
    const wanted = values.line === undefined ? all : all.filter(({ line }) => line === Number(values.line));
    const changes = drawn(wanted, Number(values.sample), Number(values.seed));
    const nearest = testsByDistance(filesIn(root, 'test/unit', /\.test\.tsx?$/));
    console.log(`${changes.length} of ${all.length} changes of ${files.length} files`);
    const runner = new Runner(copy);
    let killed = 0;
    for (const { file, line, start, end, text, told } of changes) {
      const before = fs.readFileSync(path.join(root, file), 'utf8');
      const after = before.slice(0, start) + text + before.slice(end);
      const by = await runner.killedBy({ file, before, after, tests: nearest(file).slice(0, Number(values.tests)) });
      if (by) killed++;
      console.log(`${by ? 'killed  ' : 'SURVIVED'} ${file}:${line}  ${told}${by ? `  (${path.basename(by)})` : ''}`);
    }
    runner.end();
    console.log(
      `${killed} of ${changes.length} killed (${((100 * killed) / Math.max(1, changes.length)).toFixed(0)} %)`,
    );
    return 0;
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

/** The process that runs tests; another one takes its place where a change makes it hang. */
class Runner {
  /** @param {string} copy */
  constructor(copy) {
    this.copy = copy;
  }

  /**
   * @param {{ file: string, before: string, after: string, tests: string[] }} change
   * @returns {Promise<string | undefined>} the first test that fails for it
   */
  async killedBy(change) {
    const child = (this.child ??= await this.start());
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.end();
        fs.writeFileSync(path.join(this.copy, change.file), change.before);
        resolve('no end');
      }, limit);
      child.once('message', ({ by }) => {
        clearTimeout(late);
        resolve(by);
      });
      child.send(change);
    });
  }

  start() {
    // In its configuration each project of vitest has a number of workers of its own.
    const env = { ...process.env, VITEST_MAX_WORKERS: '1' };
    const child = fork(import.meta.filename, ['--serve', this.copy], { detached: true, stdio: 'ignore', env });
    return new Promise((resolve) => child.once('message', () => resolve(child)));
  }

  end() {
    // With the workers that it started.
    if (this.child?.pid !== undefined)
      if (process.platform === 'win32') this.child.kill('SIGKILL');
      else process.kill(-this.child.pid, 'SIGKILL');
    this.child = undefined;
  }
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === '--serve') await serve(process.argv[3]);
  else process.exitCode = await mutate();
}
