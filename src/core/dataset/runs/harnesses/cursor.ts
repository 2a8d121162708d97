import { basename, dirname } from 'node:path';
import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { turnsOfBlocks } from '../contentBlocks';
import type { Harness, RunAttempt, RunFile, RunTask } from '../harness';
import { Unread } from '../unread';
import { objectIn, objectsInList, present, textIn } from '../values';
import { promptLength } from '../prompts';

/**
 * A transcript, a message a line, `{role, message: {content: [{type: "text" | "tool_use" | …}]}}`, in
 * `agent-transcripts/<session>/<session>.jsonl`, and of those who helped in `<session>/subagents`. A session is named by
 * its file. There is no published writer; read as in real files, in which what calls gave is mostly left out.
 *
 * Seen in real files of 2026: `[REDACTED]` in the place of what the model thought; messages of it alone, whose calls are
 * left out too; arguments that are a text (`ApplyPatch`); a line `{type: "turn_ended", status, error}` behind each turn;
 * `<timestamp>`, `<user_query>` and `<image_files>` around what the user said. Times, models and what calls gave are in a
 * data base of the editor alone.
 */
export const cursor: Harness = {
  name: 'cursor',
  title: 'Cursor transcripts (.jsonl)',
  origin: 'jazzyalex/agent-sessions, AgentSessions/Services/CursorSessionParser.swift and Resources/Fixtures',
  markers: ['"message":{"content":', '"message": {"content":'],
  matches: ({ first }) => {
    const line = objectIn(first);
    const [block] = objectsInList(objectIn(line?.message)?.content);
    return (
      (line?.role === 'user' || line?.role === 'assistant') &&
      !('type' in line) &&
      !('uuid' in line) &&
      Object.keys(objectIn(line.message) ?? {}).join() === 'content' &&
      typeof block?.type === 'string'
    );
  },
  async *runs(file) {
    const unread = new Unread();
    const turns: Message[] = [];
    let exit: string | undefined;
    for await (const value of file.lines()) {
      const line = objectIn(value);
      const message = objectIn(line?.message);
      if (!line) unread.line();
      else if (message && (line.role === 'user' || line.role === 'assistant'))
        turns.push(...turnsOfBlocks(line.role, withoutHidden(line.role, message.content, unread), unread));
      else if (line.type === 'turn_ended') exit = textIn(line.error) ?? textIn(line.status) ?? exit;
      else unread.part(textIn(line.type) ?? textIn(line.role) ?? 'line');
    }
    const session = file.name.replace(/\.jsonl$/i, '');
    const parent = await sessionOf(file);
    if (turns.length === 0) yield { told: problem('runs.notReadable', {}) };
    else if (parent !== undefined)
      yield { task: { id: parent, prompt: [] }, run: { turns: [], subagents: [{ turns }] } };
    else {
      const start = promptLength(turns);
      yield {
        task: { id: session, prompt: turns.slice(0, start) } satisfies RunTask,
        run: present<RunAttempt>({ turns: turns.slice(start), exit }),
      };
    }
    yield* unread.told();
  },
};

/** The blocks without the mark that stands for what the model thought, and without those that are nothing else. */
function withoutHidden(role: 'user' | 'assistant', content: unknown, unread: Unread): unknown {
  if (role === 'user' || !Array.isArray(content)) return content;
  return (content as readonly unknown[]).flatMap((block) => {
    const text = objectIn(block)?.type === 'text' ? textIn(objectIn(block)?.text) : undefined;
    if (text === undefined || !hidden.test(text)) return [block];
    unread.part('[REDACTED]');
    const said = text.replace(hidden, '');
    return said === '' ? [] : [{ type: 'text', text: said }];
  });
}

const hidden = /(?:^|\n\s*)\[REDACTED\]\s*$/;

/** The session of which a file in `<session>/subagents` is a part, where that lies beside. */
async function sessionOf(file: RunFile): Promise<string | undefined> {
  const folder = dirname(file.path);
  const session = basename(dirname(folder));
  return basename(folder) === 'subagents' && (await file.has(`../${session}.jsonl`)) ? session : undefined;
}
