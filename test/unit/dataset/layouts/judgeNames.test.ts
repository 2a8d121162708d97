import { describe, expect, it } from 'vitest';
import { isModelJudge, isModelName } from '../../../../src/core/dataset/layouts/labels/judgeNames';

const models = [
  'PandaLM-7B',
  'pandalm',
  'judge',
  'Judge',
  'judge-7b',
  'judge-v2',
  'JudgeLM-13B-v1.0',
  'llm-judge',
  'LLM judge',
  'LLMJudge',
  'LLM as a judge',
  'llm_as_a_judge',
  'auto-annotator',
  'AutoAnnotator',
  'autorater',
  'ai',
  'model',
  'reward model',
  'gpt-4',
  'GPT4',
  'gpt-4o-2024-08-06',
  'gpt-4-1106-preview',
  'gpt-3.5-turbo',
  'ChatGPT',
  'gpt4_pair',
  'openai/gpt-4.1-mini',
  'o1-mini',
  'o3-2025-04-16',
  'text-davinci-003',
  'claude',
  'claude-2',
  'claude-3-opus-20240229',
  'Claude 3.5 Sonnet',
  'anthropic.claude-v2',
  'prometheus-7b-v2.0',
  'prometheus-eval/prometheus-8x7b-v2.0',
  'auto-j-13b',
  'AutoJ',
  'gemma',
  'google/gemma-2-27b-it',
  'gemini-1.5-pro-latest',
  'meta-llama/Llama-3.1-70B-Instruct',
  'LLaMA2',
  'Qwen2.5-72B-Instruct-AWQ',
  'DeepSeek-R1-Distill-Qwen-7B',
  'mistralai/Mixtral-8x7B-Instruct-v0.1',
  'Mistral Large',
  'command-r-plus',
  'phi-3',
  'weighted_alpaca_eval_gpt4_turbo',
  'Skywork-Reward-Llama-3.1-8B',
  'gpt-4 annotator',
];

/** Models where the name is known to be that of one judge; elsewhere it may be what a file is called. */
const likeModels = [
  'acme-gpt-4-checker',
  'FsfairX-LLaMA3-RM-v0.1',
  'gpt4_labels',
  'claude_vote',
  'judge_score',
  'llm judge preferences',
  'ana (gpt-4)',
];

const others = [
  'ana',
  'Claude Monet',
  'claude.dupont',
  'Claude R.',
  'Gemma Smith',
  'gemma@example.com',
  'judge judy',
  'judge_1',
  'judge 2',
  'judge_a',
  'judge_1_score',
  'score',
  'Judge Dredd',
  'annotator',
  'annotator1',
  'rater-7',
  'reviewer',
  'assistant',
  'expert_12',
  'author_2',
  'human',
  'human-gpt4-checked',
  'user 4',
  'o1',
  'Phi',
  'Nova',
  'Max',
  'Al',
  'Ernie B.',
  'Aimee',
  'Llamas',
  'Mistralova',
  'Claudette',
  'gpt_vs_claude',
  'llama or qwen',
  'hh-rlhf',
  'prefs',
  'source',
  'data',
  '7b',
  'v2',
  '',
  '   ',
  '小明',
  'Søren',
  'arena_user_9965',
  'a'.repeat(10_000),
  'gpt-4 '.repeat(100),
];

describe('the name of whoever judged', () => {
  it.each(models)('is a model’s: %s', (name) => {
    expect([isModelName(name), isModelJudge(name)]).toEqual([true, true]);
  });

  it.each(likeModels)('is a model’s if it is the name of one judge: %s', (name) => {
    expect([isModelName(name), isModelJudge(name)]).toEqual([false, true]);
  });

  it.each(others.map((name) => [name.slice(0, 40), name]))('is no model’s: %s', (_, name) => {
    expect([isModelName(name), isModelJudge(name)]).toEqual([false, false]);
  });
});
