import type { JudgementKey } from '../../model/annotation/judgementKey';
import type { Served } from '../../model/annotation/served';
import type { QueuePosition } from '../../model/desk/deskState';

/** Why an item is on the desk, as its journal line says it: with the number by which its order went. */
export function servedAs(position: QueuePosition, { repeat }: JudgementKey): Served {
  if (repeat !== undefined) return { why: 'repeat' };
  const value = valueOf(position);
  return { why: position.kind, ...(value !== undefined && { value }) };
}

function valueOf(position: QueuePosition): number | undefined {
  if (!('why' in position) || position.why === null || position.why === 'untold') return undefined;
  switch (position.kind) {
    case 'thin':
      return position.why.judged;
    case 'informative':
      return shareAgainst(position.why);
    case 'uncertain':
      return position.why.kind === 'close'
        ? Math.abs(position.why.first - position.why.second)
        : shareAgainst(position.why);
  }
}

const shareAgainst = ({ agree, against }: { readonly agree: number; readonly against: number }): number | undefined =>
  agree + against === 0 ? undefined : against / (agree + against);
