import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCursorSigner, creationOrder, opaqueOrder, readPage } from './cursor.ts';
import type { CursorScope, PositionFormat } from './cursor.ts';

const signer = createCursorSigner(['a secret of the cursors']);
const scope = { list: 'resources', tenantId: randomUUID() };
const position = { createdAt: '2026-11-20 09:00:00.123456+00', id: randomUUID() };
const cursor = signer.sign(scope, creationOrder.write(position));

function positionIn<Position>(
  given: string,
  format: PositionFormat<Position>,
  { cursors = signer, ...inScope }: CursorScope & { cursors?: typeof signer } = scope,
): Position | null | undefined {
  const page = readPage({ limit: 10, cursor: given }, format, (text) => cursors.verify(inScope, text));
  return page.ok ? page.value.after : undefined;
}

describe('a cursor', () => {
  it('gives the position back to the list and tenant it was issued for', () => {
    expect(positionIn(cursor, creationOrder)).toEqual(position);
  });

  it('gives an opaque position back, whatever its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const opaque = signer.sign(scope, opaqueOrder.write(text));
        expect(positionIn(opaque, opaqueOrder)).toBe(text);
        expect(positionIn(opaque, opaqueOrder, { ...scope, list: 'room-types' })).toBeUndefined();
      }),
    );
  });

  it('is invalid for another tenant, list or secret', () => {
    const cursors = createCursorSigner(['another secret of cursors']);
    expect(positionIn(cursor, creationOrder, { ...scope, tenantId: randomUUID() })).toBeUndefined();
    expect(positionIn(cursor, creationOrder, { ...scope, list: 'room-types' })).toBeUndefined();
    expect(positionIn(cursor, creationOrder, { ...scope, cursors })).toBeUndefined();
  });

  it('stays valid while its secret is replaced, and is signed with the new one', () => {
    const next = 'a secret that replaces it';
    const ring = createCursorSigner([next, 'a secret of the cursors']);
    expect(positionIn(cursor, creationOrder, { ...scope, cursors: ring })).toEqual(position);
    const signed = ring.sign(scope, creationOrder.write(position));
    expect(positionIn(signed, creationOrder, { ...scope, cursors: createCursorSigner([next]) })).toEqual(
      position,
    );
    expect(positionIn(signed, creationOrder)).toBeUndefined();
  });

  it('is invalid with any one character changed', () => {
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...'AZaz09-_=.'.split('')), (at, other) => {
        const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
        return changed === cursor || positionIn(changed, creationOrder) === undefined;
      }),
    );
  });

  it('is refused without an exception, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => positionIn(text, creationOrder) === undefined),
    );
  });

  it('needs no encoding in a query string', () => {
    expect(cursor).toMatch(/^[\w-]+$/);
  });
});
