import { scaleNames } from '../annotation/fields/scales';
import type { FigureName } from './figureNames';

/** What each figure of a kind of judgment is, for docs/reference/figures.md. */
export const figureMeanings: Readonly<Record<FigureName, string>> = {
  'rankings.length': 'Responses that were shown to be ranked, on average.',
  'rankings.time': 'Active time of a ranking, on average. The longest come first.',
  'acceptable.good':
    'Share of the responses that are acceptable, of those judged good or bad. Beyond 20% to 80% it is a finding.',
  'acceptable.perPrompt': 'Good responses for each bad one, over all prompts.',
  'acceptable.oneSided': 'Share of the prompts of which all judged responses are good, or all bad.',
  'rankings.diversity':
    'How much the responses of a list of three or more differ in their words: 0% where all have the same words, 100% where no two share one. The most alike come first.',
  'rankings.tied': 'Share of the pairs of a ranking that are tied.',
  'rankings.unranked': 'Share of the responses shown that were left without a place.',
  'strengths.stated': 'Share of the preferences by comparison that say how much better the winner is.',
  'strengths.mean': 'The strength, from 1 (slightly) to 3 (much), on average.',
  'strengths.rankGap':
    'Correlation of the strength with how far the two lie apart in the order of their list: by the rankings of all, else by the comparisons of one judgment of three responses or more. Below 0.2 beyond its interval it is a finding.',
  'strengths.ambiguous':
    'Share of the comparisons that are too close to call, or about which the annotator is unsure. Above 20% it is a finding.',
  'ratings.missing':
    'Share of the responses shown that have no value on the aspect, in judgments that rate something. Above 10% it is a finding.',
  'ratings.notApplicable': 'Share of the responses shown to which the aspect does not apply.',
  'ratings.mean': 'The value on the aspect, on average.',
  'ratings.correlation': 'Correlation of the values on two aspects, over responses. Above 0.9 it is a finding.',
  'ratings.withPreference':
    'Share of the preferences between two responses with different values that are for the higher one, in the same judgment. Below 50% it is a finding.',
  'ratings.flips':
    'Share of the judgments in which another response has the highest sum where one of the aspects counts twice, or not at all. Aspects are put on one scale. Above 25% it is a finding.',
  'ratings.flipsBy': 'The same for one aspect.',
  'critiques.share': 'Share of the responses shown that have a critique.',
  'critiques.length': 'Characters of a critique with its parts, on average. The shortest come first.',
  'critiques.part': 'Share of the critiques that have strengths, weaknesses or a suggestion.',
  'reasons.share':
    'Share of the judgments that prefer something and say why. Below 50% it is a finding, where somebody says why.',
  'reasons.length': 'Characters of a reason, on average.',
  'reasons.because': 'Share of the judgments that prefer something and name the criteria that they rest on.',
  'refinements.improved':
    'Share of the edits that are better than the text that was edited, where the two were judged beside each other: by preference, else by ratings, else by being acceptable.',
  'refinements.same': 'Share of these that are as good as it.',
  'refinements.worse': 'Share of these that are worse. Above 10% it is a finding.',
  'refinements.unknown': 'Share of the edits that nobody judged beside the text that was edited.',
  'refinements.rounds': 'The round of an edit, on average: 1 where the response itself was edited.',
  'steps.judged': 'Share of the listed steps that have a label.',
  'steps.perResponse': 'Steps of a response, on average.',
  'steps.wrong': 'Share of the judged steps that are incorrect.',
  'steps.redundant': 'Share of the judged steps that are correct, but no help.',
  'steps.outcome':
    'Share of the responses that are acceptable and without a wrong step, or neither, of those with judged steps that were judged acceptable or not.',
  'steps.goodDespiteError': 'Share of the acceptable responses that have a wrong step. Above 10% it is a finding.',
  'steps.badWithoutError': 'Share of the responses that are not acceptable and have no wrong step.',
  'runSteps.perRun': 'Judged steps of a run, on average.',
  'runSteps.wrong': 'Share of the judged steps of runs that are wrong.',
  'runSteps.severity': 'How bad wrong steps are (1 minor to 3 critical), on average.',
  'runSteps.withError': 'Share of the judged runs with a first error.',
  'runSteps.sameError':
    'Share of pairs of annotators of a run who name the same step as its first error, or both none.',
  'runSteps.errorWithinOne': 'The same where the two are at most one step apart.',
  'runSteps.errorWithinThree': 'The same where the two are at most three steps apart.',
  'runSteps.category': 'Share of the errors with a category that are of this one.',
  'runSteps.fault': 'Share of the errors with a culprit that are the fault of this one.',
  'runSteps.callVerdict': 'Share of the places that are marked in calls of runs that are wrong in this way.',
  'runSteps.callTool': 'Share of these that are in calls of this tool.',
  'runSteps.sameCallPlaces':
    'Of pairs of annotators of a run: twice the places in its calls that both mark, of all that each of the two marks (F1).',
  'runSteps.sameCallVerdicts': 'Share of the places that both mark of which they say the same is wrong.',
  'knownErrors.exact':
    'Share of the judged runs of control items whose known first error is named, or in which none is known and none is named.',
  'knownErrors.withinOne': 'The same where the two are at most one step apart.',
  'knownErrors.withinThree': 'The same where the two are at most three steps apart.',
  'knownErrors.annotator': 'The same within three steps, of the runs that this annotator judged.',
  'stepKinds.judged':
    'Judgments of steps of runs that do this: a message, a look at something (read), a command, an edit, or another call.',
  'stepKinds.wrong': 'Share of these that are wrong.',
  'stepKinds.toolJudged': 'Judgments of steps that call this tool.',
  'stepKinds.toolWrong': 'Share of these that are wrong.',
  'stepKinds.modelJudged': 'Judgments of steps by this model, by what they do.',
  'stepKinds.modelWrong': 'Share of these that are wrong.',
  'stepKinds.harnessJudged': 'Judgments of steps in this harness, by what they do.',
  'stepKinds.harnessWrong': 'Share of these that are wrong.',
  'runOutcomes.passedAccepted': 'Share of the runs that passed by their first result which most people accept.',
  'runOutcomes.failedAccepted': 'Share of the runs that did not pass which most people accept.',
  'runOutcomes.passedPreferred':
    'Of two runs of a task of which one passed: how often most people prefer it. Ties are left out.',
  'runOutcomes.auc':
    'How likely a run that passed is rated higher on this aspect than one that did not (area under the ROC curve), by the mean of its ratings; 0.5 by chance.',
  'runOutcomes.passedTop': 'Share of the runs that passed which most people rate at the top of this scale.',
  'runOutcomes.failedTop': 'Share of the runs that did not pass which most people rate at the top of this scale.',
  'diffComments.perResponse': 'Comments on the code of a response by an annotator who comments on it, on average.',
  'diffComments.type': 'Share of the comments with a type that are of this one.',
  'diffComments.severity': 'How bad what they name is (1 minor to 3 critical), on average.',
  'diffComments.sameLines':
    'Of pairs of annotators who both comment on the code of a response: twice the lines on which both do, of all on which each of the two does (F1).',
  'tests.share':
    'Share of the judgments that say which of two responses is better, or that they are equal, before which the annotator ran tests on the code (`checks` in the journal). Items without code to test count too.',
  'tests.changed':
    'Share of the judgments with tests that say another thing of two responses than before the first results: another one is preferred, a tie, or neither any more. Those before which nothing had been said of two are left out, and so is what was first said afterwards. In mode `best`, responses that are not named count as worse; else those without a place had not been ranked yet.',
  'tests.betterPreferred':
    'Of two responses of which one did better in the tests that the annotator ran: how often that one is preferred. A response does better by the number of tests that passed, less those that passed on the base and failed here. Flaky tests, ties, runs that a limit ended, that told of no test or in which not all of the patch was tested, and runs with different commands are left out.',
  'tests.unisolated': 'Share of the runs of tests, on the base or on a response, that were not isolated.',
  'tests.flaky': 'Of the code on which tests ran again, the share with a test whose status was not the same.',
  'takeovers.share': 'Share of the judgments with a run that the annotator took over.',
  'takeovers.files': 'Files that such an annotator leaves changed, on average.',
  'takeovers.midway': 'Share of these runs that were taken over after one of their steps, not after the last.',
  'steps.siblings': 'Pairs of judged steps of two responses behind the same steps.',
  'steps.siblingsDiffer': 'Share of these of which just one is wrong: pairs for a trainer of steps.',
  'evidence.ticks': 'Passages that an annotator ticked for a response, on average.',
  'evidence.precision':
    'Share of the ticks that most of the others made too, where several ticked passages for a response.',
  'evidence.recall': 'Share of what most of the others ticked that the annotator ticked too.',
  'evidence.precisionByLength': 'The same by the characters of the item’s evidence.',
  'evidence.recallByLength':
    'The same by the characters of the item’s evidence. More than 10 points below all it is a finding.',
  'critiqueJudgments.flawed': 'Share of the judged critiques that are flawed. Above 20% it is a finding.',
  'critiqueJudgments.accepted': 'Share of the judged critiques that were accepted.',
  'critiqueJudgments.right': 'Share of the judged critiques whose verdict on the response is right.',
  'demonstrations.share': 'Share of the judgments with an answer of the annotator’s own.',
  'demonstrations.length': 'Characters of such an answer, on average.',
  'clarifications.share':
    'Share of the judgments that ask what one would have to know about the prompt. Above 10% it is a finding.',
  'scorers.mean': 'The score that the program gave, on average.',
  'scorers.spread':
    'How far its scores of the responses to one prompt lie apart (standard deviation). The least come first: it tells their responses apart least.',
  'scorers.correlation': 'Correlation of the scores of two programs, over responses.',
  'winners.overall':
    'Share of the judgments in which the best by the criterion is also the one preferred as a whole. Below 50% it is a finding.',
  'reasons.notes': 'Notes to ratings, verdicts, passages and steps, for each judgment.',
  'steps.type': 'Share of the wrong steps that are of the type.',
  'critiqueJudgments.ranked': 'Share of the responses with judged critiques of which these are ranked.',
  'critiqueJudgments.rewritten': 'Share of these for which the annotator wrote a critique of their own from them.',
  'contexts.used': 'Different contexts that anything was judged under.',
  'contexts.flips':
    'Of the preferences of one annotator on the same two responses under two contexts, the share that is opposite. Beyond 10% it is a finding: the context belongs into the prompt.',
  'contexts.within': 'Of the preferences of two annotators under the same context, the share that is the same.',
  'contexts.across': 'The same of two annotators under different contexts.',
  'turns.perItem': 'Different turns that were judged of an item, where any was.',
  'turns.flips':
    'Of the preferences of one annotator on two turns of the same two responses, the share that is opposite.',
  'turns.asWhole':
    'Of the preferences of one annotator on a turn and on the whole, the share that is the same. Below 70% it is a finding.',
  'rounds.wins':
    'Share of the pairs with another model that a model won in a round (ties as half): "2 · alpha". Told from 10 pairs on. A finding where two rounds differ beyond chance.',
  'sampling.wins':
    "Share of the pairs that responses won which were sampled with these parameters (`temperature`, `top_p`, … of the response's metadata), over responses that were sampled otherwise. Below 40% it is a finding.",
  'media.items':
    'Items with these media, and of these those with a value of a field: "image · metadata.domain=code". From 5 items on.',
  'media.judged': 'Share of those that anybody judged. A finding where nobody judged any.',
  'looks.lengthChosen': 'Characters of preferred responses, on average.',
  'looks.lengthRejected': 'The same of the others.',
  'looks.chosen': 'Share of preferred responses with a feature: a list, a heading, a refusal, …',
  'looks.rejected': 'The same of the others.',
  'flagged.set': 'Share of what was judged that has the flag.',
  'flagged.chosen':
    'Of the preferences in which only one response has the flag, the share that the one with it wins. A finding above half for flags of faults: off-topic, unsafe, factual error, …',
  'diversity.chosen':
    'Of the pairs of words of a chosen response, the share that a chosen response of another item has too (one pair of responses an item, the first 20,000 responses). The most alike come first.',
  'diversity.rejected': 'The same of the rejected responses among each other.',
  'diversity.more':
    'The difference of the two, item by item. Above 0.03 it is a finding: the chosen set collapses to fewer ways to say things.',
  'served.share': 'Share of the judgments whose item came for that reason (`served` in the journal).',
  'served.value': 'The number that the order went by, on average: see `served` in the journal.',
  'served.same':
    'Of preferences on items that came for that reason, the share that another annotator shares. What came as uncertain should have less than the rest: a finding where it has more.',
  'metadata.items':
    'Share of the items with a value of a field of their metadata. A finding where at least half have one and not all.',
  'metadata.models': 'Share of the responses whose model is named. A finding where some are and some are not.',
  'metadata.judgments': `Share of the judgments that say it: time, guidelines, group, ${scaleNames.join(', ')}, the order shown.`,
};
