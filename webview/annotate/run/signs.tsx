import type { JSX } from 'preact';
import type { DeskRunStep } from '../../../src/core/model/desk/deskRun';
import { isOutput } from './runRows';

/** What a step does, as a sign in the manner of VS Code's icons: 16 pixels, one stroke wide. */
const paths = {
  say: 'M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z',
  user: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8zM2.75 13.5c.4-2.6 2.5-4 5.25-4s4.85 1.4 5.25 4',
  read: 'M1.5 8S4 3.75 8 3.75 14.5 8 14.5 8 12 12.25 8 12.25 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  edit: 'M2.75 13.25l.75-3 7.5-7.5 2.25 2.25-7.5 7.5zM9.25 4.5l2.25 2.25',
  run: 'M1.75 3h12.5v10H1.75zM4.25 6l2 2-2 2M8 10.25h3.5',
  call: 'M5.75 2v3.5M10.25 2v3.5M3.75 5.5h8.5V8a4.25 4.25 0 0 1-8.5 0zM8 12.25V14.5',
} as const;

export function StepSign({ step }: { readonly step: Pick<DeskRunStep, 'kind' | 'role'> }): JSX.Element {
  const { kind, role } = step;
  return (
    <svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[isOutput(step) ? 'run' : kind === 'say' && role === 'user' ? 'user' : kind]} />
    </svg>
  );
}
