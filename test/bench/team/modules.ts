/** What the benches of the team store measure: bundled into out/bench/team.js. */
export { PostgresRemote } from '../../../src/core/team/postgres/postgresRemote';
export { StoreConnection } from '../../../src/core/team/postgres/storeConnection';
export { createStudy, setUpStore } from '../../../src/core/team/postgres/storeSetup';
export { appendToJournal } from '../../../src/core/journal/journalWriter';
export { openRemote } from '../../../src/core/team/openRemote';
export { TeamDesk } from '../../../src/core/team/teamDesk';
