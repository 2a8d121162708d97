/** What one does with the code of responses that are patches; each is a command with its key in src/host/commands. */
export const codeActions = ['codeDiff', 'codeDiffPair', 'openTree', 'takeOver', 'runTests', 'testResults'] as const;
