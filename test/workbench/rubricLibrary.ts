import type { Criterion } from '../../src/core/model/rubric/criterion';
import type { Rubrics } from '../../src/core/model/rubric/rubric';
import { store, storedRubrics } from './storedLibrary';
import type { StudyFolder } from './studyFolder';

/** Gives the study one rubric of these criteria. */
export function writeRubric(study: StudyFolder, criteria: readonly Criterion[]): void {
  store(study.project, {
    version: 1,
    rubrics: [{ id: 'style', title: 'Style', versions: [{ version: 1, criteria: [...criteria] }] }],
  });
}

export const rubricsOf = (study: StudyFolder): Rubrics => storedRubrics(study.project);

/** One of each kind, and one whose text is long. */
export const criteria: readonly Criterion[] = [
  { id: 'sat', title: 'Says who sat', text: 'Does it say who sat down?', weight: 2, gate: { threshold: 0.5 } },
  {
    id: 'right',
    text: 'How right is it?',
    kind: 'scale',
    levels: { 1: 'wrong in what matters', 3: 'right in what matters', 5: 'nothing is wrong' },
    weight: 1,
  },
  {
    id: 'tone',
    title: 'Tone',
    text: 'What tone has it?',
    kind: 'category',
    categories: [{ name: 'warm', value: 1 }, { name: 'plain', value: 0.5 }, { name: 'cold' }],
    weight: 1,
  },
  {
    id: 'length',
    title: 'No longer than it has to be',
    text: 'Is it as short as it can be without leaving out what the person needs?\n\nWhat counts is what could be struck out and nobody would miss it: repetitions of the question, announcements of what comes next, and praise of the person who asked. A list that says in five points what one sentence says counts too.',
    weight: -1,
  },
];
