import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReportAction } from '../../src/protocol/report';
import { requestedAction } from './store';

/** Calls what is asked for when it is asked again, and not at first. */
export function useOnRequest(asked: number, answer: () => void): void {
  const before = useRef(asked);
  useEffect(() => {
    if (asked === before.current) return;
    before.current = asked;
    answer();
  });
}

/** Counts how often a command asked for something of the screen. */
export function useActionCount(action: ReportAction): number {
  const asked = requestedAction.value;
  const [count, more] = useState(0);
  const serial = asked?.action === action ? asked.serial : -1;
  useOnRequest(serial, () => {
    if (serial >= 0) more((before) => before + 1);
  });
  return count;
}
