import type { Message, ToolCall } from './item';

/** One thing that a run did: said something, or called a tool and got something back. */
export type RunStep =
  | { readonly kind: 'message'; readonly turn: Message }
  | {
      readonly kind: 'call';
      /** The turn that calls. Of several calls in one turn only the first has its words as `thought`. */
      readonly turn: Message;
      readonly thought: string;
      readonly call: ToolCall;
      /** What the call gave; undefined where nothing came back. */
      readonly observation: Message | undefined;
    };

/**
 * Names each step of turns that have keys (`withKeys`) in a way that outlives re-reading: by the key of its turn, and of
 * several calls in one turn by their number, from `#2` on.
 */
export function keysOfSteps(steps: readonly RunStep[]): readonly string[] {
  let calls = 0;
  return steps.map(({ turn }, at) => {
    calls = steps[at - 1]?.turn === turn ? calls + 1 : 1;
    const key = turn.key ?? String(at);
    return calls === 1 ? key : `${key}#${calls}`;
  });
}

/**
 * Tells turns as steps. A tool's turn belongs to the last call before it that has its id and no answer yet, else to the
 * first without an answer since the turn before: ids are missing in some files and come again in others. An answer to
 * nothing is a message.
 */
export function stepsOf(turns: readonly Message[]): readonly RunStep[] {
  const steps: RunStep[] = [];
  let open: number[] = [];
  for (const turn of turns) {
    if (turn.role === 'tool') {
      const at = answered(steps, open, turn);
      const step = at === undefined ? undefined : steps[at];
      if (at !== undefined && step?.kind === 'call') {
        steps[at] = { ...step, observation: turn };
        open = open.filter((each) => each !== at);
      } else steps.push({ kind: 'message', turn });
    } else if (turn.toolCalls) {
      open = [];
      turn.toolCalls.forEach((call, i) => {
        open.push(steps.length);
        steps.push({ kind: 'call', turn, thought: i === 0 ? turn.content : '', call, observation: undefined });
      });
    } else steps.push({ kind: 'message', turn });
  }
  return steps;
}

/** Which of the open calls a tool's turn answers. */
function answered(steps: readonly RunStep[], open: readonly number[], { toolCallId }: Message): number | undefined {
  const idAt = (at: number): string | undefined => {
    const step = steps[at];
    return step?.kind === 'call' ? step.call.id : undefined;
  };
  return (
    (toolCallId === undefined ? undefined : open.find((at) => idAt(at) === toolCallId)) ??
    open.find((at) => toolCallId === undefined || idAt(at) === undefined)
  );
}
