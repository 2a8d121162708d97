import type { CheckEvidence } from '../../../src/core/model/annotation/checkEvidence';

/** What a run of tests has shown that ended by itself, isolated. */
export const testRun = (statuses: CheckEvidence['statuses'], more: Partial<CheckEvidence> = {}): CheckEvidence => ({
  command: 'c'.repeat(64),
  sandbox: 'podman',
  tree: 'd'.repeat(64),
  ended: 'exit',
  exit: 0,
  seconds: 1.5,
  statuses,
  tail: 'done',
  ...more,
});
