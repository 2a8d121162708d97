import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** The rounds of hashing, as PostgreSQL has them (`scram_iterations`). */
const iterations = 4096;

/**
 * Makes what PostgreSQL keeps of a password (RFC 5803, as in `pg_authid.rolpassword`), so that the password itself
 * reaches no server and no log. Passwords are of ASCII letters and digits, so that SASLprep leaves them as they are.
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const stored = createHash('sha256')
    .update(createHmac('sha256', salted).update('Client Key').digest())
    .digest('base64');
  const server = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`;
}
