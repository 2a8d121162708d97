import type { FigureName, JudgmentKind } from '../../../core/model/report/figureNames';

/** What kinds of judgments are called. */
export const kindTexts: Readonly<Record<JudgmentKind, string>> = {
  rankings: 'Rankings',
  acceptable: 'Good and bad',
};

/** What a figure is called, and what it is: docs/reference/figures.md has the whole. */
export const figureTexts: Readonly<Record<FigureName, { readonly label: string; readonly is: string }>> = {
  'rankings.length': { label: 'responses in a list', is: 'Responses that were shown to be ranked, on average.' },
  'rankings.time': { label: 'time per list', is: 'Active time of a ranking, on average. The longest come first.' },
  'acceptable.good': {
    label: 'good, of what was judged so',
    is: 'Share of the responses that are acceptable, of those judged good or bad. Beyond 20% to 80% it is a finding.',
  },
  'acceptable.perPrompt': { label: 'good for each bad one', is: 'Good responses for each bad one, over all prompts.' },
  'acceptable.oneSided': {
    label: 'prompts with one side only',
    is: 'Share of the prompts of which all judged responses are good, or all bad.',
  },
};
