import { refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { readCursor, writeCursor } from '../domain/cursor.ts';
import type { CursorScope, Position, Seal } from '../domain/cursor.ts';
import type { Page } from './ports.ts';

export interface PageWanted {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export function readPage(
  seal: Seal,
  scope: CursorScope,
  { limit, cursor }: PageWanted,
): Result<Page, Refusal<'invalid_cursor'>> {
  if (cursor === undefined) return { ok: true, value: { limit, after: null } };
  const after = readCursor(seal, scope, cursor);
  if (after === undefined) return refuse('invalid_cursor', 'The cursor was not made for this list.');
  return { ok: true, value: { limit, after } };
}

interface Listed {
  readonly id: string;
  readonly createdAt: Temporal.Instant;
}

export function cutPage<Row extends Listed>(
  seal: Seal,
  scope: CursorScope,
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { rows: shown, nextCursor: hasMore ? writeCursor(seal, scope, positionOf(last)) : null };
}

function positionOf(row: Listed): Position {
  return { createdAt: row.createdAt.toString(), id: row.id };
}
