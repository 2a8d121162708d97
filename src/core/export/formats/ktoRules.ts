import { z } from 'zod';

/** A label that is true or false and nothing else. @param otherwise what the trainer does with anything else */
export const strictLabel = (otherwise: string) => z.boolean(`must be true or false: ${otherwise}`);
