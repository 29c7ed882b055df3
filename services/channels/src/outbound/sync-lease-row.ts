import type { SyncLease } from '../use-cases/connection-ports.ts';

export interface SyncLeaseRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly leased_by: string;
  readonly lease: bigint;
  readonly asked: bigint;
  readonly deleted: boolean;
  readonly status: string;
  readonly sealed_feed_url: string;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly read_on: string | null;
  readonly applied_as: string | null;
  readonly doubted: string | null;
  readonly doubted_for: number | null;
  readonly failures: number;
  readonly outages: number;
  readonly only_to_tell: boolean;
  readonly event_count: number;
}

/** Of the table under the alias `taken`. */
export const leaseColumns = `taken.tenant_id, taken.id, taken.livemode, taken.leased_by, taken.lease, taken.asked,
  taken.deleted_at IS NOT NULL AS deleted, taken.status, taken.sealed_feed_url, taken.etag, taken.last_modified,
  taken.read_on, taken.applied_as, taken.doubted, extract(epoch FROM now() - taken.doubted_at)::float8 AS doubted_for,
  taken.failures, taken.outages, taken.outages > 0 AND coalesce(taken.read_at > now(), false) AS only_to_tell,
  taken.event_count`;

export function leaseFrom(row: SyncLeaseRow): SyncLease {
  const { doubted, doubted_for: forSeconds } = row;
  return {
    tenantId: row.tenant_id,
    connectionId: row.id,
    livemode: row.livemode,
    owner: row.leased_by,
    number: row.lease,
    asked: row.asked,
    isDeleted: row.deleted,
    isPaused: row.status === 'paused',
    sealedFeedUrl: row.sealed_feed_url,
    etag: row.etag,
    lastModified: row.last_modified,
    readOn: row.read_on,
    appliedAs: row.applied_as,
    doubt: doubted === null ? null : { digest: doubted, forSeconds: forSeconds ?? 0 },
    failures: row.failures,
    outages: row.outages,
    isOnlyToTell: row.only_to_tell,
    eventCount: row.event_count,
  };
}
