// Guarantees of what is sealed, hashed and compared.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCursor, readCursorInWords, writeCursor } from '../domain/cursor.ts';
import { hashPassword, isPassword, isSameSecret, sealWith } from './secrets.ts';

const seal = sealWith('a secret of the cursors');
const scope = { list: 'resources', tenantId: randomUUID() };
const position = { createdAt: '2026-11-20 09:00:00.123456+00', id: randomUUID() };

describe('a cursor', () => {
  it('gives the position back to the list and tenant it was made for', () => {
    expect(readCursor(seal, scope, writeCursor(seal, scope, position))).toEqual(position);
  });

  it('gives back a position in its owner’s words, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (words) => {
        const cursor = writeCursor(seal, scope, words);
        const other = { ...scope, list: 'room-types' };
        expect(readCursorInWords(seal, scope, cursor)).toBe(words);
        expect(readCursorInWords(seal, other, cursor)).toBeUndefined();
      }),
    );
  });

  it('opens for no other tenant, list or secret', () => {
    const cursor = writeCursor(seal, scope, position);
    expect(readCursor(seal, { ...scope, tenantId: randomUUID() }, cursor)).toBeUndefined();
    expect(readCursor(seal, { ...scope, list: 'room-types' }, cursor)).toBeUndefined();
    expect(readCursor(sealWith('another secret of cursors'), scope, cursor)).toBeUndefined();
  });

  it('does not survive the change of any one character', () => {
    const cursor = writeCursor(seal, scope, position);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...'AZaz09-_=.'.split('')), (at, other) => {
        const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
        return changed === cursor || readCursor(seal, scope, changed) === undefined;
      }),
    );
  });

  it('is refused, and throws nothing, whatever text comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => readCursor(seal, scope, text) === undefined),
    );
  });

  it('travels in a query as it is', () => {
    expect(writeCursor(seal, scope, position)).toMatch(/^[\w-]+$/);
  });
});

describe('secrets', () => {
  it('keeps a password as an argon2id PHC string, salted anew each time', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it('knows a password again in whatever form its letters come, and no other one', async () => {
    const kept = await hashPassword('caf\u00e9 au lait');
    expect(await isPassword('cafe\u0301 au lait', kept)).toBe(true);
    for (const other of ['', 'caf\u00e9 au lai', 'Caf\u00e9 au lait', kept]) {
      expect(await isPassword(other, kept)).toBe(false);
    }
    const older = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$';
    expect(await isPassword('x', `${older}${'A'.repeat(43)}`)).toBe(false);
    await expect(isPassword('x', 'plain')).rejects.toThrow('not in the form');
  });

  it('lets nobody in without an account, and takes as long to say so', async () => {
    const kept = await hashPassword('correct horse');
    const timed = async (hash: string | undefined) => {
      const started = performance.now();
      expect(await isPassword('wrong', hash)).toBe(false);
      return performance.now() - started;
    };
    const [known, unknown] = [await timed(kept), await timed(undefined)];
    expect(unknown).toBeGreaterThan(known / 3);
    expect(await isPassword('', undefined)).toBe(false);
  });

  it('tells equal secrets from all others, of whatever length', () => {
    expect(isSameSecret('adm_1', 'adm_1')).toBe(true);
    for (const other of ['', 'adm_', 'adm_11', 'adm_2', 'ADM_1'])
      expect(isSameSecret(other, 'adm_1')).toBe(false);
  });
});
