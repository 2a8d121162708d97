// The pairs of every ranking by DuckDB, in a process of its own, with all its threads.
// usage: node exportDuckdb.mjs DATASET OUT JOURNAL...
import { DuckDBInstance } from '@duckdb/node-api';

const [dataset, out, ...journals] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const read = (files, columns) =>
  `read_json([${files.map((file) => `'${file}'`).join(', ')}], format = 'newline_delimited', columns = ${columns})`;
const items = read([dataset], "{id: 'VARCHAR', prompt: 'VARCHAR', responses: 'STRUCT(text VARCHAR)[]'}");
const judged = read(journals, "{item: 'VARCHAR', judgement: 'STRUCT(ranking STRUCT(tiers VARCHAR[][]))'}");
const pairs =
  'flatten(list_transform(generate_series(1, len(tiers)), lambda place: flatten(list_transform(tiers[place], lambda chosen: list_transform(flatten(tiers[place + 1:]), lambda rejected: {chosen: chosen, rejected: rejected})))))';
const text = (response) => `responses[substr(${response}, 2)::INT].text`;
await connection.run(`copy (
  with rankings as (select item, judgement.ranking.tiers as tiers from ${judged}), items as (from ${items})
  select prompt, ${text('pair.chosen')} as chosen, ${text('pair.rejected')} as rejected
  from (select prompt, responses, unnest(${pairs}) as pair from items join rankings on items.id = rankings.item)
  where chosen <> rejected
) to '${out}' (format json)`);
connection.closeSync();
