import { argon2Sync } from 'node:crypto';
import type { Argon2Parameters } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const passwords = createPasswordHasher();

describe('the password hasher', () => {
  it('writes an argon2id PHC string with a new salt for each hash', async () => {
    const [one, other] = await Promise.all([
      passwords.hash('correct horse'),
      passwords.hash('correct horse'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it('accepts a password in any Unicode form of its letters, and no other password', async () => {
    const stored = await passwords.hash('caf\u00e9 au lait');
    expect(await passwords.verify('cafe\u0301 au lait', stored)).toBe(true);
    for (const other of ['', 'caf\u00e9 au lai', 'Caf\u00e9 au lait', stored]) {
      expect(await passwords.verify(other, stored)).toBe(false);
    }
    const weakerParameters = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$';
    expect(await passwords.verify('x', `${weakerParameters}${'A'.repeat(43)}`)).toBe(false);
    await expect(passwords.verify('x', 'plain')).rejects.toThrow('malformed');
  });

  it('rejects an unknown account after the same argon2id work as for a known one', async () => {
    const work: Omit<Argon2Parameters, 'nonce'>[] = [];
    const observed = createPasswordHasher(async ({ nonce, ...parameters }) => {
      work.push({ ...parameters, message: Buffer.from(parameters.message as Uint8Array).toString() });
      expect(nonce).toHaveLength(16);
      return argon2Sync('argon2id', { ...parameters, nonce });
    });
    const stored = await observed.hash('correct horse');
    const [hashing] = work.splice(0);
    expect(await observed.verify('wrong', stored)).toBe(false);
    expect(await observed.verify('wrong', undefined)).toBe(false);
    const verifying = { ...hashing, message: 'wrong' };
    expect(work).toEqual([verifying, verifying]);
    expect(verifying).toMatchObject({ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });
    expect(await passwords.verify('', undefined)).toBe(false);
  });
});
