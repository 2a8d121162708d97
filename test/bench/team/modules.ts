/** What the benches of the team store measure: bundled into out/bench/team.js. */
export { PostgresRemote } from '../../../src/core/team/postgres/postgresRemote';
export { StoreConnection } from '../../../src/core/team/postgres/storeConnection';
export { createStudy, setUpStore } from '../../../src/core/team/postgres/storeSetup';
