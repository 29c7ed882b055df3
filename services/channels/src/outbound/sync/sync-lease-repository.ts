import type { Database } from '@lodging/kit-postgres';
import type { ReadStatement } from '@lodging/kit-postgres';
import type { RefreshResult } from '../../domain/sync/evaluate-read.ts';
import type { SyncLease, SyncWork } from '../../domain/sync/sync-lease.ts';
import { fetches } from '../../metrics.ts';
import type { SyncLeaseRepository } from '../../ports/sync.ts';
import { recordRead } from './feed-read-repository.ts';
import * as statements from './sync-lease-statements.ts';
import type { LeaseRow } from './sync-lease-statements.ts';

export function createSyncLeaseRepository(db: Database): SyncLeaseRepository {
  return { ...leasing(db), ...ending(db) };
}

type Leasing = 'leaseDue' | 'leaseDeleted' | 'renew' | 'release' | 'nextSequence';

function leasing(db: Database): Pick<SyncLeaseRepository, Leasing> {
  const runAcrossTenants = (statement: ReadStatement) =>
    db.acrossTenants(async (tx) => {
      await tx.query(statement);
    });
  return {
    leaseDue: (owner, { limit, share }) =>
      db.acrossTenants(async (tx) => {
        return (await tx.query<LeaseRow>(statements.leaseDue({ owner, limit, share }))).map(leaseFrom);
      }),
    leaseDeleted: (tenantId, connectionId, owner) =>
      db.inTenant(tenantId, async (tx) => {
        const statement = statements.leaseDeleted({ tenantId, connectionId, owner });
        const [row] = await tx.query<LeaseRow>(statement);
        return row && leaseFrom(row);
      }),
    renew: (owner) => runAcrossTenants(statements.renewLeases({ owner })),
    release: (owner) => runAcrossTenants(statements.releaseLeases({ owner })),
    nextSequence: (lease) =>
      db.inTenant(lease.tenantId, async (tx) => {
        const { work } = lease;
        const isDeleted = work.kind === 'remove';
        const isPaused = isDeleted || (work.kind === 'apply' && work.isPaused);
        const statement = statements.nextSequence({ ...lease, isDeleted, isPaused });
        const [row] = await tx.query<{ sequence: bigint }>(statement);
        return row && Number(row.sequence);
      }),
  };
}

type Ending = 'completeRefresh' | 'completeApply' | 'retryLater' | 'remove';

function ending(db: Database): Pick<SyncLeaseRepository, Ending> {
  const run = ({ tenantId }: SyncLease, statement: ReadStatement) =>
    db.inTenant(tenantId, async (tx) => {
      await tx.query(statement);
    });
  return {
    async completeRefresh(lease, { result, applied, read }) {
      const { tenantId, connectionId } = lease;
      const end = { appliedDigest: null, blockCount: null, retryInSeconds: null, ...applied };
      const complete = statements.completeRefresh[result.kind]({ ...lease, ...end, ...result });
      await db.inTenant(tenantId, async (tx) => {
        const completed = await tx.query(complete);
        if (completed.length > 0) await tx.query(recordRead({ ...read, tenantId, connectionId }));
      });
      fetches.add(1, { 'lodging.outcome': OUTCOME[result.kind] });
    },
    completeApply: (lease, applied) => run(lease, statements.completeApply({ ...lease, ...applied })),
    retryLater: (lease, retryInSeconds) => run(lease, statements.retryLater({ ...lease, retryInSeconds })),
    remove: (lease) => run(lease, statements.removeConnection(lease)),
  };
}

/** The public values of the metric. */
const OUTCOME: Readonly<Record<RefreshResult['kind'], 'read' | 'doubted' | 'failed'>> = {
  accepted: 'read',
  unchanged: 'read',
  quarantined: 'doubted',
  rejected: 'failed',
};

function leaseFrom(row: LeaseRow): SyncLease {
  const { tenantId, id, livemode, owner, fencingNumber, syncRequests, outages, appliedDigest } = row;
  const lease = { tenantId, connectionId: id, livemode, owner, fencingNumber, syncRequests };
  return { ...lease, outages, appliedDigest, work: workOf(row) };
}

function workOf(row: LeaseRow): SyncWork {
  if (row.isDeleted) return { kind: 'remove' };
  const isPaused = row.status === 'paused';
  if (isPaused || !row.isFetchDue) return { kind: 'apply', isPaused };
  const { sealedFeedUrl, etag, lastModified, fetchedOn, failures } = row;
  const { quarantinedDigest: digest, quarantinedForSeconds: forSeconds } = row;
  const quarantine = digest === null ? null : { digest, forSeconds: forSeconds ?? 0 };
  return {
    kind: 'refresh',
    feed: { sealedFeedUrl, etag, lastModified, fetchedOn, failures, quarantine },
  };
}
