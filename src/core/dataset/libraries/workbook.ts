/**
 * What reads Excel workbooks. Built as a file of its own (scripts/build.mjs) and loaded when the first such file is
 * opened.
 */
export { default as readWorkbook } from 'read-excel-file/universal';
