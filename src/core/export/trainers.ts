import type { ExportFormat, Trainer } from './format';

/** Trainers as people call them; formats name them with versions and settings behind that. Longer names before those that they begin with. */
const products = ['TRL', 'Unsloth', 'OpenRLHF', 'axolotl', 'LLaMA-Factory', 'ms-swift', 'NeMo-RL', 'NeMo-Aligner', 'HALOs', 'torchtune', 'open-instruct', 'reward-bench', 'RewardBench', 'RLHFlow', 'alignment-handbook', 'verl', 'OpenAI', 'Azure', 'Together', 'Fireworks', 'Prometheus', 'FG-RLHF', 'HelpSteer', 'simple-evals'];

/** A trainer with the formats that it reads. */
export interface Target {
  readonly trainer: string;
  readonly formats: readonly { readonly format: ExportFormat; readonly as: readonly Trainer[] }[];
}

/** What a trainer is called, without version and settings. */
export function productOf(name: string): string {
  const known = products.find((product) => name.toLowerCase().startsWith(product.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(name.slice(product.length)));
  return known ?? name.replace(/\s*[(,:;].*$/, '').replace(/\s+v?\d.*$/, '').trim();
}

/** All trainers with their formats, by name; of each its formats in their order. */
export function targetsOf(formats: readonly ExportFormat[]): Target[] {
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
  return [...byProduct].map(([trainer, read]) => ({ trainer, formats: read })).sort((a, b) => a.trainer.toLowerCase() < b.trainer.toLowerCase() ? -1 : 1);
}

/** What is typed to train with an export: the file by its kind, and paths that hold more than plain characters in quotes, as a shell, Python or YAML reads them. */
export function commandFor({ command }: Trainer, folder: string, file: string): string | undefined {
  if (command === undefined) return undefined;
  const escaped = folder.replaceAll(languageOf(command) === 'sh' ? /[\\"$`]/g : /[\\"]/g, '\\$&');
  const isPlain = !/[^\w./@:+-]/.test(folder);
  return command.replaceAll(/"?\{folder\}(\/[\w.-]*)?"?/g, (whole: string, rest: string | undefined, at: number) => {
    const end = (rest ?? '').replace(/\/(train|validation|test)\.\w+$/, `/$1.${file}`);
    if (/^".*"$/.test(whole)) return `"${escaped}${end}"`;
    if (isPlain) return `${folder}${end}`;
    // A list of Hydra's, which is in quotes already, takes single ones.
    return isQuoted(command.slice(0, at)) ? `'${escaped.replaceAll("'", "\\'")}${end}'` : `"${escaped}${end}"`;
  });
}

/** What a trainer is told in: a command, Python, or YAML. */
export function languageOf(text: string): 'sh' | 'python' | 'yaml' {
  if (/^(load_dataset|pandas\.read_json)\(/.test(text)) return 'python';
  return /^[\w-]+:(\s|$)/.test(text) ? 'yaml' : 'sh';
}

/** Whether a quotation mark is open where the text ends. */
const isQuoted = (text: string): boolean => (text.slice(text.lastIndexOf('\n') + 1).match(/"/g) ?? []).length % 2 === 1;
