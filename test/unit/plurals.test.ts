import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/**
 * A number, what it is out of, and the plural behind it: "{0} items", "{0} of {1} more steps", "{0}{1} rows", "{0} are
 * left".
 */
const counting =
  /(?<!and |[“"])\{\d\}(?:\{\d\})? (?:(?:more|earlier|other|of your) )?(?<noun>[a-z]{2,}s|criteria|people|are|were|have|do)\b/g;

/** What ends in s behind a name, and so is no plural. */
const verbs = new Set([
  'applies',
  'counts',
  'is',
  'was',
  'has',
  'as',
  'its',
  'this',
  'does',
  'always',
  'needs',
  'leads',
  'lies',
  'says',
  'means',
  'brings',
  'takes',
  'goes',
  'chooses',
  'ends',
  'adds',
  'makes',
  'fills',
  'fits',
  'shows',
  'saves',
  'orders',
  'leaves',
  'writes',
  'names',
  'uses',
  'supports',
  'prefers',
  'stands',
  'comes',
  'contains',
  'differs',
  'judges',
  'repeats',
  'wins',
  'beats',
  'loses',
  'asks',
  'matches',
  'exports',
  'selects',
  'gives',
  'changes',
  'overlaps',
  'stays',
]);

const isOne = /=== 1\b/;
const isMore = /> 1\b/;

/** Messages whose number is never one, and why. */
const neverOne: Readonly<Record<string, string>> = {
  '{0} items, showing the first {1}': 'more than the 1,000 items that a search keeps',
  '{0} hours': 'below two hours minutes are told',
  'Saved. Your refinement is now one of the {0} responses. Judge it too, or press {1} to go to the next item.':
    'the refined response stands beside the one it was made of',
  'Fold {0} earlier turns': 'fewer than three turns are not folded',
  '… {0} earlier turns': 'fewer than three turns are not folded',
  'judging all {0} turns': 'shown where there are two turns to judge',
  'Judging all {0} turns together.': 'said where there are two turns to judge',
  'Order within the tie: {0} responses, {1} not ranked': 'a tie has two responses at least',
  'based on {0} of {1} criteria':
    'shown where a score is by some of the criteria and not by all, so there are two at least',
  'Responses sampled with {0} win {1} of {2} pairs. Sample with the other parameters, or judge fewer of these.':
    'told of many pairs only',
  '{0} rows': 'said before a text for one row is chosen, and of several only',
  '{0} are about equally long, but nothing says that they are responses': 'names of two fields at least',
  'the values beside each text in {0} have no name': 'the name of a field',
  'the numbers beside the texts in {0} have no name; higher numbers are read as better': 'the name of a field',
  'records that cannot be read this way: {0} of {1}. The prompt or the responses of record {2} are empty':
    'the number of a record',
  'no two responses of which one is by {0} were compared. Models: {1}': 'the name of a model',
  'no two responses of which one is by {0} were compared. No responses of two models were': 'the name of a model',
  '{0}, {1} to {2} responses each': 'the greater of two numbers',
  'there are more than {0} values': 'as many as are kept',
  'there are more than {0} values of {1}': 'as many as are kept',
  '{0} of the first {1} records can be read': 'of a single record all can be read, or none',
  '{0} refinements were made of a text that changed since. Exports leave them out. Judge the item again':
    'given beside the text of one, of which one is chosen',
};

const scripts = await sources();
const calls = messageCalls();
const messages: readonly string[] = Object.keys(
  JSON.parse(await readFile(join(root, 'l10n/bundle.l10n.json'), 'utf8')) as object,
);
const plurals = messages.filter(isPlural);

describe('a message with a number and a plural', () => {
  it('is found by what stands behind the number', () => {
    expect(plurals.length).toBeGreaterThan(50);
    for (const text of [
      '{0} items',
      '{0} of {1} steps judged',
      'in {0} annotations',
      '{0} rows{1} from {2}',
      '{0}: {1} are left.',
      '{0} more files',
      '{0} criteria',
    ])
      expect(isPlural(text), text).toBe(true);
    for (const text of [
      '{0} is not ranked.',
      '{0} lies outside of the study',
      '{0} and {1} are both good.',
      'item {0} of {1}',
    ])
      expect(isPlural(text), text).toBe(false);
  });

  it.each(plurals)('%s: comes with a singular for one, wherever it is asked for', (message) => {
    const places = calls.get(message) ?? [];
    expect(places.length).toBeGreaterThan(0);
    if (message in neverOne) return;
    for (const call of places)
      expect(
        isForMany(call),
        `${call.getSourceFile().fileName}: nothing is said of one beside ${JSON.stringify(message)}`,
      ).toBe(true);
  });

  it('is excepted only while it is there', () => {
    expect(Object.keys(neverOne).filter((message) => !plurals.includes(message))).toEqual([]);
  });
});

describe('a text of the core or of the command line', () => {
  const found = uncounted().map((span) => ({ file: span.getSourceFile().fileName, text: span.getText() }));

  it('has numbers counted with their noun, where the number may be one', () => {
    expect(found).toEqual([]);
  });
});

function isPlural(message: string): boolean {
  return [...message.matchAll(counting)].some(({ groups }) => !verbs.has(groups?.noun ?? ''));
}

/** Whether a choice by "is it one?" leads to this node, with another message for the one. */
function isForMany(node: ts.Node, singular = 'l10n.t('): boolean {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (
      ts.isConditionalExpression(parent) &&
      parent.whenFalse === at &&
      isOne.test(parent.condition.getText()) &&
      parent.whenTrue.getText().includes(singular)
    )
      return true;
    if (ts.isConditionalExpression(parent) && parent.whenTrue === at && isMore.test(parent.condition.getText()))
      return true;
    if (ts.isIfStatement(parent) && parent.thenStatement === at && isMore.test(parent.expression.getText()))
      return true;
    if (
      ts.isReturnStatement(at) &&
      'statements' in parent &&
      (parent as ts.Block).statements.some(
        (before) =>
          before.pos < at.pos &&
          ts.isIfStatement(before) &&
          isOne.test(before.expression.getText()) &&
          ts.isReturnStatement(before.thenStatement),
      )
    )
      return true;
  }
  return false;
}

/** Where each message is asked for. */
function messageCalls(): ReadonlyMap<string, readonly ts.Node[]> {
  const found = new Map<string, ts.Node[]>();
  for (const script of scripts)
    eachNode(script, (node) => {
      if (!ts.isCallExpression(node) || !/\bl10n\.t$/.test(node.expression.getText())) return;
      const [message] = node.arguments;
      if (message && ts.isStringLiteral(message)) found.set(message.text, [...(found.get(message.text) ?? []), node]);
    });
  return found;
}

/**
 * Texts of the core and the command line, which are in English alone, that put the plural of what `counted` counts
 * anywhere behind a number.
 */
function uncounted(): ts.TemplateSpan[] {
  const nouns = new Set<string>();
  const found: ts.TemplateSpan[] = [];
  const english = scripts.filter(({ fileName }) => /^src.(core|cli)\b/.test(fileName));
  for (const script of english)
    eachNode(script, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'counted') return;
      const [, noun, plural] = node.arguments;
      if (noun && ts.isStringLiteral(noun))
        nouns.add(plural && ts.isStringLiteral(plural) ? plural.text : `${noun.text}s`);
    });
  for (const script of english)
    eachNode(script, (node) => {
      const behind = ts.isTemplateSpan(node)
        ? /^ (?:more )?(?<noun>[a-z]+)/.exec(node.literal.text)?.groups?.noun
        : undefined;
      if (
        ts.isTemplateSpan(node) &&
        behind !== undefined &&
        nouns.has(behind) &&
        !/^(most|max)/.test(node.expression.getText()) &&
        !isForMany(node, '')
      )
        found.push(node);
    });
  return found;
}

function eachNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => eachNode(child, visit));
}

async function sources(): Promise<ts.SourceFile[]> {
  const names = await Promise.all(
    ['src', 'webview'].map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  return Promise.all(
    names
      .flat()
      .filter((name) => /\.tsx?$/.test(name))
      .map(async (name) =>
        ts.createSourceFile(name, await readFile(join(root, name), 'utf8'), ts.ScriptTarget.Latest, true),
      ),
  );
}
