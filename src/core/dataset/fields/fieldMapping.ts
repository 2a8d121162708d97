/** Where a layout's fields stand in a record: `{ prompt: 'data.question' }`. */
export type Mapping = Readonly<Record<string, string>>;

/**
 * Names in a mapping that are no fields of a layout: where the records stand in a JSON object, what the values of a
 * label mean, that people gave all labels (`judges=people`), which field says what rows are of one item, and how lines end in the cells of a table (`LineEnds`).
 */
export const mappingSettings: readonly string[] = ['records', 'values', 'judges', 'gather', 'lineEnds'];

/** What the setting `judges` says: people gave all labels, whatever their names and those of the fields are. */
export const allJudgedByPeople = 'people';

/** The path that a mapping gives the prompt where the records have none: its responses are compared as they stand. */
export const noPromptPath = '';
