import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportFormats } from '../../../src/core/export';
import { exportOptionsOf } from '../../../src/core/export/options';
import { recipeProblemText } from '../../../src/core/export/recipeProblem';
import {
  assertOwnFolder,
  recipeFormat,
  recipeNamed,
  recipeNames,
  recipesIn,
  withoutRecipe,
  withRecipe,
} from '../../../src/core/export/recipes';
import { writeExport } from '../../../src/core/export/write';
import { temporaryFolder } from '../made/temporaryFolder';
import { judge, opened, studyOf } from '../made/study';
import { productOf, trainerFormatsOf } from '../../../src/core/export/trainers';
import { projectSchema, type Project } from '../../../src/core/model/study/project';
import { ExportDraft, shownRow } from '../../../src/host/export/exportDraft';
import { useCatalogue } from '../../../src/core/model/problems/catalogue';
import { dropReasons, noteTexts } from '../../../src/core/export/dropReasons';
import { droppedOf, newTally } from '../../../src/core/export/rows/tally';

const project = { version: 1, seed: 3 } as Project;

describe('recipes of a project', () => {
  it('are kept by name and written to a folder of theirs, unless they say which', () => {
    const nightly = withRecipe(project, '/home/ana/study.tiebreak', 'nightly', { format: 'trl-dpo' }, undefined);
    expect(nightly.exports).toEqual({ nightly: { format: 'trl-dpo' } });
    expect(recipeNamed('/home/ana/study.tiebreak', nightly, 'nightly')).toEqual({
      recipe: { format: 'trl-dpo' },
      folder: '/home/ana/study.tiebreak.d/exports/nightly',
    });
    const both = withRecipe(
      nightly,
      '/home/ana/study.tiebreak',
      'a: b',
      { format: 'trl-dpo-text' },
      '/home/ana/out/here',
    );
    expect(recipeNames(both)).toEqual(['a: b', 'nightly']);
    expect(recipesIn(both)['a: b']).toEqual({ format: 'trl-dpo-text', out: 'out/here' });
    expect(recipeNamed('/home/ana/study.tiebreak', both, 'a: b').folder).toBe('/home/ana/out/here');
    expect(
      withRecipe(
        both,
        '/home/ana/study.tiebreak',
        'nightly',
        { format: 'trl-dpo' },
        '/home/ana/study.tiebreak.d/exports/nightly',
      ).exports,
    ).toMatchObject({ nightly: { format: 'trl-dpo' } });
    expect(
      recipesIn(
        withRecipe(
          { ...project, exports: [] },
          '/home/ana/study.tiebreak',
          'nightly',
          { format: 'trl-dpo' },
          undefined,
        ),
      ).nightly,
    ).toEqual({ format: 'trl-dpo' });
    expect(withoutRecipe(withoutRecipe(both, 'a: b'), 'nightly')).toEqual(project);
  });

  it('that are faulty keep nobody from the study: an empty name, or a list in their place', () => {
    const whole = {
      version: 1,
      dataset: { sources: ['a.jsonl'], layout: 'responses', mapping: {} },
      task: { mode: 'rank', questions: [{ version: 1, text: 'Which?' }], skipReasons: [] },
      round: 0,
      seed: 1,
    };
    expect(
      [[], [{ format: 'trl-dpo' }], { '': { format: 'trl-dpo' }, nightly: { format: 'trl-dpo' } }, 'trl-dpo'].map(
        (exports) => projectSchema.safeParse({ ...whole, exports }).success,
      ),
    ).toEqual([true, true, true, false]);
    const named = { ...project, exports: { '': { format: 'trl-dpo' }, nightly: { format: 'trl-dpo' } } };
    expect(recipeProblemText(named, '')).toBe(
      'exports: the name of a recipe is empty. Enter a name in the project file.',
    );
    expect(recipeNamed('/home/ana/study.tiebreak', named, 'nightly').recipe).toEqual({ format: 'trl-dpo' });
    const list = { ...project, exports: [{ format: 'trl-dpo' }] };
    expect(recipeNames(list)).toEqual([]);
    expect(() => recipeNamed('/home/ana/study.tiebreak', list, 'nightly')).toThrow(
      '/home/ana/study.tiebreak: exports: is a list. It must be an object of recipes by name',
    );
    // What stands there is not written over.
    expect(() => withRecipe(list, '/home/ana/study.tiebreak', 'nightly', { format: 'trl-dpo' }, undefined)).toThrow(
      'is a list',
    );
  });

  it('are told where two of them are written to one folder', () => {
    const twins = {
      ...project,
      exports: { 'a/b': { format: 'trl-dpo' }, 'a b': { format: 'trl-kto' }, c: { format: 'trl-kto' } },
    };
    expect(() => assertOwnFolder('/s.tiebreak', twins, 'a/b')).toThrow(
      'The recipes “a/b” and “a b” have the same export folder, /s.tiebreak.d/exports/a-b',
    );
    expect(() => assertOwnFolder('/s.tiebreak', twins, 'c')).not.toThrow();
  });

  it('that are faulty are told by name with what is wrong, and stay as they are beside the others', async () => {
    const study = await studyOf(temporaryFolder(), [{ prompt: 'q', responses: ['a', 'b'] }]);
    await judge(study, 0, { ranking: { tiers: [['r1'], ['r2']] } });
    await study.close();
    const later = { format: 'trl-dpo-text', blend: { with: 'another' }, out: 'later' };
    const exports = {
      good: { format: 'trl-dpo-text' },
      later,
      odd: { format: 'trl-kto', pairs: 'all' },
      none: 5,
      list: { format: 'trl-dpo', annotators: 'ana' },
      gone: { format: 'trl-dop' },
    };
    writeFileSync(study.file, JSON.stringify({ ...study.project, exports }));
    const again = await opened(study.file);
    expect(
      recipeNames(again.project).map((name) => [name, recipeProblemText(again.project, name)?.slice(0, 60)]),
    ).toEqual([
      ['gone', 'exports.gone: The format “trl-dop” does not exist. Similar f'],
      ['good', undefined],
      ['later', 'exports.later: Unknown fields: “blend”. Correct or remove th'],
      ['list', 'exports.list.annotators: Must be a list, but is "ana"'],
      ['none', 'exports.none: Must be an object, but is 5'],
      ['odd', 'exports.odd: The format trl-kto does not support the option '],
    ]);
    expect(() => recipeNamed(study.file, again.project, 'later')).toThrow(
      `${study.file}: exports.later: Unknown fields: “blend”`,
    );
    expect(['later', 'none'].map((name) => recipeFormat(again.project, name))).toEqual(['trl-dpo-text', '']);
    const { recipe, folder } = recipeNamed(study.file, again.project, 'good');
    assertOwnFolder(study.file, again.project, 'good');
    await writeExport(again, exportOptionsOf(recipe), folder);
    expect(readdirSync(folder)).toContain('train.jsonl');
    const twin = {
      ...again.project,
      exports: { ...recipesIn(again.project), twin: { format: 'trl-dpo', out: 'later' } },
    };
    expect(() => assertOwnFolder(study.file, twin, 'twin')).toThrow(
      'The recipes “twin” and “later” have the same export folder',
    );
    await again.changeProject((project) => withRecipe(project, study.file, 'new', { format: 'trl-dpo' }, undefined));
    expect((JSON.parse(readFileSync(study.file, 'utf8')) as Project).exports).toEqual({
      ...exports,
      new: { format: 'trl-dpo' },
    });
    await again.changeProject((project) => withoutRecipe(project, 'none'));
    expect(recipesIn(JSON.parse(readFileSync(study.file, 'utf8')) as Project).later).toEqual(later);
    await again.close();
  });

  it('are told where there is none of a name, even one that every object has', () => {
    expect(() => recipeNamed('/s.tiebreak', project, 'constructor')).toThrow(
      'The recipe “constructor” does not exist: this project has no recipe.',
    );
    expect(() =>
      recipeNamed('/s.tiebreak', { ...project, exports: { nightly: { format: 'trl-dpo' } } }, 'weekly'),
    ).toThrow('Recipes of this project: nightly');
  });
});

describe('trainers', () => {
  it.each([
    ['TRL 0.12 and later (DPO, reward)', 'TRL'],
    ['TRL ORPO (trl.experimental)', 'TRL'],
    ['NeMo-RL (dpo)', 'NeMo-RL'],
    ['verl RMDataset (as Parquet)', 'verl'],
    ['axolotl (chat_template.default, field_messages: prompt)', 'axolotl'],
    ['Some New Trainer 3.1, with flags', 'Some New Trainer'],
    ['TRLX', 'TRLX'],
  ])('%s is %s', (name, product) => {
    expect(productOf(name)).toBe(product);
  });

  it('list every format that names one, once for each', () => {
    const targets = trainerFormatsOf(exportFormats);
    for (const format of exportFormats)
      for (const { name } of format.trainers)
        expect(
          targets.find(({ trainer }) => trainer === productOf(name))?.formats.filter((each) => each.format === format),
        ).toHaveLength(1);
    for (const { trainer } of targets) expect(trainer).toMatch(/^\S.{0,39}$/);
  });
});

describe('the options of an export as they are typed', () => {
  it('leave out what the format does not take, and bring it back with one that does', () => {
    const draft = new ExportDraft('TRL', { format: 'trl-dpo', margin: 'votes', seed: '3' });
    expect(draft.read()).toEqual({
      recipe: { format: 'trl-dpo', ...(draft.format.takes.includes('margin') && { margin: 'votes' }) },
    });
    draft.set('split', 'train=0.5,test=0.5');
    expect(draft.read()).toMatchObject({ recipe: { split: { train: 0.5, test: 0.5 }, seed: 3 } });
    draft.set('split', 'train=0.5');
    expect(draft.read()).toMatchObject({ issues: [{ field: 'split' }] });
  });

  it('say nothing of contexts where the format holds no prompt', () => {
    const draft = new ExportDraft('', { format: 'annotators', context: 'system' });
    expect([draft.read(), draft.folder()]).toEqual([{ recipe: { format: 'annotators' } }, 'annotators']);
    draft.turnTo('', 'trl-dpo');
    expect([draft.read(), draft.folder()]).toEqual([
      { recipe: { format: 'trl-dpo', context: 'system' } },
      'trl-dpo-system-context',
    ]);
  });

  it('go from trainer to trainer with a format that it reads', () => {
    const draft = new ExportDraft();
    draft.turnTo('verl', null);
    expect(draft.texts.format).toBe('trl-dpo-text');
    draft.turnTo('TRL', null);
    expect(draft.texts.format).toBe('trl-dpo-text');
    draft.turnTo('nobody', 'full-conversations');
    expect([draft.trainer, draft.texts.format]).toEqual(['', 'full-conversations']);
    draft.load({ format: 'trl-dpo' });
    expect(draft.commands('/out').length).toBeGreaterThan(1);
  });

  it('go to a kind of file that the trainer reads, and back with the next trainer', () => {
    const draft = new ExportDraft('TRL', { format: 'trl-dpo-text' });
    const read = (): unknown => draft.read();
    draft.turnTo('verl', null);
    expect(read()).toEqual({ recipe: { format: 'trl-dpo-text', file: 'parquet' } });
    draft.turnTo('TRL', null);
    expect(read()).toEqual({ recipe: { format: 'trl-dpo-text' } });
    draft.set('file', 'json');
    draft.turnTo('verl', null);
    draft.turnTo('TRL', null);
    expect(read()).toEqual({ recipe: { format: 'trl-dpo-text', file: 'json' } });
    draft.turnTo('verl', null);
    draft.set('file', 'jsonl');
    draft.turnTo('TRL', null);
    expect(read()).toEqual({ recipe: { format: 'trl-dpo-text', file: 'jsonl' } });
    draft.turnTo('verl', null);
    draft.load({ format: 'trl-dpo-text', file: 'json' });
    expect(read()).toEqual({ recipe: { format: 'trl-dpo-text', file: 'json' } });
  });

  it('tell what is typed to train with what they would write: its splits, its kind, a folder or one file', () => {
    const draft = new ExportDraft('TRL', { format: 'trl-dpo' });
    const command = (out = '/out'): string =>
      draft
        .commands(out)
        .map(({ text }) => text)
        .join('\n');
    const scripts = (of: string): string =>
      ['orpo', 'cpo']
        .map((name) => `\naccelerate launch examples/scripts/${name}.py --dataset_name /out${of} --output_dir ${name}`)
        .join('');
    expect(command()).toBe(`trl dpo --dataset_name /out${scripts('')}`);
    expect(command('/rows.jsonl')).toMatch(
      /^# trl dpo .*\ndatasets:\n {2}- path: json\n {4}data_files: \/rows\.jsonl$/,
    );
    draft.set('split', 'train=0.8,validation=0.1,test=0.1');
    const validated = ' --dataset_test_split validation --eval_strategy epoch';
    expect(command()).toBe(`trl dpo --dataset_name /out${validated}${scripts(validated)}`);
    // While the next is typed it stands still, and follows what can be read again.
    draft.set('split', 'train=0.8,te');
    expect(command()).toContain('--dataset_test_split validation');
    draft.set('split', 'train=0.8,test=0.2');
    expect(command()).toContain('--dataset_test_split test');
    // A split is not written into one file, nor one kind of rows into a file of another.
    expect(command('/rows.jsonl')).toBe('');
    draft.set('split', '');
    expect([command(), command('/rows.parquet')]).toEqual([`trl dpo --dataset_name /out${scripts('')}`, '']);
    draft.set('file', 'parquet');
    expect(command('/rows.parquet')).toContain('- path: parquet');
    draft.load({ format: 'ms-swift', split: { train: 0.5, validation: 0.5 } });
    expect(command()).toBe('swift rlhf --rlhf_type dpo --dataset /out/train.jsonl --val_dataset /out/validation.jsonl');
  });
});

describe('what is shown', () => {
  it('of a row is cut where it is long', () => {
    const row = JSON.parse(
      shownRow(JSON.stringify({ a: 'x'.repeat(2000), b: Array(60).fill(1), c: { d: 1, e: null } })),
    ) as { a: string; b: unknown[]; c: unknown };
    expect(row.a).toBe(`${'x'.repeat(600)}… (+1,400)`);
    expect(row.b).toHaveLength(41);
    expect(row.c).toEqual({ d: 1, e: null });
  });

  it('of a row names nothing in columns that are not to be seen, however deep', () => {
    const row = JSON.stringify({
      model: 'm-7b',
      models: ['m-7b', ''],
      answers: [{ answer: 'm-7b says', model: 'm-7b' }],
    });
    expect(JSON.parse(shownRow(row, ['model', 'models']))).toEqual({
      model: '…',
      models: ['…', ''],
      answers: [{ answer: 'm-7b says', model: '…' }],
    });
  });

  it('of reasons names no option of the command line', () => {
    useCatalogue('editor');
    try {
      // OpenRLHF has an option of its own.
      for (const reason of [...Object.values(dropReasons), ...Object.values(noteTexts)])
        expect(reason().replace('--model.margin_loss_enable', '')).not.toContain('--');
      const dropped = droppedOf({ ...newTally(), dropped: { 'one-criterion': 1 }, criteria: new Set(['b', 'a']) });
      expect(dropped['one-criterion']?.reason).toBe('preferred for one criterion only, not overall ("a" or "b")');
    } finally {
      useCatalogue('commandLine', 'en');
    }
  });
});
