/** Speaks to PostgreSQL. Built as a file of its own (scripts/build.mjs) and loaded when the first store is opened. */
export { default as postgres } from 'postgres';
