import { hash } from 'node:crypto';

/** Names a text by what it says, in journals: the first 16 hexadecimal digits of its SHA-256. */
export const shortHash = (text: string): string => hash('sha256', text).slice(0, 16);
