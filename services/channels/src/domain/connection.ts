import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';

export type ConnectionStatus = 'active' | 'paused' | 'error';

/** As it is shown: the address is masked. */
export interface Connection {
  readonly id: string;
  readonly channel: string;
  readonly feedUrl: string;
  readonly status: ConnectionStatus;
  readonly createdAt: Temporal.Instant;
  readonly lastSyncAt: Temporal.Instant | null;
  readonly lastSuccessAt: Temporal.Instant | null;
  readonly lastError: string | null;
  readonly eventCount: number;
  readonly nextSyncAt: Temporal.Instant | null;
}

/** What an operator reads while the fault is ours. */
export const NOT_TAKEN_IN =
  'The house did not take the calendar in, through no fault of yours; it tries again soon.';

export interface ConnectionChange {
  readonly status: ConnectionStatus;
  /** `now` asks for a sync at once, also where one is under way. */
  readonly sync: 'now' | 'never' | 'as-planned';
}

/** Pausing keeps the blocks. Resuming reads the feed at once, and so does asking a failing one to go on. */
export function turn({ status }: Pick<Connection, 'status'>, wanted: 'active' | 'paused'): ConnectionChange {
  if (status === wanted) return { status, sync: 'as-planned' };
  return wanted === 'paused' ? { status: 'paused', sync: 'never' } : { status: 'active', sync: 'now' };
}

export function askForSync({ status }: Pick<Connection, 'status'>): Result<ConnectionChange> {
  if (status === 'paused') return refuse('connection_paused', 'Resume the connection first.');
  return ok({ status, sync: 'now' });
}
