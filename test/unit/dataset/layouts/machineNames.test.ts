import { describe, expect, it } from 'vitest';
import { machineNamed } from '../../../../src/core/dataset/layouts/labels/machineNames';

/** Names of fields as datasets of judges, rewards and metrics have them, with the machine that each names. */
const machines: Readonly<Record<string, string>> = {
  'metadata.judge_score': 'judge_score',
  'meta.judge.score': 'judge',
  judgeScore: 'judgeScore',
  llm_judge_rating: 'llm_judge_rating',
  grader_score: 'grader_score',
  verifier_score: 'verifier_score',
  ai_feedback_score: 'ai_feedback_score',
  auto_score: 'auto_score',
  reward: 'reward',
  rewards: 'rewards',
  reward_score: 'reward_score',
  'reward_model.score': 'reward_model',
  armo_rm: 'armo_rm',
  'Skywork-Reward-8B_score': 'Skywork-Reward-8B_score',
  quality_rm: 'quality_rm',
  prm_score: 'prm_score',
  bert_score: 'bert_score',
  BERTScore_F1: 'BERTScore_F1',
  bleu: 'bleu',
  'outputs.f1_score.f1_score': 'f1_score',
  pass_rate: 'pass_rate',
  'rouge-l': 'rouge-l',
  comet_score: 'comet_score',
  perplexity: 'perplexity',
  fk_grade: 'fk_grade',
  flesch_kincaid: 'flesch_kincaid',
  gpt4_helpfulness: 'gpt4',
  gpt4_correctness: 'gpt4',
  'gpt-4o_preference': 'gpt-4o',
  'scores.gpt-4.1': 'gpt-4.1',
  preference_gpt4: 'gpt4',
  claude_rating: 'claude',
};

const people = [
  'score',
  'rating',
  'quality',
  'helpfulness',
  'preference',
  'judgment',
  'judgement_score',
  'human_judge_score',
  'human.reward',
  'annotator_gpt4_agreement',
  'expert_grader_score',
  'user_rating',
  // One of several, who may be people.
  'judge_1',
  'grader_b',
  'overall_grade',
  'grade',
  'award',
  'format',
  'main_score',
  'airport_rating',
];

describe('whose values stand under a name', () => {
  it.each(Object.entries(machines))('%s is of a machine', (path, name) => {
    expect(machineNamed(path)?.name).toBe(name);
    // Names are looked at once, and remembered.
    expect(machineNamed(path)?.name).toBe(name);
  });

  it.each(people)('%s is of people', (path) => {
    expect(machineNamed(path)).toBeUndefined();
    expect(machineNamed(path)).toBeUndefined();
  });

  it('takes no name of a response for a judge', () => {
    expect(machineNamed('gpt4_score', ['gpt4_response', 'claude_response'])).toBeUndefined();
    expect(machineNamed('gpt4_score', ['response_a', 'gpt-4'])).toBeUndefined();
    expect(machineNamed('gpt4_score', ['response_a', 'claude'])?.name).toBe('gpt4');
  });
});
