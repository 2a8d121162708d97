import * as l10n from '@vscode/l10n';

/** What can be wrong with judges: their files, what they answer, and what is asked of them. */
export const judgeProblems = {
  // judge/judgeFile.ts
  'judge.notRead': ({ reason }: { reason: string }) => l10n.t('The judge file cannot be read: {0}', reason),
  'judge.notYaml': ({ line, reason }: { line: number; reason: string }) =>
    l10n.t('Line {0} is no YAML: {1}', line, reason),
  'judge.wrong': ({ at, reason }: { at: string; reason: string }) =>
    at === ''
      ? l10n.t('The judge file is not complete: {0}', reason)
      : l10n.t('“{0}” of the judge file is wrong: {1}', at, reason),

  // judge/endpoint.ts
  'judge.keyMissing': ({ key }: { key: string }) =>
    l10n.t('The environment variable {0} is not set. Set it to the key of the endpoint', key),
  'judge.refused': ({ status, said }: { status: number; said: string }) =>
    l10n.t('The endpoint refuses the question (HTTP {0}): {1}', status, said),
  'judge.unreachable': ({ endpoint, reason, tries }: { endpoint: string; reason: string; tries: number }) =>
    l10n.t('{0} gives no answer (tries: {1}): {2}', endpoint, tries, reason),

  // judge/access.ts
  'judge.notAllowed': ({ access }: { access: 'local' | 'none' }) =>
    access === 'none'
      ? l10n.t('The study does not let its texts be sent to models (models in task). Ask who leads it')
      : l10n.t(
          'The study lets its texts be sent to models on this computer only (models in task), and this endpoint is elsewhere. Ask who leads it',
        ),
  'judge.unknownRubrics': ({ ids }: { ids: readonly string[] }) =>
    l10n.t('The judge file names rubrics that the study does not have: {0}', ids.join(', ')),

  // judge/command.ts
  'judge.commandNotStarted': ({ command, reason }: { command: string; reason: string }) =>
    l10n.t('{0} cannot be started: {1}', command, reason),
  'judge.commandEnded': ({ command, reason, said }: { command: string; reason: string; said: string }) =>
    said === ''
      ? l10n.t('{0} ended before it answered everything ({1})', command, reason)
      : l10n.t('{0} ended before it answered everything ({1}). It said: {2}', command, reason, said),

  // judge/certificate.ts
  'judge.noAnswers': ({ judge }: { judge: string }) =>
    l10n.t(
      'There is no answer of the judge “{0}” as it is now: with this model, prompt, sampling and these rubrics. Run {1} first',
      judge,
      'tiebreak judge --send',
    ),
  'judge.noCertificate': ({ reason }: { reason: string }) => l10n.t('This is no certificate: {0}', reason),
  'judge.certificateChanged': () =>
    l10n.t('The certificate was changed after it was made: its signature is another. Make a new one'),

  // judge/suggestionFile.ts
  'judge.lineWrong': ({ reason }: { reason: string }) =>
    l10n.t('The line is left out, because it is no suggestion: {0}', reason),
};
