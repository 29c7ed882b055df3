import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';

export type ConnectionStatus = 'active' | 'paused' | 'error';

export interface Connection {
  readonly id: string;
  readonly channel: string;
  /** Masked. */
  readonly feedUrl: string;
  readonly status: ConnectionStatus;
  readonly createdAt: Temporal.Instant;
  readonly lastSyncAt: Temporal.Instant | null;
  readonly lastSuccessAt: Temporal.Instant | null;
  readonly lastError: string | null;
  readonly eventCount: number;
  readonly nextSyncAt: Temporal.Instant | null;
  /** The last successful sync before the failures, or the creation. */
  readonly failingSince: Temporal.Instant | null;
  readonly quarantine: ConnectionQuarantine | null;
  readonly listings: number;
  /** In inventory. */
  readonly blocks: number;
}

/** A snapshot that lost too many events to be accepted at once. */
export interface ConnectionQuarantine {
  readonly since: Temporal.Instant;
  readonly eventsBefore: number;
  readonly eventsNow: number;
}

/** The `lastError` of a connection while inventory is unavailable. */
export const NOT_APPLIED =
  'Lodging could not apply the calendar, through no fault of yours; it tries again soon.';

export interface ConnectionChange {
  readonly status: ConnectionStatus;
  /** `now`: a sync is due at once, and again after one that is in progress. */
  readonly sync: 'now' | 'never' | 'as-planned';
}

/** A paused connection keeps its blocks. One that is resumed, or set active after an error, is synced at once. */
export function changeStatus(
  { status }: Pick<Connection, 'status'>,
  wanted: 'active' | 'paused',
): ConnectionChange {
  if (status === wanted) return { status, sync: 'as-planned' };
  return wanted === 'paused' ? { status: 'paused', sync: 'never' } : { status: 'active', sync: 'now' };
}

export function requestSync({ status }: Pick<Connection, 'status'>): Result<ConnectionChange> {
  if (status === 'paused') return refuse('connection_paused', 'Resume the connection first.');
  return ok({ status, sync: 'now' });
}
