/**
 * The diagonal of the inverse of a symmetric positive definite matrix of `size` rows, which is overwritten: by its
 * Cholesky factor L, as Σ of the squares of the columns of L⁻¹.
 */
export function inverseDiagonal(matrix: Float64Array, size: number): Float64Array {
  factorise(matrix, size);
  const diagonal = new Float64Array(size);
  const column = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    // Column j of L⁻¹, by forward substitution; it begins at row j.
    let squares = 0;
    for (let i = j; i < size; i++) {
      let sum = i === j ? 1 : 0;
      for (let k = j; k < i; k++) sum -= (matrix[i * size + k] ?? 0) * (column[k] ?? 0);
      const value = sum / (matrix[i * size + i] ?? 1);
      column[i] = value;
      squares += value * value;
    }
    diagonal[j] = squares;
  }
  return diagonal;
}

/**
 * x of matrix · x = `right`, for a symmetric positive definite matrix of as many rows, which is overwritten: L y =
 * right, then Lᵀ x = y.
 */
export function solveLinearSystem(matrix: Float64Array, right: Float64Array): Float64Array {
  factorise(matrix, right.length);
  return substituted(matrix, right);
}

/** The inverse of a symmetric positive definite matrix of `size` rows, which is overwritten. */
export function inverse(matrix: Float64Array, size: number): Float64Array {
  factorise(matrix, size);
  const found = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    const unit = new Float64Array(size);
    unit[column] = 1;
    found.set(substituted(matrix, unit), column * size);
  }
  return found;
}

/** x of L Lᵀ x = `right`. */
function substituted(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const x = right.slice();
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] = (x[i] ?? 0) - (matrix[i * size + k] ?? 0) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / (matrix[i * size + i] ?? 1);
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] = (x[i] ?? 0) - (matrix[k * size + i] ?? 0) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / (matrix[i * size + i] ?? 1);
  }
  return x;
}

/** L of matrix = L Lᵀ in the lower triangle. */
function factorise(matrix: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j] ?? 0;
      for (let k = 0; k < j; k++) sum -= (matrix[i * size + k] ?? 0) * (matrix[j * size + k] ?? 0);
      matrix[i * size + j] = i === j ? Math.sqrt(sum) : sum / (matrix[j * size + j] ?? 1);
    }
  }
}
