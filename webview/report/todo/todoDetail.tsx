import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { Todo } from '../../../src/core/model/report/document/todo';
import { Pair } from '../details/pair';
import { figures } from '../store';
import { ListBox } from '../tables/listbox';
import { openEntry } from './todoActs';
import { chooseEntry, chosen } from './todos';

interface Props {
  readonly todo: Todo;
  /** Changes where the keyboard is asked for. */
  readonly asked: number;
}

/** What something to do names, and what the preference that is chosen of it is about. */
export function TodoDetail({ todo, asked }: Props): JSX.Element | null {
  const { names, opens, act, text } = todo;
  if (!names || names.list.length === 0) return null;
  const at = chosen.value.entry;
  return (
    <aside class="aside" aria-label={l10n.t('Details')}>
      <article class="detail finding">
        <h2 class="heard">{l10n.t('Details')}</h2>
        <ListBox
          label={text}
          name="entry"
          entries={names.list}
          selected={at}
          onSelect={chooseEntry}
          onEnter={(to) => openEntry(todo, to)}
          asked={asked}
        />
        {names.of !== 'words' && (
          <p class="about">
            {names.of === 'items'
              ? l10n.t('Press Enter to open the selected item in the editor.')
              : l10n.t('Press Enter to go to the row in the table.')}
          </p>
        )}
        {act?.kind === 'newCriterion' && opens?.of === 'finding' && (
          <Pair serial={figures.value?.serial ?? -1} finding={opens.finding} at={at} />
        )}
      </article>
    </aside>
  );
}
