import { createHmac } from 'node:crypto';
import { isUuid, pageOf, refuse } from '@lodging/kernel';
import type { ListPosition, Page, Refusal, Result } from '@lodging/kernel';
import { isSameSecret } from './constant-time.ts';

/** The list and the tenant that a cursor was issued for; it is invalid for all others. */
export interface CursorScope {
  readonly list: string;
  readonly tenantId: string;
}

export interface CursorSigner {
  sign(scope: CursorScope, position: string): string;
  /** The signed position, or undefined when the cursor was not issued for this scope. */
  verify(scope: CursorScope, cursor: string): string | undefined;
}

const MAC_LENGTH = 43;

/** A cursor is HMAC-SHA256 and position, both in base64url. The first secret signs, and what each has signed is valid. */
export function createCursorSigner([secret, ...earlier]: readonly [string, ...string[]]): CursorSigner {
  const macUnder = (key: string, payload: string, { list, tenantId }: CursorScope) =>
    createHmac('sha256', key).update(`${tenantId} ${list}\n${payload}`).digest('base64url');
  return {
    sign(scope, position) {
      const payload = Buffer.from(position, 'utf8').toString('base64url');
      return macUnder(secret, payload, scope) + payload;
    },
    verify(scope, cursor) {
      // The MAC is compared as text: base64url decoding would accept a changed last character.
      const payload = cursor.slice(MAC_LENGTH);
      const given = cursor.slice(0, MAC_LENGTH);
      if (![secret, ...earlier].some((key) => isSameSecret(given, macUnder(key, payload, scope))))
        return undefined;
      return Buffer.from(payload, 'base64url').toString('utf8');
    },
  };
}

/** The encoding of a list position in a cursor. */
export interface PositionFormat<Position> {
  write(position: Position): string;
  read(text: string): Position | undefined;
}

const UUID_LENGTH = 36;

export const creationOrder: PositionFormat<ListPosition> = {
  write: ({ createdAt, id }) => `${id} ${createdAt}`,
  read(text) {
    const id = text.slice(0, UUID_LENGTH);
    const createdAt = text.slice(UUID_LENGTH + 1);
    return isUuid(id) && createdAt !== '' ? { createdAt, id } : undefined;
  },
};

/** For a list whose service writes its positions as text of its own. */
export const opaqueOrder: PositionFormat<string> = { write: (text) => text, read: (text) => text };

/** `verify` gives the position in the cursor, or undefined when the cursor is invalid. */
export function readPage<Position>(
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  format: PositionFormat<Position>,
  verify: (cursor: string) => string | undefined,
): Result<Page<Position>, Refusal<'invalid_cursor'>> {
  if (cursor === undefined) return { ok: true, value: { limit, after: null } };
  const text = verify(cursor);
  const after = text === undefined ? undefined : format.read(text);
  if (after === undefined) return refuse('invalid_cursor', 'The cursor is not valid for this list.');
  return { ok: true, value: { limit, after } };
}

interface ListedRow {
  readonly id: string;
  readonly createdAt: Temporal.Instant;
}

/** Cuts rows that were read with `limit + 1`. */
export function cutPage<Row extends ListedRow>(
  cursors: CursorSigner,
  scope: CursorScope,
  rows: readonly Row[],
  limit: number,
): { readonly rows: Row[]; readonly nextCursor: string | null } {
  const { rows: shown, hasMore } = pageOf(rows, limit);
  const last = shown.at(-1);
  if (!hasMore || last === undefined) return { rows: shown, nextCursor: null };
  const position = creationOrder.write({ createdAt: last.createdAt.toString(), id: last.id });
  return { rows: shown, nextCursor: cursors.sign(scope, position) };
}
