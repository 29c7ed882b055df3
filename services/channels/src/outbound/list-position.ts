import type { ListPosition } from '../use-cases/connection-ports.ts';

const FIRST: ListPosition = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** Undefined: no list has such a position. */
export function startAfter(after: ListPosition | null): ListPosition | undefined {
  if (after === null) return FIRST;
  return isMoment(after.createdAt) ? after : undefined;
}

function isMoment(text: string): boolean {
  if (!MICROSECONDS.test(text)) return false;
  try {
    return Temporal.Instant.from(text).epochMilliseconds > 0;
  } catch {
    return false;
  }
}
