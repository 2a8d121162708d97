import { text } from './field';

export const rationale = text('Why the annotator judged this way.', { isRequired: true });
