import * as l10n from '@vscode/l10n';
import { isOfCoverage } from '../../../src/core/model/report/isOfCoverage';
import { fieldsText } from '../../../src/core/model/report/document/names';
import type { Act, Todo } from '../../../src/core/model/report/document/todo';
import type { ReportAction, ReportRequest } from '../../../src/protocol/report';
import { queueText } from '../quality/queueText';
import { changeViewState, figures, quality, send, turn } from '../store';
import { chosen } from './todos';

/** What can be done about something: the first mends it. */
export interface TodoAct {
  readonly text: string;
  /** The command whose key does it, where the chosen one is meant. */
  readonly key?: ReportAction;
  readonly run: () => void;
}

/** The acts for something to do. */
export function actsOf({ act, opens, names }: Todo): readonly TodoAct[] {
  const mends = act && mending(act, names?.of === 'criteria' ? names.list[chosen.value.entry]?.id : undefined);
  return [
    ...(mends ? [mends] : []),
    ...(opens
      ? [
          {
            text: l10n.t('Open the items'),
            key: 'openBehind' as const,
            run: () => send({ method: 'openItems', question: opens, text: queueText(opens) }),
          },
        ]
      : []),
  ];
}

/** What an act is here, where it can be done here. @param criterion the chosen one of those that are named */
export function mending(act: Act, criterion?: string): TodoAct | undefined {
  const asks = (text: string, request: ReportRequest, key?: ReportAction): TodoAct => ({
    text,
    ...(key && { key }),
    run: () => send(request),
  });
  const without = (annotators: readonly string[], text: string): TodoAct =>
    asks(text, { method: 'without', annotators: [...annotators] });
  const edit = (id: string | null): TodoAct =>
    asks(l10n.t('Edit in rubric editor'), { method: 'editCriterion', criterion: id }, 'editCriterion');
  const settings = asks(l10n.t('Study Settings'), { method: 'show', what: 'settings' });
  switch (act.kind) {
    case 'queueItems': {
      const { question } = act;
      return asks(l10n.t('Open the items'), { method: 'openItems', question, text: queueText(question) }, 'openBehind');
    }
    case 'newCriterion': {
      const { question } = act;
      return isOfCoverage(question) && question.of === 'finding'
        ? {
            text: l10n.t('Write a criterion…'),
            key: 'writeCriterion',
            run: () =>
              send({
                method: 'writeCriterion',
                serial: figures.value?.serial ?? -1,
                finding: question.finding,
                at: chosen.value.entry,
              }),
          }
        : undefined;
    }
    case 'newRubric':
      return edit(null);
    case 'editCriterion':
      return edit(criterion ?? act.criterion);
    case 'mergeCriteria':
      return edit(criterion ?? act.criteria[0]);
    case 'editGuidelines':
    case 'editSetting':
      return settings;
    case 'planSecondAnnotator':
      return asks(l10n.t('Let two annotators judge the same items…'), { method: 'planOverlap', items: act.items });
    case 'sendAnnotators':
      return asks(l10n.t('Send annotators there: {0}', fieldsText(act.fields)), {
        method: 'sendAnnotators',
        fields: [...act.fields],
      });
    case 'leaveOut': {
      const { without: before = [] } = quality.value?.report.only ?? {};
      return without([...before, act.annotator], l10n.t('Leave {0} out of all figures', act.annotator));
    }
    case 'countOnly': {
      const others = (quality.value?.annotators ?? []).filter((name) => !act.annotators.includes(name));
      return others.length === 0
        ? undefined
        : without(others, l10n.t('Leave {0} out of all figures', others.join(', ')));
    }
    case 'showOrphans':
      return asks(l10n.t('Orphaned Annotations'), { method: 'show', what: 'orphans' });
  }
}

/** Opens one of what something to do names. */
export function openEntry({ opens, names }: Todo, at: number): void {
  if (names?.of === 'items' && opens?.of === 'finding')
    send({ method: 'openEntry', serial: figures.value?.serial ?? -1, finding: opens.finding, at });
  else if (names?.of === 'criteria' || names?.of === 'rules') {
    changeViewState({ tab: names.of, criterion: names.list[at]?.id, search: '' });
    turn('coverage');
  }
}
