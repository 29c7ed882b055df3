import { leaseDueRows, namedStatement, selectList } from '@lodging/kit-postgres';
import type { SyncLease } from '../../domain/sync/sync-lease.ts';
import type { RefreshResult } from '../../domain/sync/evaluate-read.ts';
import { connections } from '../schema.ts';
import { startOf } from './sync-allowance.ts';

/** Lifetime of the leases of a process after its end. */
const LEASE = `interval '30 seconds'`;
/** More than the sum of all timeouts of a run: one that takes longer hangs, and its lease is not renewed. */
const LONGEST_RUN = `interval '3 minutes'`;

const TAKE = `leased_by = $owner, leased_at = now(), leased_until = now() + ${LEASE}, lease = leased.lease + 1`;
const FREE = 'leased_by = NULL, leased_at = NULL, leased_until = NULL';

const LEASED = [
  'tenantId',
  'id',
  'livemode',
  'status',
  'sealedFeedUrl',
  'syncRequests',
  'failures',
  'outages',
  'etag',
  'lastModified',
  'fetchedOn',
  'appliedDigest',
  'quarantinedDigest',
  'fencingNumber',
] as const;

export type LeaseRow = Pick<typeof connections.$inferSelect, (typeof LEASED)[number]> & {
  readonly owner: string;
  readonly isDeleted: boolean;
  readonly quarantinedForSeconds: number | null;
  readonly isFetchDue: boolean;
};

const leaseColumns = `${selectList(connections, { only: LEASED, alias: 'leased' })}, leased.leased_by AS "owner",
  leased.deleted_at IS NOT NULL AS "isDeleted",
  extract(epoch FROM now() - leased.doubted_at)::float8 AS "quarantinedForSeconds",
  NOT (leased.outages > 0 AND coalesce(leased.read_at > now(), false)) AS "isFetchDue"`;

const isDue = (alias: string): string =>
  `${alias}.next_sync_at <= now() AND (${alias}.leased_until IS NULL OR ${alias}.leased_until <= now())`;

/** The due connections of each tenant, numbered after those that the process runs for it. */
const RANKED = `
  SELECT candidate.tenant_id, candidate.id, coalesce(running.leases, 0) + row_number() OVER (
      PARTITION BY candidate.tenant_id ORDER BY candidate.next_sync_at, candidate.id) AS rank
  FROM connections AS candidate LEFT JOIN (
    SELECT tenant_id, count(*) AS leases FROM connections
    WHERE leased_by = $owner AND leased_until > now() GROUP BY tenant_id) AS running USING (tenant_id)
  WHERE ${isDue('candidate')}`;

/** Tenants are served round robin, and each has at most its share of the runs of the process. */
export const leaseDue = namedStatement<{ owner: string; limit: number; share: number }>(
  'sync_lease_due',
  leaseDueRows({
    table: 'connections',
    key: ['tenant_id', 'id'],
    join: `JOIN (${RANKED}) AS queued ON queued.tenant_id = waiting.tenant_id AND queued.id = waiting.id`,
    due: `${isDue('waiting')} AND queued.rank <= $share`,
    orderBy: 'queued.rank, waiting.next_sync_at',
    limit: '$limit',
    set: TAKE,
    returning: leaseColumns,
  }),
);

export const leaseDeleted = namedStatement<{ tenantId: string; connectionId: string; owner: string }>(
  'sync_lease_deleted',
  `UPDATE connections AS leased SET ${TAKE}
   WHERE tenant_id = $tenantId AND id = $connectionId AND deleted_at IS NOT NULL
   RETURNING ${leaseColumns}`,
);

export const renewLeases = namedStatement<{ owner: string }>(
  'sync_renew_leases',
  `UPDATE connections SET leased_until = now() + ${LEASE}
   WHERE leased_by = $owner AND leased_until > now() AND leased_at > now() - ${LONGEST_RUN} RETURNING id`,
);

export const releaseLeases = namedStatement<{ owner: string }>(
  'sync_release_leases',
  `UPDATE connections SET ${FREE} WHERE leased_by = $owner RETURNING id`,
);

/** The condition of every write under a lease: a process that lost it changes nothing. */
const FENCE =
  'tenant_id = $tenantId AND id = $connectionId AND leased_by = $owner AND lease = $fencingNumber';

type Fenced = Pick<SyncLease, 'tenantId' | 'connectionId' | 'owner' | 'fencingNumber'>;

/** Locks the row until the commit, so that the lease cannot be lost in between. */
export const lockLease = namedStatement<Fenced>(
  'sync_lock_lease',
  `SELECT id FROM connections WHERE ${FENCE} AND deleted_at IS NULL FOR UPDATE`,
);

/** From here to the end of the run it is unknown which blocks inventory has. */
export const nextSequence = namedStatement<Fenced & { isDeleted: boolean; isPaused: boolean }>(
  'sync_next_sequence',
  `UPDATE connections SET sequence = sequence + 1, applied_as = NULL
   WHERE ${FENCE} AND (deleted_at IS NOT NULL) = $isDeleted AND (status <> 'paused' OR $isPaused)
   RETURNING sequence`,
);

/** For a sync that was requested during the run. */
const REQUESTED_AGAIN = startOf('sync_allowance_at');

interface EndOfRun {
  readonly syncRequests: bigint;
  readonly appliedDigest: string | null;
  readonly blockCount: number | null;
  readonly retryInSeconds: number | null;
}

const RESULT: Readonly<Record<RefreshResult['kind'], string>> = {
  accepted: `status = CASE WHEN status = 'paused' THEN status ELSE 'active' END, last_error = NULL, failures = 0,
    event_count = $eventCount, etag = $etag, last_modified = $lastModified, read_on = $fetchedOn,
    doubted = NULL, doubted_at = NULL`,
  unchanged: `status = CASE WHEN status = 'paused' THEN status ELSE 'active' END, last_error = NULL, failures = 0,
    event_count = $eventCount, doubted = NULL, doubted_at = NULL`,
  quarantined: `status = CASE WHEN status = 'paused' THEN status ELSE 'error' END, last_error = $message,
    doubted = $digest, doubted_at = CASE WHEN doubted = $digest THEN doubted_at ELSE now() END,
    quarantined_events_before = $eventsBefore, quarantined_events_now = $eventsNow`,
  rejected: `status = CASE WHEN status = 'paused' THEN status ELSE 'error' END, last_error = $message,
    failures = failures + 1`,
};
const LAST_SUCCESS = `CASE WHEN $retryInSeconds::float8 IS NULL THEN now() ELSE last_success_at END`;

function completeRefreshOf(kind: RefreshResult['kind'], lastSuccess: string) {
  return namedStatement<Fenced & EndOfRun & RefreshResult>(
    `sync_complete_${kind}`,
    `UPDATE connections SET ${FREE}, ${RESULT[kind]},
       last_sync_at = now(), last_success_at = ${lastSuccess}, applied_as = $appliedDigest,
       block_count = coalesce($blockCount::integer, block_count),
       outages = CASE WHEN $retryInSeconds::float8 IS NULL THEN 0 ELSE outages + 1 END,
       read_at = CASE WHEN asked <> $syncRequests THEN ${REQUESTED_AGAIN} ELSE now() + make_interval(secs => $refreshInSeconds) END,
       next_sync_at = CASE WHEN asked <> $syncRequests THEN now()
         WHEN status = 'paused' AND $retryInSeconds::float8 IS NULL THEN NULL
         ELSE now() + make_interval(secs => coalesce($retryInSeconds::float8, $refreshInSeconds)) END
     WHERE ${FENCE} AND deleted_at IS NULL RETURNING id`,
  );
}

export const completeRefresh = {
  accepted: completeRefreshOf('accepted', LAST_SUCCESS),
  unchanged: completeRefreshOf('unchanged', LAST_SUCCESS),
  quarantined: completeRefreshOf('quarantined', 'last_success_at'),
  rejected: completeRefreshOf('rejected', 'last_success_at'),
};

/** A connection that is not paused is fetched when that is due. */
export const completeApply = namedStatement<
  Fenced & Pick<EndOfRun, 'syncRequests' | 'appliedDigest' | 'blockCount'>
>(
  'sync_complete_apply',
  `UPDATE connections SET ${FREE}, applied_as = $appliedDigest, outages = 0,
     block_count = coalesce($blockCount::integer, block_count),
     last_sync_at = CASE WHEN status = 'paused' THEN last_sync_at ELSE now() END,
     last_success_at = CASE WHEN status = 'paused' OR last_error IS NOT NULL THEN last_success_at ELSE now() END,
     status = CASE WHEN status = 'paused' THEN status WHEN last_error IS NULL THEN 'active' ELSE 'error' END,
     next_sync_at = CASE WHEN asked <> $syncRequests THEN ${REQUESTED_AGAIN} WHEN status <> 'paused' THEN coalesce(read_at, now()) END
   WHERE ${FENCE} RETURNING id`,
);

export const retryLater = namedStatement<Fenced & { retryInSeconds: number }>(
  'sync_retry_later',
  `UPDATE connections SET ${FREE}, outages = outages + 1,
     next_sync_at = now() + make_interval(secs => $retryInSeconds),
     last_sync_at = CASE WHEN status = 'paused' THEN last_sync_at ELSE now() END
   WHERE ${FENCE} RETURNING id`,
);

export const removeConnection = namedStatement<Fenced>(
  'sync_remove_connection',
  `DELETE FROM connections WHERE ${FENCE} AND deleted_at IS NOT NULL RETURNING id`,
);
