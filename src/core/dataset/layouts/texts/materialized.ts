import { reworded, type FileProblem } from '../../../model/problems/problem';
import { LayoutError } from '../../fields/recordFields';
import type { ItemOrProblem } from '../../items/parsedItem';
import { withTextsOfTurns } from '../../items/textsOfTurns';
import type { Content, Layout } from '../layout';

/** A record of the source could not be read; found when its items were written out. */
export class MaterializedProblem extends LayoutError {
  /** As it is called here and now: it may have been written in another language. */
  readonly fileProblem: FileProblem;

  constructor(written: FileProblem) {
    const fileProblem = reworded(written);
    super(fileProblem.message);
    this.fileProblem = fileProblem;
  }
}

/**
 * Items that were written out, one a line (see `prepare`). Nothing that people have, so not among the layouts that are
 * looked for.
 */
export const materialized: Layout = {
  name: 'prepared',
  title: 'Items in the Tiebreak cache',
  origin: "Tiebreak's own cache",
  fields: {},
  matches: (record) => record.has('problem') || (record.has('item', 'file') && record.hasList('labels')),
  read({ record }): Content {
    const written = record as unknown as ItemOrProblem;
    if ('problem' in written) throw new MaterializedProblem(written.problem);
    const { item: content, labels, unread, file, line, unit } = written;
    return {
      ...content,
      responses: withTextsOfTurns(content),
      labels,
      ...(unread && { unread }),
      place: { file, line, ...(unit && { unit }) },
    };
  },
};
