/** Round values along an axis: three or four. */
export function ticksOf(from: number, to: number): number[] {
  const span = to - from;
  if (span <= 0) return [from];
  const rough = span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough * 0.99) ?? rough;
  const first = Math.ceil(from / step - 1e-9);
  const ticks: number[] = [];
  for (let at = first; at * step <= to + step * 1e-9; at++) ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}
