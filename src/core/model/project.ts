import { z } from 'zod';
import { modes, type Mode } from './mode';
import { aspectSchema, defaultAspects, type Aspect } from './scale';
import { stepSplits, type StepSplit } from './steps';

/** `study.tiebreak`: what ties a dataset, a task, rubrics and annotators together. A file to commit. */

export const projectVersion = 1;

/** What annotators are asked where a study says nothing else. */
export function questionOf(mode: Mode): string {
  switch (mode) {
    case 'rank': return 'Which response serves the person who asked better? Rank them, best first.';
    case 'pair': return 'Which of the two serves the person who asked better?';
    case 'best': return 'Which response serves the person who asked best?';
    case 'rate': return 'How good is each response?';
    case 'thumbs': return 'Does the response serve the person who asked?';
    case 'steps': return 'Is each step right?';
  }
}

export const defaultSkipReasons = ['I lack the knowledge to judge this', 'The prompt is unclear', 'The responses cannot be compared', 'Harmful or personal content'] as const;

/** Something that can be said of a response, or of the item, by one key (C29). */
const flagSchema = z.looseObject({ name: z.string().min(1).describe('Names the flag, in the journal.'), of: z.enum(['response', 'item']).optional().describe('What it says something about; a response where nothing is said.') });
export type Flag = Readonly<z.infer<typeof flagSchema>>;

/** What can be flagged where a study says nothing else. */
export const defaultFlags: readonly Flag[] = [{ name: 'unsafe' }, { name: 'deceptive' }, { name: 'sycophantic' }, { name: 'refusal' }, { name: 'factual error' }, { name: 'off-topic' }, { name: 'prompt ambiguous', of: 'item' }];

/** When annotators see what verifiers found out about a response: at once, once they have judged the item, or not at all. */
export const verifierTimes = ['shown', 'after', 'hidden'] as const;
export type VerifierTime = (typeof verifierTimes)[number];

/**
 * In which order items come. `shuffled`: drawn by the study's seed, the same for all. `shuffled-each`: drawn for each annotator.
 * `uncertain`: those first whose scores spread widest, or whose labels most disagree.
 */
export const orderNames = ['file', 'shuffled', 'shuffled-each', 'uncertain'] as const;
export type OrderName = (typeof orderNames)[number];

/** What `tiebreak init` and the editor make. Fields that later versions add are kept when the file is written again. The descriptions are shown by JSON editors. */
export const projectSchema = z.looseObject({
  $schema: z.string().optional(),
  version: z.literal(projectVersion, `is not ${projectVersion}: made by another version of Tiebreak`).describe('Version of this file format.'),
  dataset: z
    .looseObject({
      sources: z.array(z.string().min(1)).min(1, 'names no dataset file').describe("The dataset's files, relative to this file's folder, read in this order as one dataset. They are never written to."),
      layout: z.string().min(1).describe('How the records are laid out; "tiebreak formats" lists the layouts.'),
      mapping: z.record(z.string(), z.string()).describe('Fields of the layout that stand elsewhere in this dataset, as in { "prompt": "data.question" }.'),
      gather: z.boolean().optional().describe('Whether rows with the same prompt are one item: its responses are all of theirs.'),
    })
    .describe('What is annotated.'),
  task: z
    .looseObject({
      mode: z.enum(modes).describe('How annotators judge: rank all responses, compare pairs, choose the best, rate each on aspects, good or bad for each, or step by step. They can switch for an item.'),
      aspects: z.array(aspectSchema).min(1, 'names no aspect').optional().describe('What responses are rated on.'),
      steps: z.enum(stepSplits).optional().describe('How responses are split into steps at first: by "line", "paragraph", "marker" (numbers, bullets, "Then", ...) or "sentence".'),
      strength: z.boolean().optional().describe('Whether annotators say how much better a response is when they compare two; if not, the next two come as soon as one is chosen. True where nothing is said.'),
      references: z.boolean().optional().describe('Whether the reference answers of the items are pinned above the conversation. False where nothing is said.'),
      verifiers: z.enum(verifierTimes).optional().describe('When annotators see what verifiers (tests, checkers, reward models) found out about a response: "shown" at once, "after" they have judged the item, or "hidden". Shown where nothing is said.'),
      guidelines: z.string().min(1).optional().describe("A Markdown file that says how to judge, relative to this file's folder. Annotators open it at the desk, and each annotation keeps its version."),
      flags: z.array(flagSchema).optional().describe('What annotators can flag, in the order of its keys.'),
      questions: z
        .array(z.looseObject({ version: z.int().positive().describe('Counts up from 1.'), text: z.string().min(1).describe('What annotators are asked.') }))
        .min(1, 'asks no question')
        .describe('What annotators are asked. To change it, add a new version at the end: annotations keep the number of the one they were made under.'),
      skipReasons: z.array(z.string().min(1)).describe('Reasons offered when an item is skipped.'),
    })
    .describe('What annotators do.'),
  plan: z
    .looseObject({
      order: z.enum(orderNames).optional().describe('In which order items come: as in the "file", "shuffled" by the seed and the same for all, "shuffled-each" for each annotator, or the most "uncertain" first (the widest spread of scores, or labels that disagree). Annotators can choose another for themselves.'),
      annotators: z
        .array(z.string().min(1))
        .min(1, 'names nobody')
        .refine((names) => new Set(names).size === names.length, 'names somebody twice')
        .optional()
        .describe('Who judges. Each item comes to "perItem" of them, drawn by the seed and the item\'s id: alike on every machine, and with few changes when somebody is added. Whoever is not named here gets every item.'),
      perItem: z.int().positive().optional().describe('How many of the annotators judge each item; one where nothing is said, and all where there are fewer.'),
    })
    .optional()
    .describe('Which items come to whom, and when.'),
  round: z.int().nonnegative().describe('Kept with every annotation; count it up when a new policy is sampled.'),
  seed: z.int().nonnegative().describe('Seeds the blind order of responses, together with annotator and item.'),
});
export type Project = z.infer<typeof projectSchema>;

/** Who judges which item. */
export interface Shares {
  readonly annotators: readonly string[];
  readonly perItem: number;
  /** The study's seed. */
  readonly seed: number;
}

/** How a study shares its items out; undefined where everybody gets all. */
export function sharesOf({ plan, seed }: Project): Shares | undefined {
  return plan?.annotators && { annotators: plan.annotators, perItem: Math.min(plan.perItem ?? 1, plan.annotators.length), seed };
}

/** The question in force. */
export function currentQuestion(project: Project): { version: number; text: string } {
  return project.task.questions.reduce((latest, question) => (question.version > latest.version ? question : latest));
}

/** What annotators can do, with what holds where the project says nothing. */
export interface Task {
  readonly mode: Mode;
  readonly aspects: readonly Aspect[];
  readonly steps: StepSplit;
  /** Whether pairs are compared with strengths. */
  readonly strength: boolean;
  /** Whether reference answers are shown. */
  readonly references: boolean;
  readonly verifiers: VerifierTime;
  readonly flags: readonly Flag[];
}

export function taskOf({ task }: Project): Task {
  const { mode, aspects = defaultAspects, steps = 'line', strength = true, references = false, verifiers = 'shown', flags = defaultFlags } = task;
  return { mode, aspects, steps, strength, references, verifiers, flags };
}
