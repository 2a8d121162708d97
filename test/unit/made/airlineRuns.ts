/** Attempts at tasks of an airline, as tau-bench writes them (`EnvRunResult`). */

/** An attempt that calls these tools, each of which gives what stands behind it, and answers. */
export function airlineRun(
  task: number,
  trial: number,
  calls: readonly (readonly [name: string, given: object, result: string])[],
  answer: string,
): object {
  return {
    task_id: task,
    reward: trial % 2,
    trial,
    info: { task: { user_id: `user ${task}`, instruction: 'Ask.', actions: [], outputs: [] } },
    traj: [
      { role: 'system', content: 'Policy.' },
      { role: 'user', content: 'Hello.' },
      ...calls.flatMap(([name, given, result], at) => [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: `call-${trial}-${at}`, function: { name, arguments: JSON.stringify(given) } }],
        },
        { role: 'tool', tool_call_id: `call-${trial}-${at}`, name, content: result },
      ]),
      { role: 'assistant', content: answer },
    ],
  };
}

/** An attempt in which agent and user only speak, in turn, behind the user's greeting. */
export function spokenRun(task: number, trial: number, said: readonly string[]): object {
  return {
    task_id: task,
    reward: trial % 2,
    trial,
    info: { task: { user_id: `user ${task}`, instruction: 'Ask.', actions: [], outputs: [] } },
    traj: [
      { role: 'system', content: 'Policy.' },
      { role: 'user', content: 'Hello.' },
      ...said.map((content, at) => ({ role: at % 2 === 0 ? 'assistant' : 'user', content })),
    ],
  };
}
