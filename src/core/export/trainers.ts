import type { TrainingCommand } from './commands/trainingCommand';
import type { DataFiles } from './folder/dataFiles';
import type { ExportFormat, Trainer } from './format';

/**
 * Trainers as people call them; formats name them with versions and settings behind that. Longer names before those
 * that they begin with.
 */
const products = [
  'TRL',
  'Unsloth',
  'OpenRLHF',
  'axolotl',
  'LLaMA-Factory',
  'ms-swift',
  'NeMo-RL',
  'NeMo-Aligner',
  'HALOs',
  'torchtune',
  'open-instruct',
  'reward-bench',
  'RewardBench',
  'RLHFlow',
  'alignment-handbook',
  'verl',
  'SkyRL',
  'slime',
  'AReaL',
  'verifiers',
  'NeMo Gym',
  'OpenAI',
  'Azure',
  'Together',
  'Fireworks',
  'Prometheus',
  'FG-RLHF',
  'HelpSteer',
  'simple-evals',
  'Tinker',
  'prime-rl',
  'Oumi',
  'SWE-bench',
];

/** A trainer with the formats that it reads. */
export interface TrainerFormats {
  readonly trainer: string;
  readonly formats: readonly { readonly format: ExportFormat; readonly as: readonly Trainer[] }[];
}

/** What a trainer is called, without version and settings. */
export function productOf(name: string): string {
  const known = products.find(
    (product) =>
      name.toLowerCase().startsWith(product.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(name.slice(product.length)),
  );
  return (
    known ??
    name
      .replace(/\s*[(,:;].*$/, '')
      .replace(/\s+v?\d.*$/, '')
      .trim()
  );
}

/** All trainers with their formats, by name; of each its formats in their order. */
export function trainerFormatsOf(formats: readonly ExportFormat[]): TrainerFormats[] {
  const byProduct = new Map<string, { format: ExportFormat; as: Trainer[] }[]>();
  for (const format of formats) {
    for (const trainer of format.trainers) {
      const product = productOf(trainer.name);
      const read = byProduct.get(product) ?? [];
      const same = read.find((each) => each.format === format);
      if (same) same.as.push(trainer);
      else read.push({ format, as: [trainer] });
      byProduct.set(product, read);
    }
  }
  return [...byProduct]
    .map(([trainer, read]) => ({ trainer, formats: read }))
    .sort((a, b) => (a.trainer.toLowerCase() < b.trainer.toLowerCase() ? -1 : 1));
}

/** A command with the trainer that it is for. */
export interface TrainerCommand extends TrainingCommand {
  readonly trainer: string;
}

/** What is typed to train with these files, of each trainer that can be told and reads them as they are. */
export function commandsFor(trainers: readonly Trainer[], files: DataFiles): TrainerCommand[] {
  return trainers.flatMap(({ name, command }) => {
    const made = command?.(files);
    return made ? [{ trainer: name, ...made }] : [];
  });
}
