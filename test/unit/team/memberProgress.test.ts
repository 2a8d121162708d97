import { describe, expect, it } from 'vitest';
import { memberProgress } from '../../../src/core/team/memberProgress';
import type { MemberStatus, TeamStatus } from '../../../src/core/team/remote';

const member = (name: string, judged: number, rest: Partial<MemberStatus> = {}): Partial<MemberStatus> => ({
  name,
  judged,
  part: 'annotator',
  removed: false,
  ...rest,
});

const progressOf = (
  members: readonly Partial<MemberStatus>[],
  counts: Partial<TeamStatus> = {},
): Record<string, unknown> =>
  Object.fromEntries(memberProgress({ items: 30, controls: 0, wanted: 60, ...counts, members } as TeamStatus));

describe('how far annotators are', () => {
  it('is what each would make of as many for all, and how many they are behind the mean', () => {
    expect(progressOf([member('Ana', 18), member('Ben', 16), member('Cleo', 2)])).toEqual({
      Ana: { share: 20, behind: 0 },
      Ben: { share: 20, behind: 0 },
      Cleo: { share: 20, behind: 10 },
    });
  });

  it('leaves out leads, adjudicators and who was removed', () => {
    const others = [
      member('Lea', 0, { part: 'lead' }),
      member('Max', 40, { part: 'adjudicator' }),
      member('Gone', 30, { removed: true }),
    ];
    expect(progressOf([...others, member('Ana', 5)])).toEqual({ Ana: { share: 30, behind: 0 } });
  });

  it('gives everybody the control items, and nobody more than all items', () => {
    expect(progressOf([member('Ana', 0), member('Ben', 0)], { items: 12, controls: 2, wanted: 10 })).toEqual({
      Ana: { share: 7, behind: 0 },
      Ben: { share: 7, behind: 0 },
    });
    expect(progressOf([member('Ana', 0)], { items: 12, controls: 2, wanted: 30 })).toEqual({
      Ana: { share: 12, behind: 0 },
    });
  });
});
