import * as l10n from '@vscode/l10n';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { Soundness } from '../../../src/core/model/annotation/judgementValues';
import type { CritiquesNotice, CritiqueVerdict, DeskCritique } from '../../../src/core/model/annotation/metaCritique';
import { language, ordinal, valueText } from './language';

/**
 * What happened while others' critiques are judged, as it is written at the foot of the desk and heard from a screen
 * reader.
 */
export function critiquesNoticeText(notice: CritiquesNotice, keys: Readonly<Record<string, string>>): string {
  switch (notice.what) {
    case 'opened':
      return notice.count === 1
        ? l10n.t(
            'One critique of {0} by others. Press {1} to return to the responses.',
            letterOf(notice.index),
            keys.leaveCritiques ?? '',
          )
        : l10n.t(
            '{0} critiques of {1} by others, in random order. Press {2} to return to the responses.',
            notice.count,
            letterOf(notice.index),
            keys.leaveCritiques ?? '',
          );
    case 'closed':
      return l10n.t('Back to the responses.');
    case 'none':
      return l10n.t('Nobody else wrote a critique of {0}.', letterOf(notice.index));
    case 'not-shown':
      return notice.why === 'after'
        ? l10n.t('Save your own judgment first. Then you can see critiques by others.')
        : l10n.t('This study does not show critiques by others.');
    case 'no-critique-in-hand':
      return l10n.t('No critique by others selected. Press {0} to select the previous one.', keys.selectPrevious ?? '');
    case 'accepted':
      return notice.value === null
        ? l10n.t('Critique {0}: neither accepted nor rejected.', notice.number + 1)
        : notice.value
          ? l10n.t('You accepted critique {0}.', notice.number + 1)
          : l10n.t('You rejected critique {0}.', notice.number + 1);
    case 'soundness':
      return notice.value === null
        ? l10n.t('Critique {0}: soundness not set.', notice.number + 1)
        : l10n.t('Soundness of critique {0}: {1}.', notice.number + 1, soundnessText(notice.value));
    case 'agrees':
      return notice.value === null
        ? l10n.t('Critique {0}: your opinion on its verdict is not set.', notice.number + 1)
        : notice.value
          ? l10n.t('You agree with the verdict of critique {0}.', notice.number + 1)
          : l10n.t('You disagree with the verdict of critique {0}.', notice.number + 1);
    case 'no-verdict':
      return l10n.t('Critique {0} has no verdict.', notice.number + 1);
    case 'placed': {
      if (notice.place === null) return l10n.t('Critique {0} is not ranked.', notice.number + 1);
      return notice.tiedWith.length > 0
        ? l10n.t(
            'Critique {0} is {1} of {2}, tied with {3}.',
            notice.number + 1,
            ordinal(notice.place),
            notice.of,
            numbersText(notice.tiedWith),
          )
        : l10n.t('Critique {0} is {1} of {2}.', notice.number + 1, ordinal(notice.place), notice.of);
    }
    case 'no-such-place':
      return l10n.t('Type a number up to {0}.', notice.count);
    case 'picked':
      return notice.on
        ? l10n.t(
            'Critique {0} is chosen to be merged. Chosen so far: {1}. Press {2} to merge them into one text.',
            notice.number + 1,
            notice.count,
            keys.mergeCritiques ?? '',
          )
        : l10n.t('Critique {0} is no longer chosen to be merged.', notice.number + 1);
    case 'pick-more':
      return l10n.t(
        'Choose at least two critiques to merge. Press {0} to choose the selected one.',
        keys.pickCritique ?? '',
      );
    case 'made':
      return l10n.t(
        'Edit your text, based on {0}. Press {1} to leave the text field.',
        numbersText(notice.of),
        keys.leaveField ?? '',
      );
    case 'removed':
      return l10n.t('Your text was removed. Press {0} to undo.', keys.undo ?? '');
    case 'saved':
      return notice.count === 1
        ? l10n.t(
            'Saved. You can now judge one critique by others. Press {0} to judge it, or {1} to go to the next item.',
            keys.critiques ?? '',
            keys.save ?? '',
          )
        : l10n.t(
            'Saved. {0} critiques by others can be judged now. Press {1} to judge them, or {2} to go to the next item.',
            notice.count,
            keys.critiques ?? '',
            keys.save ?? '',
          );
  }
}

export function soundnessText(soundness: Soundness): string {
  switch (soundness) {
    case 'sound':
      return l10n.t('sound');
    case 'flawed':
      return l10n.t('flawed');
    case 'unsure':
      return l10n.t('cannot tell');
  }
}

/** Names where a critique comes from. */
export function originText(origin: DeskCritique['origin']): string {
  switch (origin) {
    case 'human':
      return l10n.t('by a person');
    case 'imported':
      return l10n.t('imported');
    case 'model':
      return l10n.t('by a model');
  }
}

/** Words what a critique concludes of its response. */
export const verdictText = (verdict: readonly CritiqueVerdict[]): string => verdict.map(oneVerdict).join(' · ');

function oneVerdict(verdict: CritiqueVerdict): string {
  switch (verdict.kind) {
    case 'order':
      return verdict.tiers.map((tier) => tier.map(letterOf).join(' = ')).join(' > ');
    case 'compared': {
      const other = letterOf(verdict.other);
      if (verdict.better === null) return l10n.t('as good as {0}', other);
      const by = verdict.strength === undefined ? '' : ` (${valueText(verdict.strength)})`;
      return `${verdict.better ? l10n.t('better than {0}', other) : l10n.t('worse than {0}', other)}${by}`;
    }
    case 'rating':
      return `${verdict.aspect} ${verdict.value === null ? l10n.t('n/a') : valueText(verdict.value)}`;
    case 'acceptable':
      return verdict.value ? l10n.t('acceptable') : l10n.t('not acceptable');
  }
}

/** 1, 2 and 3: numbers of critiques, which count from 0. */
export const numbersText = (numbers: readonly number[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(numbers.map((number) => String(number + 1)));
