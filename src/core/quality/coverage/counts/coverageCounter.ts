import type { Annotation } from '../../../model/annotation/annotation';
import { rateOf, proportionOf, type Rate } from '../../rate';
import { tauB } from '../../correlation';
import type { Weights } from '../../bradleyTerry';
import type { CriterionFigures } from '../../../model/report/coverage';
import { kindOfCriterion } from '../../../model/rubric/criterionKind';
import { isPlainKey } from '../../../model/annotation/judgementKey';
import { AgreementCounter, type CriterionAgreement } from '../criterionAgreement';
import { AnnotationCounter } from '../annotationCounter';
import { CritiqueCounter } from './critiqueCounts';
import { askedVersions, type SliceIndex } from '../sliceIndex';
import { asks, type NumberedCriterion, type NumberedVersion, type StudyCriteria } from '../studyCriteria';
import type { ItemFacts } from '../items/itemFacts';
import { ItemSums } from '../items/itemSums';
import { Matrix } from './matrix';
import { ExplainedPreferences } from '../explainedPreferences';
import { Redundancy } from '../redundancy';
import { failsGate } from '../../../rubric/score';
import { filled, noVerdict, VerdictTable } from './verdictTable';
import { SpanCounter } from './spanCounts';

/** All that is counted while annotations come, one after the other and in whatever order. */
export class CoverageCounter {
  readonly matrix: Matrix;
  readonly preferring: ExplainedPreferences;
  /** What verdicts are worth by each criterion, by item. */
  readonly yes = new ItemSums();
  readonly redundancy: Redundancy;
  readonly agreeing: AgreementCounter;
  readonly circumstances: AnnotationCounter;
  readonly spans = new SpanCounter();
  readonly critiques = new CritiqueCounter();
  unknownVerdicts = 0;
  readonly unknownIds = new Set<string>();
  /** By number of the criterion. */
  private readonly used: Uint32Array;
  private readonly squares: Float64Array;
  private readonly gated: Uint32Array;
  private readonly fired: Uint32Array;
  private readonly verdicts: VerdictTable;

  constructor(
    private readonly study: StudyCriteria,
    private readonly facts: ItemFacts,
    private readonly slicing: SliceIndex,
    /** By how many annotators each item was judged as a whole, by row. */
    private readonly judges: Uint8Array,
  ) {
    this.matrix = new Matrix(study);
    this.preferring = new ExplainedPreferences(study);
    this.redundancy = new Redundancy(study.count);
    this.agreeing = new AgreementCounter(study);
    this.circumstances = new AnnotationCounter(study, facts.count);
    this.verdicts = new VerdictTable(study);
    [this.used, this.gated, this.fired] = [
      new Uint32Array(study.count),
      new Uint32Array(study.count),
      new Uint32Array(study.count),
    ];
    this.squares = new Float64Array(study.count);
  }

  add(annotation: Annotation, row: number): void {
    const { verdicts, slicing } = this;
    const ordinal = this.facts.ordinals[row] ?? 0;
    const { judgement, shown } = annotation;
    const asked = judgement.skip ? [] : askedVersions(annotation, row, this.study, this.facts);
    this.circumstances.add(annotation, row, ordinal, (rubric) =>
      this.facts.isWithin(row, this.study.rubricNamed(rubric)?.within),
    );
    if (judgement.skip) return;
    this.critiques.add(annotation);
    verdicts.load(annotation);
    for (const id of verdicts.unknown) this.unknownIds.add(id);
    this.unknownVerdicts += verdicts.unknown.length;
    const whole = [-1, ...slicing.of(annotation, row)];
    const places = slicing.places(shown, row);
    const each = places.map((place) => slicing.ofResponse(place));
    this.addShown(asked, whole, each);
    this.addCells(asked, whole, each, row);
    this.redundancy.add(verdicts);
    this.preferring.add(verdicts, annotation, ordinal, row);
    if ((this.judges[row] ?? 0) > 1 && isPlainKey(annotation))
      this.agreeing.add(verdicts, places, row, annotation.annotator);
    if (judgement.critiques)
      this.spans.add(judgement.critiques, (response) => [
        ...whole.slice(1),
        ...(each[verdicts.indexOf(response)] ?? []),
      ]);
  }

  /** What is known of a criterion, but for the scale of its implied weight. */
  figuresOf(
    { number, rubric, criterion, inForce }: NumberedCriterion,
    {
      agreement,
      yes,
      right,
    }: { readonly agreement: CriterionAgreement; readonly yes: Rate | null; readonly right: Rate | null },
    implied: Weights,
    scale: number,
  ): CriterionFigures {
    const { filled: verdicts, ...cell } = this.matrix.cell(number);
    const { valued, worth } = cell;
    const counts = this.preferring.countsOf(number);
    const [same, against] =
      criterion.weight < 0 ? [counts.discordant, counts.concordant] : [counts.concordant, counts.discordant];
    const separated = same + against;
    const logOdds = implied.logOdds[number] ?? 0;
    return {
      id: criterion.id,
      rubric: this.study.rubrics[rubric]?.id ?? '',
      rubricTitle: this.study.rubrics[rubric]?.title ?? '',
      name: criterion.title ?? criterion.text,
      kind: kindOfCriterion(criterion),
      weight: criterion.weight,
      tags: criterion.tags ?? [],
      inForce,
      faulty: criterion.faulty?.reason ?? null,
      used: this.used[number] ?? 0,
      chances: cell.chances,
      filled: verdicts,
      notApplicable: cell.notApplicable,
      unfilled: cell.unfilled,
      answered: proportionOf(verdicts + cell.notApplicable, cell.chances),
      yes,
      variance:
        valued > 1 ? Math.max(0, ((this.squares[number] ?? 0) - (worth * worth) / valued) / (valued - 1)) : null,
      agreement,
      separation: { pairs: separated + counts.tiedInFirst, same, against, equal: counts.tiedInFirst, right },
      tau: { value: tauB(counts), pairs: separated + counts.tiedInFirst + counts.tiedInSecond },
      implied:
        separated === 0
          ? null
          : {
              logOdds,
              drawn: implied.drawn[number] ?? 0,
              standardError: implied.standardErrors[number] ?? 0,
              joint: implied.joint[number] === 1,
              weight: logOdds * scale,
              pairs: separated,
            },
      gate: criterion.gate
        ? { threshold: criterion.gate.threshold, fired: rateOf(this.fired[number] ?? 0, this.gated[number] ?? 0) }
        : null,
    };
  }

  private addShown(
    asked: readonly NumberedVersion[],
    whole: readonly number[],
    each: readonly (readonly number[])[],
  ): void {
    for (const { number } of asked) {
      for (const slice of whole) this.matrix.addShown(slice, number, each.length);
      for (const slices of each) for (const slice of slices) this.matrix.addShown(slice, number, 1);
    }
  }

  private addCells(
    asked: readonly NumberedVersion[],
    whole: readonly number[],
    each: readonly (readonly number[])[],
    row: number,
  ): void {
    const { criteria, definitions, width, states, worths } = this.verdicts;
    for (let slot = 0; slot < criteria.length; slot++) {
      const criterion = criteria[slot] ?? 0;
      const definition = definitions[slot];
      const unasked = asked.some((version) => asks(version, criterion)) ? 0 : 1;
      let [cells, verdicts, valued, sum] = [0, 0, 0, 0];
      for (let index = 0; index < width; index++) {
        const cell = slot * width + index;
        const state = states[cell];
        if (state === noVerdict) continue;
        const worth = worths[cell] ?? Number.NaN;
        const [isFilled, isValued] = [state === filled ? 1 : 0, Number.isNaN(worth) ? 0 : 1];
        const counted = isValued === 1 ? worth : 0;
        for (const slice of each[index] ?? [])
          this.matrix.add(slice, criterion, isFilled, 1 - isFilled, isValued, counted, unasked);
        cells++;
        verdicts += isFilled;
        valued += isValued;
        sum += counted;
        this.squares[criterion] = (this.squares[criterion] ?? 0) + counted * counted;
        if (!definition?.gate || isValued === 0) continue;
        this.gated[criterion] = (this.gated[criterion] ?? 0) + 1;
        if (failsGate(definition, worth)) this.fired[criterion] = (this.fired[criterion] ?? 0) + 1;
      }
      for (const slice of whole)
        this.matrix.add(slice, criterion, verdicts, cells - verdicts, valued, sum, unasked * cells);
      this.yes.add(criterion, row, sum, valued);
      this.used[criterion] = (this.used[criterion] ?? 0) + 1;
    }
  }
}
