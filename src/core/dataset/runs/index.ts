import type { Harness } from './harness';
import { agentRewardBench } from './harnesses/agentRewardBench';
import { aider, aiderResults } from './harnesses/aider';
import { atif } from './harnesses/atif';
import { claudeCode } from './harnesses/claudeCode';
import { codex } from './harnesses/codex';
import { copilotCli } from './harnesses/copilotCli';
import { cursor } from './harnesses/cursor';
import { geminiCli } from './harnesses/geminiCli';
import { harbor } from './harnesses/harbor';
import { inspectAi } from './harnesses/inspectAi';
import { langfuse } from './harnesses/langfuse';
import { miniSweAgent } from './harnesses/miniSweAgent';
import { nemoGym } from './harnesses/nemoGym';
import { openCode } from './harnesses/openCode';
import { openHands } from './harnesses/openHands';
import { openTelemetry } from './harnesses/openTelemetry';
import { osWorld } from './harnesses/osWorld';
import { pi } from './harnesses/pi';
import { r2eGym } from './harnesses/r2eGym';
import { sweAgent } from './harnesses/sweAgent';
import { sweBenchInstances, sweBenchPredictions, sweBenchReport, sweBenchRunReport } from './harnesses/sweBench';
import { sweTogether, sweTogetherOracle } from './harnesses/sweTogether';
import { tau } from './harnesses/tau';
import { tau2 } from './harnesses/tau2';
import { terminalBench } from './harnesses/terminalBench';
import { toolBench } from './harnesses/toolBench';
import { toolEval } from './harnesses/toolEval';
import { whoAndWhen } from './harnesses/whoAndWhen';

/** All harnesses, the more particular before the more general: the first whose marks a file has reads it. */
export const harnesses: readonly Harness[] = [
  sweAgent,
  miniSweAgent,
  nemoGym,
  tau,
  tau2,
  inspectAi,
  atif,
  harbor,
  terminalBench,
  toolBench,
  toolEval,
  r2eGym,
  sweTogether,
  sweTogetherOracle,
  whoAndWhen,
  openHands,
  claudeCode,
  codex,
  geminiCli,
  copilotCli,
  pi,
  openCode,
  cursor,
  aider,
  aiderResults,
  osWorld,
  agentRewardBench,
  langfuse,
  openTelemetry,
  sweBenchPredictions,
  sweBenchReport,
  sweBenchRunReport,
  sweBenchInstances,
];
