import { NOT_TAKEN_IN } from '../domain/connection.ts';
import type { Connection, ConnectionStatus } from '../domain/connection.ts';

export interface ConnectionRow {
  readonly id: string;
  readonly channel: string;
  readonly shown_feed_url: string;
  readonly status: ConnectionStatus;
  readonly created_at: Temporal.Instant;
  readonly last_sync_at: Temporal.Instant | null;
  readonly last_success_at: Temporal.Instant | null;
  readonly last_error: string | null;
  readonly outages: number;
  readonly event_count: number;
  readonly next_sync_at: Temporal.Instant | null;
}

export const connectionColumns = `id, channel, shown_feed_url, status, created_at, last_sync_at, last_success_at,
  last_error, outages, event_count, next_sync_at`;

export function connectionFrom(row: ConnectionRow): Connection {
  const isUntold = row.outages > 0 && row.status !== 'paused';
  return {
    id: row.id,
    channel: row.channel,
    feedUrl: row.shown_feed_url,
    status: isUntold ? 'error' : row.status,
    createdAt: row.created_at,
    lastSyncAt: row.last_sync_at,
    lastSuccessAt: row.last_success_at,
    lastError: isUntold ? NOT_TAKEN_IN : row.last_error,
    eventCount: row.event_count,
    // A paused one may still have something to free; its calendar is not read for that.
    nextSyncAt: row.status === 'paused' ? null : row.next_sync_at,
  };
}
