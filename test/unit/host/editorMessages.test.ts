import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../../src/core/model/problems';
import { problem, wordsOf } from '../../../src/core/model/problems/problem';
import { mayChooseFields } from '../../../src/host/dataset/fieldProblems';
import { useCatalogue } from '../../../src/core/model/problems/catalogue';
import { root } from '../made/bundle';

const folder = join(root, 'src/core/model/problems');
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true));

/** Every code with the source of its text, and every text. */
const sources: { readonly code: string; readonly source: string }[] = [];
const texts: string[] = [];
/** Params that an entry declares and its text does not take, by code. */
const untaken: string[] = [];
for (const script of scripts) visit(script);

describe('messages', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(60);
    expect(texts.length).toBeGreaterThan(60);
  });

  it('declare no params that they do not take', () => {
    expect(untaken).toEqual([]);
  });

  it('have options of the command line filled in, so that translations hold none', () => {
    expect(texts.filter((text) => /--[a-z]/.test(text))).toEqual([]);
  });

  it('offer to choose fields wherever they speak of it', () => {
    const speaking = sources.filter(({ source }) => /chooseFields\(|Choose Fields…/.test(source));
    expect(speaking.length).toBeGreaterThan(5);
    expect(speaking.filter(({ code }) => !mayChooseFields(code as ProblemCode))).toEqual([]);
  });

  it('offer nothing where fields are not the reason, or nobody knows it', () => {
    expect(mayChooseFields('recognition.isEmpty')).toBe(false);
    expect(mayChooseFields(undefined)).toBe(false);
  });

  it('name the commands of the program that runs', () => {
    const uncertain = problem(
      'recognition.notCertain',
      {
        doubts: ['no field contains a prompt'],
        command: 'tiebreak items a.jsonl --layout responses',
        lacksPrompt: true,
      },
      'a.jsonl',
    );
    expect(wordsOf(uncertain)).toBe(
      'a.jsonl: no known layout. The nearest reading is not certain: no field contains a prompt. If it is right, use it, with the field of the prompt after --map prompt= if there is one:\n  tiebreak items a.jsonl --layout responses\nor name other fields in the same way',
    );
    useCatalogue('editor');
    try {
      expect(wordsOf(uncertain)).toBe(
        'a.jsonl: no known layout. The nearest reading is not certain: no field contains a prompt. Check it, or correct it, with “Choose Fields…”.',
      );
    } finally {
      useCatalogue('commandLine', 'en');
    }
  });
});

function visit(node: ts.Node): void {
  if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
    sources.push({ code: node.name.text, source: node.initializer.getText() });
    if (ts.isArrowFunction(node.initializer))
      for (const { name, type } of node.initializer.parameters) {
        if (!ts.isObjectBindingPattern(name) || !type || !ts.isTypeLiteralNode(type)) continue;
        const taken = name.elements.map(({ propertyName, name: own }) => (propertyName ?? own).getText());
        const declared = type.members.map((member) => member.name?.getText() ?? '');
        untaken.push(
          ...declared.filter((each) => !taken.includes(each)).map((each) => `${node.name.getText()} ${each}`),
        );
      }
  }
  if (ts.isCallExpression(node) && node.expression.getText() === 'l10n.t') {
    const [text] = node.arguments;
    if (text && ts.isStringLiteral(text)) texts.push(text.text);
  }
  ts.forEachChild(node, visit);
}
