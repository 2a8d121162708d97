/** The inverse by Gauss-Jordan elimination with pivots; what is singular is as if a little were on its diagonal. */
export function inverse(matrix: Float64Array, p: number): Float64Array {
  const left = matrix.slice();
  const right = new Float64Array(p * p);
  for (let at = 0; at < p; at++) right[at * p + at] = 1;
  for (let column = 0; column < p; column++) {
    let pivot = column;
    for (let row = column + 1; row < p; row++)
      if (Math.abs(left[row * p + column] ?? 0) > Math.abs(left[pivot * p + column] ?? 0)) pivot = row;
    swapRows(left, pivot, column, p);
    swapRows(right, pivot, column, p);
    const head = left[column * p + column] ?? 0;
    const divisor = Math.abs(head) < 1e-12 ? 1e-12 : head;
    for (let at = 0; at < p; at++) {
      left[column * p + at] = (left[column * p + at] ?? 0) / divisor;
      right[column * p + at] = (right[column * p + at] ?? 0) / divisor;
    }
    for (let row = 0; row < p; row++) {
      const factor = left[row * p + column] ?? 0;
      if (row === column || factor === 0) continue;
      for (let at = 0; at < p; at++) {
        left[row * p + at] = (left[row * p + at] ?? 0) - factor * (left[column * p + at] ?? 0);
        right[row * p + at] = (right[row * p + at] ?? 0) - factor * (right[column * p + at] ?? 0);
      }
    }
  }
  return right;
}

function swapRows(matrix: Float64Array, one: number, other: number, p: number): void {
  if (one === other) return;
  for (let at = 0; at < p; at++)
    [matrix[one * p + at], matrix[other * p + at]] = [matrix[other * p + at] ?? 0, matrix[one * p + at] ?? 0];
}

/** The product of two square matrices, row by row. */
export function product(a: Float64Array, b: Float64Array, p: number): Float64Array {
  const result = new Float64Array(p * p);
  for (let row = 0; row < p; row++)
    for (let inner = 0; inner < p; inner++) {
      const factor = a[row * p + inner] ?? 0;
      if (factor === 0) continue;
      for (let column = 0; column < p; column++)
        result[row * p + column] = (result[row * p + column] ?? 0) + factor * (b[inner * p + column] ?? 0);
    }
  return result;
}
