import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHasher } from '../../ports/operators.ts';

export type Argon2id = (parameters: Argon2Parameters) => Promise<Buffer>;

const argon2Async = promisify(argon2);
const argon2id: Argon2id = (parameters) => argon2Async('argon2id', parameters);

/** The first choice of OWASP for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<lanes>\d+)\$(?<nonce>[\w+/]+)\$(?<tag>[\w+/]+)$/;
/** Stands in for the hash of an unknown account; no password is accepted for it. */
const UNKNOWN_ACCOUNT = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Hashes are PHC strings, so that hashes with earlier parameters stay verifiable. `derive` is for tests. */
export function createPasswordHasher(derive: Argon2id = argon2id): PasswordHasher {
  return {
    async hash(password) {
      const nonce = randomBytes(SALT_BYTES);
      const tag = await derive({
        message: messageOf(password),
        nonce,
        memory: MEMORY_KIB,
        passes: PASSES,
        parallelism: LANES,
        tagLength: TAG_BYTES,
      });
      const parameters = `m=${MEMORY_KIB},t=${PASSES},p=${LANES}`;
      return `$argon2id$v=19$${parameters}$${unpadded(nonce)}$${unpadded(tag)}`;
    },
    async verify(password, passwordHash) {
      const { memory, passes, lanes, nonce, tag } = PHC.exec(passwordHash ?? UNKNOWN_ACCOUNT)?.groups ?? {};
      if (tag === undefined || nonce === undefined) throw new Error('a stored password hash is malformed');
      const expected = Buffer.from(tag, 'base64');
      const given = await derive({
        message: messageOf(password),
        nonce: Buffer.from(nonce, 'base64'),
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(lanes),
        tagLength: expected.length,
      });
      return timingSafeEqual(given, expected) && passwordHash !== undefined;
    },
  };
}

/** NFKC, so that a password is accepted in whichever Unicode form a keyboard sends it. */
function messageOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'), 'utf8');
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
