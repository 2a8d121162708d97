import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sectionTitle, severityText } from '../../../src/core/model/report/document/names';
import type { Todo } from '../../../src/core/model/report/document/todo';
import type { ReportAction } from '../../../src/protocol/report';
import { useActionCount, useOnRequest } from '../actionRequests';
import { keys, qualityTold, requestedAction } from '../store';
import { Waiting } from '../waiting';
import { actsOf } from './todoActs';
import { TodoDetail } from './todoDetail';
import { choose, chosen, todos } from './todos';
import { Unknown } from './unknown';

/** Everything that there is to do, the most severe first, with what it names beside it. */
export function TodoTab(): JSX.Element {
  const all = todos.value;
  if (!all) return <Waiting />;
  return (
    <div class="todo">
      {all.length === 0 ? (
        <main class="todo-list">
          <Unknown />
          <p class="nothing">{qualityTold.value?.noTodo}</p>
        </main>
      ) : (
        <List all={all} />
      )}
    </div>
  );
}

/** Arrows go from one to the next, Enter opens the items of the one in hand, and the right arrow goes to them. */
function List({ all }: { readonly all: readonly Todo[] }): JSX.Element {
  const root = useRef<HTMLOListElement>(null);
  const [within, goWithin] = useState(0);
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === chosen.value.id),
  );
  const now = all[at];
  const focus = (to: number): void => root.current?.querySelectorAll<HTMLElement>('.what')[to]?.focus();
  useEffect(() => {
    if (requestedAction.peek()?.action === 'showFindings') focus(at);
  }, []);
  useOnRequest(useActionCount('showFindings'), () => focus(at));
  useAct('writeCriterion', now);
  useAct('openBehind', now);
  useAct('editCriterion', now);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) focus(Math.max(0, Math.min(all.length - 1, to)));
    else if (event.key === 'ArrowRight') goWithin((serial) => serial + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <main class="todo-list">
        <Unknown />
        <ol ref={root} aria-label={l10n.t('To do')} onKeyDown={onKeyDown}>
          {all.map((todo, number) => (
            <Row key={todo.id} todo={todo} isChosen={number === at} />
          ))}
        </ol>
      </main>
      {now && <TodoDetail key={now.id} todo={now} asked={within} />}
    </>
  );
}

/** Does by a key what a button of the one in hand does. */
function useAct(action: ReportAction, todo: Todo | undefined): void {
  useOnRequest(
    useActionCount(action),
    () =>
      todo &&
      actsOf(todo)
        .find(({ key }) => key === action)
        ?.run(),
  );
}

function Row({ todo, isChosen }: { readonly todo: Todo; readonly isChosen: boolean }): JSX.Element {
  const { id, severity, section, text } = todo;
  const acts = actsOf(todo);
  const open = acts.find(({ key }) => key === 'openBehind') ?? acts[0];
  return (
    <li class={`${severity} ${isChosen ? 'chosen' : ''}`} onClick={() => choose(id)}>
      <button
        type="button"
        class="what"
        tabIndex={isChosen ? 0 : -1}
        aria-current={isChosen}
        onFocus={() => choose(id)}
        onDblClick={() => open?.run()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') open?.run();
        }}
      >
        {text}
      </button>
      <span class="why">
        <span class="severity">{severityText(severity)}</span> · {sectionTitle(section)}
      </span>
      <span class="acts">
        {acts.map(({ text: label, key, run }, number) => (
          <button
            key={label}
            type="button"
            class={number === 0 ? 'action' : 'action plain'}
            onClick={() => {
              choose(id);
              run();
            }}
          >
            {label} {isChosen && key && <kbd>{keys.value[key]}</kbd>}
          </button>
        ))}
      </span>
    </li>
  );
}
