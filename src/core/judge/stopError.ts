import { UserError } from '../model/problems/problem';

/** Nothing more can be asked: the key is wrong, the address leads nowhere, the program is gone. */
export class StopError extends UserError {
  override readonly name = 'StopError';
}
