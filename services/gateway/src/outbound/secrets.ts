import { argon2, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Seal } from '../domain/cursor.ts';
import type { Digest, HashPassword, IsPassword, RandomBytes } from '../use-cases/ports.ts';

export const random: RandomBytes = (length) => randomBytes(length);

export const sha256: Digest = (text) => hash('sha256', text, 'buffer');

const runArgon2 = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** As a PHC string, so that a later choice of parameters can still read it. */
export const hashPassword: HashPassword = async (password) => {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, nonce, { memory: MEMORY_KIB, passes: PASSES, parallelism: 1 });
  const parameters = `m=${MEMORY_KIB},t=${PASSES},p=1`;
  return `$argon2id$v=19$${parameters}$${unpadded(nonce)}$${unpadded(tag)}`;
};

const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<lanes>\d+)\$(?<nonce>[\w+/]+)\$(?<tag>[\w+/]+)$/;
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Nobody's password is no password, and finding that out is the same work. */
export const isPassword: IsPassword = async (password, passwordHash) => {
  const { memory, passes, lanes, nonce = '', tag = '' } = PHC.exec(passwordHash ?? NOBODYS)?.groups ?? {};
  if (tag === '') throw new Error('a password hash is not in the form it was written in');
  const expected = Buffer.from(tag, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(lanes) };
  const given = await tagOf(password, Buffer.from(nonce, 'base64'), parameters, expected.length);
  return timingSafeEqual(given, expected) && passwordHash !== undefined;
};

function tagOf(
  password: string,
  nonce: Uint8Array,
  parameters: { memory: number; passes: number; parallelism: number },
  tagLength = TAG_BYTES,
): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return runArgon2('argon2id', { ...parameters, message, nonce, tagLength });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Equal texts only, in a time that tells nothing about where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

const MAC_CHARACTERS = 43;

/** `<mac><text>` in base64url. The whole text is compared, so a changed last character does not pass either. */
export function sealWith(secret: string): Seal {
  const macOf = (payload: string, scope: string) =>
    createHmac('sha256', secret).update(`${scope}\n${payload}`).digest('base64url');
  return {
    seal(text, scope) {
      const payload = Buffer.from(text, 'utf8').toString('base64url');
      return macOf(payload, scope) + payload;
    },
    open(sealed, scope) {
      const payload = sealed.slice(MAC_CHARACTERS);
      if (!isSameSecret(sealed.slice(0, MAC_CHARACTERS), macOf(payload, scope))) return undefined;
      return Buffer.from(payload, 'base64url').toString('utf8');
    },
  };
}
