import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ReportDocument, Section } from '../../../src/core/model/report/document/document';
import { cellText } from '../../../src/core/model/report/document/values';
import type { QualityFigures } from '../../../src/protocol/report';
import { useActionCount, useOnRequest } from '../actionRequests';
import { quality, qualityTold, send } from '../store';
import { FirstTodo } from '../todo/firstTodo';
import { Waiting } from '../waiting';
import { BlockView } from './blocks';
import { Folded } from './folded';
import { opening } from './opening';
import { savePage } from './savePage';

/** Whether the judgments can be trusted, section by section. */
export function QualityTab(): JSX.Element {
  const [now, told] = [quality.value, qualityTold.value];
  return now && told ? <Body now={now} told={told} /> : <Waiting />;
}

function Body({ now, told }: { readonly now: QualityFigures; readonly told: ReportDocument }): JSX.Element {
  const root = useRef<HTMLElement>(null);
  useOnRequest(useActionCount('saveQuality'), () => root.current && savePage(root.current, told));
  const known = told.sections.filter((section) => !isEmpty(section));
  return (
    <main ref={root} class="quality" tabIndex={-1}>
      <FirstTodo of="quality" />
      <Chips now={now} />
      <nav class="contents" aria-label={l10n.t('Report sections')}>
        {known.map(({ id, title }) => (
          <button key={id} type="button" class="link" onClick={() => goTo(id)}>
            {title}
          </button>
        ))}
      </nav>
      {known.map((section) => (
        <SectionView key={section.id} {...section} />
      ))}
      {told.sections.filter(isEmpty).map(({ id, title, blocks }) => (
        <p key={id} class="about">
          {title}: {blocks.map((block) => (block.is === 'note' ? block.text : '')).join(' ')}
        </p>
      ))}
      <p class="about">{[told.intervals, ...told.leftOut].join(' ')}</p>
    </main>
  );
}

/** Nothing is known of it: why stands at the end, in a line. */
const isEmpty = ({ lead, blocks }: Section): boolean => lead.length === 0 && blocks.every(({ is }) => is === 'note');

const goTo = (section: string): void => document.getElementById(section)?.scrollIntoView({ block: 'start' });

/** The figures that answer its question, its charts, and its tables, folded; without a chart the first table is not. */
function SectionView({ id, title, lead, blocks }: Section): JSX.Element {
  const notes = blocks.filter((block) => block.is === 'note');
  const tables = blocks.filter((block) => block.is === 'table' || block.is === 'fold');
  const charts = blocks.filter(({ is }) => is !== 'note' && is !== 'table' && is !== 'fold');
  return (
    <section id={id} aria-label={title}>
      <h2>{title}</h2>
      {lead.length > 0 && (
        <dl class="lead">
          {lead.map(({ label, cell }) => (
            <div key={label}>
              <dd>{opening(cellText(cell), cell.opens)}</dd>
              <dt>{label}</dt>
            </div>
          ))}
        </dl>
      )}
      {charts.length > 0 && (
        <div class="drawn">
          {charts.map((block) => (
            <BlockView key={'id' in block ? block.id : ''} block={block} />
          ))}
        </div>
      )}
      {notes.map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
      {tables.map((block, at) => (
        <Folded
          key={block.title}
          id={block.is === 'table' ? block.id : `${id}.${block.title}`}
          title={block.title}
          isOpen={charts.length === 0 && at === 0}
        >
          {block.is === 'fold' ? (
            block.blocks.map((each, number) => <BlockView key={number} block={each} />)
          ) : (
            <BlockView block={block} />
          )}
        </Folded>
      ))}
    </section>
  );
}

/** Everybody who judged: a click leaves somebody out of all figures, or takes them in again. */
function Chips({ now: { annotators, report } }: { readonly now: QualityFigures }): JSX.Element | null {
  if (annotators.length < 2) return null;
  const { without } = report.only;
  return (
    <fieldset class="chips">
      <legend>{l10n.t('Count')}</legend>
      {annotators.map((name) => {
        const isIn = !without.includes(name);
        return (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={isIn}
            title={isIn ? l10n.t('Leave {0} out of all figures', name) : l10n.t('Count {0} again', name)}
            onClick={() =>
              send({
                method: 'without',
                annotators: isIn ? [...without, name] : without.filter((each) => each !== name),
              })
            }
          >
            {name}
          </button>
        );
      })}
    </fieldset>
  );
}
