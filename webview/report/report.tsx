import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { CoverageTab } from './coverageTab';
import { Head } from './head';
import { QualityTab } from './quality/qualityTab';
import { notice, part, state } from './store';
import { TodoTab } from './todo/todoTab';

/** The whole surface. */
export function Report(): JSX.Element {
  const name = state.value?.name;
  useEffect(() => {
    if (name !== undefined) document.title = name;
  }, [name]);
  return (
    <div class="report">
      <Head />
      <Notice />
      <Shown />
    </div>
  );
}

function Shown(): JSX.Element | null {
  switch (part.value) {
    case undefined:
      return null;
    case 'todo':
      return <TodoTab />;
    case 'coverage':
      return <CoverageTab />;
    case 'quality':
      return <QualityTab />;
  }
}

/** What went wrong, or was found to be nothing. */
function Notice(): JSX.Element {
  const told = notice.value;
  return (
    <p
      class={told ? (told.isError ? 'notice error' : 'notice') : 'notice none'}
      role={told?.isError ? 'alert' : 'status'}
    >
      {told?.text}
    </p>
  );
}
