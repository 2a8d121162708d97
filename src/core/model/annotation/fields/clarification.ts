import { text } from './field';

export const clarification = text('What the annotator would have to know about the prompt to judge it.');
