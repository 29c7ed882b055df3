import { sign, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { publicKeyOf, signingKeyOf, verifyingKeyOf } from './signing-key.ts';

const SECRET = 'a secret for tests, with enough characters';
const text = Buffer.from('a statement');

it('verifies what the key of the same secret signed, and nothing else', () => {
  const key = verifyingKeyOf(publicKeyOf(SECRET));
  expect(verify(null, text, key, sign(null, text, signingKeyOf(SECRET)))).toBe(true);
  const other = signingKeyOf('another secret, just as long as it');
  expect(verify(null, text, key, sign(null, text, other))).toBe(false);
});

it('derives the keys that existing deployments have', () => {
  expect(publicKeyOf('x'.repeat(32))).toBe('DghpRUawSFfynjnmV6jJOGqWozNlOL71CNXq31F7yP4');
});

it('refuses a text that is no public key', () => {
  expect(() => verifyingKeyOf('not-a-key')).toThrow();
});
