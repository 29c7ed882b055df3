import type { Conflict, ConflictStatus } from '../domain/conflict.ts';

export interface ConflictRow {
  readonly id: string;
  readonly connection_id: string;
  readonly listing_id: string;
  readonly reservation_id: string;
  readonly resource_id: string;
  readonly inbound_event: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly status: ConflictStatus;
  readonly created_at: Temporal.Instant;
  readonly told_at: Temporal.Instant | null;
}

export const conflictColumns = `id, connection_id, listing_id, reservation_id, resource_id, inbound_event,
  starts_at, ends_at, status, created_at, told_at`;

export function conflictFrom(row: ConflictRow): Conflict {
  return {
    id: row.id,
    connectionId: row.connection_id,
    listingId: row.listing_id,
    reservationId: row.reservation_id,
    resourceId: row.resource_id,
    inboundEvent: row.inbound_event,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    status: row.status,
    createdAt: row.created_at,
  };
}
