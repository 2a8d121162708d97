import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tiebreakWith } from '../made/commandLine';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

/** Words that an English sentence can hardly do without; none of them is a German word. */
const english =
  /\b(the|and|is|of|with|are|not|this|that|from|which|each|its|have|has|no|by|be|or|only|other|one|to|for|file|row|rows|item|items|found|left|missing)\b/i;

/** What is English in every language. */
const onPurpose: readonly RegExp[] = [
  // What the engine says of a text that is no JSON.
  /Unexpected end of JSON input/,
  // What a layout is, as its page of the reference says it.
  /^Layout /,
  // What trainers do with a column or a value: the rules of formats, of which the reference is written too.
  /TRL and Unsloth drop it/,
  /must be a list of messages \(text beside message lists stops TRL/,
];

/** Texts of others and names of things: in quotes, paths, options with their values, names with a dash or an underscore. */
const named = /„[^“]*“|“[^”]*”|"[^"]*"|\([^()]*=[^()]*\)|--?[\w-]+(?:[= ][\w.,=-]+)?|\S*[/\\._=-]\S*|\btiebreak \w+/g;

const commands: readonly string[] = [
  'inspect pairs.jsonl',
  'inspect codes.csv',
  'inspect no.jsonl',
  'inspect odd.jsonl',
  'inspect odd.jsonl --layout none',
  'items pairs.jsonl',
  'init study.tiebreak --dataset pairs.jsonl',
  'import study.tiebreak --annotator ana',
  'status study.tiebreak',
  'export study.tiebreak --format trl-dpo --out out --where topic=sea,sand --max-similarity 0.9',
  'export study.tiebreak --format trl-dpo --out gone --rounds 9',
  'export study.tiebreak --check out',
  'validate study.tiebreak',
  'validate out',
  'validate pairs.jsonl --format trl-dpo',
];

describe('the command line in German', () => {
  it('says nothing in English', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'annotations'), { recursive: true });
    writeFileSync(
      join(folder, 'pairs.jsonl'),
      `${jsonl([
        { prompt: 'Frage 1', chosen: 'Ja', rejected: 'Nein', topic: 'sea' },
        { prompt: 'Frage 2', chosen: 'Gleich', rejected: 'Gleich', topic: 'sea' },
        { prompt: 'Frage 3', chosen: 'Nein', rejected: 'Ja', topic: 'sky' },
        { prompt: 'Frage 1', chosen: 'Ja', rejected: 'Nein', topic: 'sea' },
        { prompt: 'Frage 4', chosen: 'Ja' },
      ])}{"prompt":\n`,
    );
    writeFileSync(join(folder, 'codes.csv'), 'prompt,response 1,response 2,label\nWas?,Dies,Das,1\nWer?,Sie,Er,2\n');
    writeFileSync(join(folder, 'odd.jsonl'), jsonl([{ x: 'Ein Text von einiger Länge.' }]));
    const left: string[] = [];
    for (const command of commands) {
      const { out, err } = await tiebreakWith({ TIEBREAK_LANG: 'de' }, folder, ...command.split(' '));
      expect(`${out}${err}`, command).not.toBe('');
      for (const line of `${out}\n${err}`.split('\n'))
        if (english.test(line.replaceAll(named, '')) && !onPurpose.some((each) => each.test(line)))
          left.push(`${command}: ${line}`);
    }
    expect(left).toEqual([]);
  });
});
