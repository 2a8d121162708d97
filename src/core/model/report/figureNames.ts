/**
 * How a figure is told: a share of 1, a number, milliseconds, from -1 to 1, how many of something there are, or the
 * weight of a criterion.
 */
export type ToldAs = 'share' | 'number' | 'time' | 'correlation' | 'count' | 'weight';

interface FigureDeclaration {
  readonly as: ToldAs;
  /** There can be a finding of it, which has a sentence. */
  readonly matters?: true;
  /** What it is told of each one of is the name of somebody or something that those who judge blind must not see. */
  readonly tells?: 'annotator' | 'model';
}

type Declarations = Readonly<Record<string, Readonly<Record<string, FigureDeclaration>>>>;

/** The figures of every kind of judgment, by stable names. CONTRIBUTING.md says where else a new one stands. */
export const figuresOfKinds = {
  rankings: {
    length: { as: 'number' },
    time: { as: 'time' },
    diversity: { as: 'share' },
    tied: { as: 'share' },
    unranked: { as: 'share' },
  },
  strengths: {
    stated: { as: 'share' },
    mean: { as: 'number' },
    rankGap: { as: 'correlation', matters: true },
    ambiguous: { as: 'share', matters: true },
  },
  scorers: {
    mean: { as: 'number' },
    spread: { as: 'number' },
    correlation: { as: 'correlation' },
  },
  acceptable: {
    good: { as: 'share', matters: true },
    perPrompt: { as: 'number' },
    oneSided: { as: 'share' },
  },
  ratings: {
    missing: { as: 'share', matters: true },
    notApplicable: { as: 'share' },
    mean: { as: 'number' },
    correlation: { as: 'correlation', matters: true },
    withPreference: { as: 'share', matters: true },
    flips: { as: 'share', matters: true },
    flipsBy: { as: 'share' },
  },
  winners: {
    overall: { as: 'share', matters: true },
  },
  critiques: {
    share: { as: 'share' },
    length: { as: 'number' },
    part: { as: 'share' },
  },
  reasons: {
    share: { as: 'share', matters: true },
    length: { as: 'number' },
    because: { as: 'share' },
    notes: { as: 'number' },
  },
  refinements: {
    improved: { as: 'share' },
    same: { as: 'share' },
    worse: { as: 'share', matters: true },
    unknown: { as: 'share' },
    rounds: { as: 'number' },
  },
  steps: {
    judged: { as: 'share' },
    perResponse: { as: 'number' },
    wrong: { as: 'share' },
    redundant: { as: 'share' },
    outcome: { as: 'share' },
    goodDespiteError: { as: 'share', matters: true },
    badWithoutError: { as: 'share' },
    type: { as: 'share' },
    siblings: { as: 'count' },
    siblingsDiffer: { as: 'share' },
  },
  runSteps: {
    perRun: { as: 'number' },
    wrong: { as: 'share' },
    severity: { as: 'number' },
    withError: { as: 'share' },
    sameError: { as: 'share' },
    errorWithinOne: { as: 'share' },
    errorWithinThree: { as: 'share' },
    category: { as: 'share' },
    fault: { as: 'share' },
    callVerdict: { as: 'share' },
    callTool: { as: 'share' },
    sameCallPlaces: { as: 'share' },
    sameCallVerdicts: { as: 'share' },
  },
  diffComments: {
    perResponse: { as: 'number' },
    type: { as: 'share' },
    severity: { as: 'number' },
    sameLines: { as: 'share' },
  },
  tests: {
    share: { as: 'share' },
    changed: { as: 'share' },
    betterPreferred: { as: 'share' },
    unisolated: { as: 'share' },
    flaky: { as: 'share' },
  },
  takeovers: {
    share: { as: 'share' },
    files: { as: 'number' },
    midway: { as: 'share' },
  },
  knownErrors: {
    exact: { as: 'share' },
    withinOne: { as: 'share' },
    withinThree: { as: 'share' },
    annotator: { as: 'share', tells: 'annotator' },
  },
  stepKinds: {
    judged: { as: 'count' },
    wrong: { as: 'share' },
    toolJudged: { as: 'count' },
    toolWrong: { as: 'share' },
    modelJudged: { as: 'count', tells: 'model' },
    modelWrong: { as: 'share', tells: 'model' },
    harnessJudged: { as: 'count', tells: 'model' },
    harnessWrong: { as: 'share', tells: 'model' },
  },
  runOutcomes: {
    passedAccepted: { as: 'share' },
    failedAccepted: { as: 'share' },
    passedPreferred: { as: 'share' },
    auc: { as: 'number' },
    passedTop: { as: 'share' },
    failedTop: { as: 'share' },
  },
  evidence: {
    ticks: { as: 'number' },
    precision: { as: 'share' },
    recall: { as: 'share' },
    precisionByLength: { as: 'share' },
    recallByLength: { as: 'share', matters: true },
  },
  critiqueJudgments: {
    flawed: { as: 'share', matters: true },
    accepted: { as: 'share' },
    right: { as: 'share' },
    ranked: { as: 'share' },
    rewritten: { as: 'share' },
  },
  demonstrations: {
    share: { as: 'share' },
    length: { as: 'number' },
  },
  clarifications: {
    share: { as: 'share', matters: true },
  },
  contexts: {
    used: { as: 'count' },
    flips: { as: 'share', matters: true },
    within: { as: 'share' },
    across: { as: 'share' },
  },
  turns: {
    perItem: { as: 'number' },
    flips: { as: 'share' },
    asWhole: { as: 'share', matters: true },
  },
  rounds: {
    wins: { as: 'share', matters: true, tells: 'model' },
  },
  sampling: {
    wins: { as: 'share', matters: true, tells: 'model' },
  },
  media: {
    items: { as: 'count' },
    judged: { as: 'share', matters: true },
  },
  looks: {
    lengthChosen: { as: 'number' },
    lengthRejected: { as: 'number' },
    chosen: { as: 'share' },
    rejected: { as: 'share' },
  },
  flagged: {
    set: { as: 'share' },
    chosen: { as: 'share', matters: true },
  },
  diversity: {
    chosen: { as: 'share' },
    rejected: { as: 'share' },
    more: { as: 'number', matters: true },
  },
  served: {
    share: { as: 'share' },
    value: { as: 'number' },
    same: { as: 'share', matters: true },
  },
  metadata: {
    items: { as: 'share', matters: true },
    models: { as: 'share', matters: true },
    judgments: { as: 'share' },
  },
} as const satisfies Declarations;

type Declared = typeof figuresOfKinds;
export type JudgmentKind = keyof Declared;
type NamesIn<K extends JudgmentKind> = `${K}.${keyof Declared[K] & string}`;
/** The name of a figure: `rankings.length`. */
export type FigureName = { [K in JudgmentKind]: NamesIn<K> }[JudgmentKind];
/** The figures of one kind. */
export type FigureOf<K extends JudgmentKind> = K extends JudgmentKind ? NamesIn<K> : never;
type MattersIn<K extends JudgmentKind> = {
  [F in keyof Declared[K] & string]: Declared[K][F] extends { readonly matters: true } ? `${K}.${F}` : never;
}[keyof Declared[K] & string];
/** The figures of which there can be a finding. */
export type MatteringFigure = { [K in JudgmentKind]: MattersIn<K> }[JudgmentKind];

export const judgmentKinds = Object.keys(figuresOfKinds) as readonly JudgmentKind[];
const all: Declarations = figuresOfKinds;
const declarations = new Map<string, FigureDeclaration>(
  Object.entries(all).flatMap(([kind, figures]) =>
    Object.entries(figures).map(([name, declared]) => [`${kind}.${name}`, declared] as const),
  ),
);
export const figureNames = [...declarations.keys()] as readonly FigureName[];
/** What is declared of a figure. */
export const declarationOf = (name: FigureName): FigureDeclaration => declarations.get(name) ?? { as: 'number' };

/** Whether there can be a finding of it. */
export const canMatter = (name: FigureName): name is MatteringFigure => declarationOf(name).matters === true;
