import type { FigureName, JudgmentKind } from '../../../core/model/report/figureNames';

/** What kinds of judgments are called. */
export const kindTexts: Readonly<Record<JudgmentKind, string>> = {
  rankings: 'Rankings',
  acceptable: 'Good and bad',
  scorers: 'Scores by programs',
  winners: 'Best by a criterion',
  strengths: 'Strengths of preferences',
  ratings: 'Ratings',
  critiques: 'Critiques',
  reasons: 'Reasons',
  refinements: 'Edited responses',
  steps: 'Steps',
  evidence: 'Evidence',
  critiqueJudgments: 'Judgments on critiques',
  demonstrations: 'Answers of annotators',
  clarifications: 'Questions about prompts',
  contexts: 'Contexts',
  turns: 'Turns',
  rounds: 'Rounds',
  sampling: 'Sampling',
  media: 'Images, audio and video',
  looks: 'Looks of what is chosen',
  flagged: 'Flags against preferences',
  diversity: 'Diversity of the chosen set',
  served: 'Reasons to be served',
  metadata: 'Completeness of metadata',
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
  'rankings.diversity': {
    label: 'difference within a list',
    is: 'How much the responses of a list of three or more differ in their words: 0% where all have the same words, 100% where no two share one. The most alike come first.',
  },
  'rankings.tied': { label: 'tied pairs of a list', is: 'Share of the pairs of a ranking that are tied.' },
  'rankings.unranked': { label: 'left unranked', is: 'Share of the responses shown that were left without a place.' },
  'strengths.stated': {
    label: 'preferences with a strength',
    is: 'Share of the preferences by comparison that say how much better the winner is.',
  },
  'strengths.mean': { label: 'strength', is: 'The strength, from 1 (slightly) to 3 (much), on average.' },
  'strengths.rankGap': {
    label: 'strength against rank gap',
    is: 'Correlation of the strength with how far the two lie apart in the order of their list: by the rankings of all, else by the comparisons of one judgment of three responses or more. Below 0.2 beyond its interval it is a finding.',
  },
  'strengths.ambiguous': {
    label: 'too close or unsure',
    is: 'Share of the comparisons that are too close to call, or about which the annotator is unsure. Above 20% it is a finding.',
  },
  'ratings.missing': {
    label: 'cells without a value',
    is: 'Share of the responses shown that have no value on the aspect, in judgments that rate something. Above 10% it is a finding.',
  },
  'ratings.notApplicable': {
    label: 'not applicable',
    is: 'Share of the responses shown to which the aspect does not apply.',
  },
  'ratings.mean': { label: 'value', is: 'The value on the aspect, on average.' },
  'ratings.correlation': {
    label: 'correlation of two aspects',
    is: 'Correlation of the values on two aspects, over responses. Above 0.9 it is a finding.',
  },
  'ratings.withPreference': {
    label: 'higher one preferred',
    is: 'Share of the preferences between two responses with different values that are for the higher one, in the same judgment. Below 50% it is a finding.',
  },
  'ratings.flips': {
    label: 'winner hangs on weights',
    is: 'Share of the judgments in which another response has the highest sum where one of the aspects counts twice, or not at all. Aspects are put on one scale. Above 25% it is a finding.',
  },
  'ratings.flipsBy': { label: 'winner hangs on the weight of', is: 'The same for one aspect.' },
  'critiques.share': { label: 'responses with a critique', is: 'Share of the responses shown that have a critique.' },
  'critiques.length': {
    label: 'characters of a critique',
    is: 'Characters of a critique with its parts, on average. The shortest come first.',
  },
  'critiques.part': {
    label: 'critiques with this part',
    is: 'Share of the critiques that have strengths, weaknesses or a suggestion.',
  },
  'reasons.share': {
    label: 'comparisons with a reason',
    is: 'Share of the judgments that prefer something and say why. Below 50% it is a finding, where somebody says why.',
  },
  'reasons.length': { label: 'characters of a reason', is: 'Characters of a reason, on average.' },
  'reasons.because': {
    label: 'comparisons that name criteria',
    is: 'Share of the judgments that prefer something and name the criteria that they rest on.',
  },
  'refinements.improved': {
    label: 'better than before',
    is: 'Share of the edits that are better than the text that was edited, where the two were judged beside each other: by preference, else by ratings, else by being acceptable.',
  },
  'refinements.same': { label: 'the same as before', is: 'Share of these that are as good as it.' },
  'refinements.worse': { label: 'worse than before', is: 'Share of these that are worse. Above 10% it is a finding.' },
  'refinements.unknown': {
    label: 'not judged again',
    is: 'Share of the edits that nobody judged beside the text that was edited.',
  },
  'refinements.rounds': {
    label: 'rounds',
    is: 'The round of an edit, on average: 1 where the response itself was edited.',
  },
  'steps.judged': { label: 'steps with a label', is: 'Share of the listed steps that have a label.' },
  'steps.perResponse': { label: 'steps of a response', is: 'Steps of a response, on average.' },
  'steps.wrong': { label: 'wrong steps', is: 'Share of the judged steps that are incorrect.' },
  'steps.redundant': {
    label: 'steps that are no help',
    is: 'Share of the judged steps that are correct, but no help.',
  },
  'steps.outcome': {
    label: 'steps go with the outcome',
    is: 'Share of the responses that are acceptable and without a wrong step, or neither, of those with judged steps that were judged acceptable or not.',
  },
  'steps.goodDespiteError': {
    label: 'acceptable with a wrong step',
    is: 'Share of the acceptable responses that have a wrong step. Above 10% it is a finding.',
  },
  'steps.badWithoutError': {
    label: 'not acceptable without a wrong step',
    is: 'Share of the responses that are not acceptable and have no wrong step.',
  },
  'steps.siblings': { label: 'sibling steps', is: 'Pairs of judged steps of two responses behind the same steps.' },
  'steps.siblingsDiffer': {
    label: 'sibling steps of which one is wrong',
    is: 'Share of these of which just one is wrong: pairs for a trainer of steps.',
  },
  'evidence.ticks': {
    label: 'passages ticked for a response',
    is: 'Passages that an annotator ticked for a response, on average.',
  },
  'evidence.precision': {
    label: 'ticks that others made, too',
    is: 'Share of the ticks that most of the others made too, where several ticked passages for a response.',
  },
  'evidence.recall': {
    label: 'ticks of others that are made',
    is: 'Share of what most of the others ticked that the annotator ticked too.',
  },
  'evidence.precisionByLength': {
    label: 'ticks that others made, too, by characters of the evidence',
    is: 'The same by the characters of the item’s evidence.',
  },
  'evidence.recallByLength': {
    label: 'ticks of others that are made, by characters of the evidence',
    is: 'The same by the characters of the item’s evidence. More than 10 points below all it is a finding.',
  },
  'critiqueJudgments.flawed': {
    label: 'critiques that do not hold',
    is: 'Share of the judged critiques that are flawed. Above 20% it is a finding.',
  },
  'critiqueJudgments.accepted': {
    label: 'critiques that would do',
    is: 'Share of the judged critiques that were accepted.',
  },
  'critiqueJudgments.right': {
    label: 'verdicts of critiques that are right',
    is: 'Share of the judged critiques whose verdict on the response is right.',
  },
  'demonstrations.share': {
    label: 'judgments with an answer',
    is: 'Share of the judgments with an answer of the annotator’s own.',
  },
  'demonstrations.length': { label: 'characters of an answer', is: 'Characters of such an answer, on average.' },
  'clarifications.share': {
    label: 'judgments with a question',
    is: 'Share of the judgments that ask what one would have to know about the prompt. Above 10% it is a finding.',
  },
  'scorers.mean': { label: 'score', is: 'The score that the program gave, on average.' },
  'scorers.spread': {
    label: 'spread within a prompt',
    is: 'How far its scores of the responses to one prompt lie apart (standard deviation). The least come first: it tells their responses apart least.',
  },
  'scorers.correlation': {
    label: 'correlation of two programs',
    is: 'Correlation of the scores of two programs, over responses.',
  },
  'winners.overall': {
    label: 'best by it and preferred',
    is: 'Share of the judgments in which the best by the criterion is also the one preferred as a whole. Below 50% it is a finding.',
  },
  'reasons.notes': { label: 'notes', is: 'Notes to ratings, verdicts, passages and steps, for each judgment.' },
  'steps.type': { label: 'wrong steps of the type', is: 'Share of the wrong steps that are of the type.' },
  'critiqueJudgments.ranked': {
    label: 'critiques that were ranked',
    is: 'Share of the responses with judged critiques of which these are ranked.',
  },
  'critiqueJudgments.rewritten': {
    label: 'critiques that were rewritten',
    is: 'Share of these for which the annotator wrote a critique of their own from them.',
  },
  'contexts.used': { label: 'contexts', is: 'Different contexts that anything was judged under.' },
  'contexts.flips': {
    label: 'flips under another context',
    is: 'Of the preferences of one annotator on the same two responses under two contexts, the share that is opposite. Beyond 10% it is a finding: the context belongs into the prompt.',
  },
  'contexts.within': {
    label: 'the same under one context',
    is: 'Of the preferences of two annotators under the same context, the share that is the same.',
  },
  'contexts.across': { label: 'the same across contexts', is: 'The same of two annotators under different contexts.' },
  'turns.perItem': {
    label: 'turns judged per item',
    is: 'Different turns that were judged of an item, where any was.',
  },
  'turns.flips': {
    label: 'flips between turns',
    is: 'Of the preferences of one annotator on two turns of the same two responses, the share that is opposite.',
  },
  'turns.asWhole': {
    label: 'as the whole',
    is: 'Of the preferences of one annotator on a turn and on the whole, the share that is the same. Below 70% it is a finding.',
  },
  'rounds.wins': {
    label: 'wins by round',
    is: 'Share of the pairs with another model that a model won in a round (ties as half): "2 · alpha". Told from 10 pairs on. A finding where two rounds differ beyond chance.',
  },
  'sampling.wins': {
    label: 'wins by sampling',
    is: "Share of the pairs that responses won which were sampled with these parameters (`temperature`, `top_p`, … of the response's metadata), over responses that were sampled otherwise. Below 40% it is a finding.",
  },
  'media.items': {
    label: 'items',
    is: 'Items with these media, and of these those with a value of a field: "image · metadata.domain=code". From 5 items on.',
  },
  'media.judged': { label: 'judged', is: 'Share of those that anybody judged. A finding where nobody judged any.' },
  'looks.lengthChosen': { label: 'characters of the chosen', is: 'Characters of preferred responses, on average.' },
  'looks.lengthRejected': { label: 'characters of the rejected', is: 'The same of the others.' },
  'looks.chosen': {
    label: 'of the chosen',
    is: 'Share of preferred responses with a feature: a list, a heading, a refusal, …',
  },
  'looks.rejected': { label: 'of the rejected', is: 'The same of the others.' },
  'flagged.set': { label: 'flagged', is: 'Share of what was judged that has the flag.' },
  'flagged.chosen': {
    label: 'flagged and chosen',
    is: 'Of the preferences in which only one response has the flag, the share that the one with it wins. A finding above half for flags of faults: off-topic, unsafe, factual error, …',
  },
  'diversity.chosen': {
    label: 'word pairs of the chosen that other chosen ones have',
    is: 'Of the pairs of words of a chosen response, the share that a chosen response of another item has too (one pair of responses an item, the first 20,000 responses). The most alike come first.',
  },
  'diversity.rejected': {
    label: 'the same of the rejected',
    is: 'The same of the rejected responses among each other.',
  },
  'diversity.more': {
    label: 'more among the chosen',
    is: 'The difference of the two, item by item. Above 0.03 it is a finding: the chosen set collapses to fewer ways to say things.',
  },
  'served.share': {
    label: 'served as',
    is: 'Share of the judgments whose item came for that reason (`served` in the journal).',
  },
  'served.value': {
    label: 'value of the reason',
    is: 'The number that the order went by, on average: see `served` in the journal.',
  },
  'served.same': {
    label: 'the same as others',
    is: 'Of preferences on items that came for that reason, the share that another annotator shares. What came as uncertain should have less than the rest: a finding where it has more.',
  },
  'metadata.items': {
    label: 'items with',
    is: 'Share of the items with a value of a field of their metadata. A finding where at least half have one and not all.',
  },
  'metadata.models': {
    label: 'responses with a model',
    is: 'Share of the responses whose model is named. A finding where some are and some are not.',
  },
  'metadata.judgments': {
    label: 'judgments with',
    is: 'Share of the judgments that say it: time, guidelines, group, confidence, the order shown.',
  },
};
