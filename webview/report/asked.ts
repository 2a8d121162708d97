import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReportAction } from '../../src/protocol/report';
import { doRequest } from './store';

/** Calls what is asked for when it is asked again, and not at first. */
export function useAsked(asked: number, answer: () => void): void {
  const before = useRef(asked);
  useEffect(() => {
    if (asked === before.current) return;
    before.current = asked;
    answer();
  });
}

/** Counts how often a command asked for something of the screen. */
export function useAction(action: ReportAction): number {
  const asked = doRequest.value;
  const [count, more] = useState(0);
  const serial = asked?.action === action ? asked.serial : -1;
  useAsked(serial, () => {
    if (serial >= 0) more((before) => before + 1);
  });
  return count;
}
