import { rubricSchema, rubricsSchema, versionInForce, type Rubric, type Rubrics } from '../model/rubric/rubric';
import { freeId } from '../rubric/ids';
import { openLibrary, type Library, type LibraryKind, type LibraryPlace } from './library/libraryFiles';
import { fileNameOf } from './library/fileName';

/** What single items are asked lies in a file for each annotator who wrote it; of packs that were imported, in one. */
const isOfItem = ({ scope }: Rubric): boolean => scope?.kind === 'item';

function fileOf(rubric: Rubric): string {
  if (!isOfItem(rubric)) return fileNameOf(rubric.id);
  const author = rubric.versions[0]?.author;
  return `items/${author === undefined ? 'imported.json' : fileNameOf(author)}`;
}

const rubrics: LibraryKind<Rubric, Rubrics> = {
  list: 'rubrics',
  schema: rubricsSchema,
  entrySchema: rubricSchema,
  fileOf,
  mayLieIn: (rubric, file) => file.startsWith('items/') === isOfItem(rubric),
  reconciled,
};

/**
 * Opens a study's rubrics. Throws `UserError` that names file, rubric, criterion and field for anything that is none
 * (see `openLibrary`).
 */
export const openRubrics = (place: LibraryPlace, isTolerant = false): Promise<Library<Rubrics>> =>
  openLibrary(place, rubrics, isTolerant);

/**
 * Rubrics of which no two have a criterion of one id in force, as verdicts name criteria by their id alone: packs that
 * two people imported apart from one another may. The later rubric then has a version in which its criterion has
 * another id; the one before stays as it is, and annotations that were made under it name that.
 */
function reconciled(all: readonly Rubric[]): readonly Rubric[] {
  const taken = new Set<string>();
  let every: Set<string> | undefined;
  return all.map((rubric) => {
    const last = versionInForce(rubric);
    if (!last.criteria.some(({ id }) => taken.has(id))) {
      for (const { id } of last.criteria) taken.add(id);
      return rubric;
    }
    every ??= new Set(all.flatMap(({ versions }) => versions.flatMap(({ criteria }) => criteria.map(({ id }) => id))));
    const ids = every;
    const criteria = last.criteria.map((criterion) => {
      const id = taken.has(criterion.id) ? freeId(criterion.id, ids, 'criterion') : criterion.id;
      ids.add(id);
      taken.add(id);
      return id === criterion.id ? criterion : { ...criterion, id };
    });
    const { was: _was, ...stamp } = last;
    return { ...rubric, versions: [...rubric.versions, { ...stamp, version: last.version + 1, criteria }] };
  });
}
