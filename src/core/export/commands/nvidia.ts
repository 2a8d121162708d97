import {
  hydra,
  sequenceLength,
  yamlScalar,
  sh,
  training,
  withoutSplit,
  yaml,
  type TrainingCommandBuilder,
} from './trainingCommand';

/**
 * NeMo-RL (`nemo_rl/data/utils.py setup_preference_data`: `data.train`, `data.validation`, with what both share in
 * `data.default`). Its own configurations (`examples/configs/{dpo,rm}.yaml`) validate on HelpSteer3, so that nothing is
 * validated on only where the configuration says so. Files are .json and .jsonl (`nemo_rl/data/datasets/utils.py
 * load_dataset_from_path`).
 */
export const nemoRlPairs = (script: 'dpo' | 'rm'): TrainingCommandBuilder =>
  training((files) => {
    // `examples/configs/{dpo,rm}.yaml`; a longer row is cut to its first tokens and left out of the loss
    // (`nemo_rl/data/processors.py preference_preprocessor`).
    const length = sequenceLength(files, `NeMo-RL's ${script}.yaml`, script === 'dpo' ? 1024 : 8192);
    const validation = files.heldOut
      ? ['  validation:', `    data_path: ${yamlScalar(files.heldOut.path)}`]
      : [`  validation: null  # in place of HelpSteer3`];
    return yaml(
      (length?.comment ?? '') +
        [
          ...(length ? ['policy:', `  max_total_sequence_length: ${length.tokens}`] : []),
          'data:',
          '  train:',
          `    data_path: ${yamlScalar(files.train)}`,
          ...validation,
          '  default:',
          '    dataset_name: PreferenceDataset',
        ].join('\n'),
    );
  });

/**
 * NeMo-Aligner (`nemo_aligner/data/nlp/builders.py build_train_valid_test_datasets`: `model.data.data_prefix` must have
 * train, validation and test; the scripts train on the first and validate on the second, and read the third only).
 */
export const nemoAligner = (script: string, ...options: readonly string[]): TrainingCommandBuilder =>
  training((files) => {
    const named = files.heldOut ? hydra(files.heldOut.path) : 'VALIDATION_FILE';
    const test = files.test === undefined ? named : hydra(files.test);
    const note = files.heldOut
      ? ''
      : withoutSplit(
          'NeMo-Aligner stops without files for validation and test',
          files,
          'train=0.8,validation=0.1,test=0.1',
        );
    return sh(
      `${note}${[`python examples/nlp/gpt/${script}`, `"model.data.data_prefix={train: [${hydra(files.train)}], validation: [${named}], test: [${test}]}"`, ...options].join(' ')}`,
    );
  });
