/** The diagonal of the inverse of a symmetric positive definite matrix of `size` rows, which is overwritten: by its Cholesky factor L, as Σ of the squares of the columns of L⁻¹. */
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
