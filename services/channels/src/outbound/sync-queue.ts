// Owns the work that is due in Postgres: each connection is one process's at a time, and the loser's writes are refused.
import type { Database } from '@lodging/kit-postgres';
import type { KnownEvent } from '../domain/keep-keys.ts';
import type { SyncLease, SyncQueue, SyncRecord } from '../use-cases/connection-ports.ts';
import { listingFrom, listingsOf } from './listing-store.ts';
import type { ListingRow } from './listing-store.ts';
import { leaseFrom } from './sync-lease-row.ts';
import type { SyncLeaseRow } from './sync-lease-row.ts';
import * as sql from './sync-statements.ts';

export function syncQueue(db: Database): SyncQueue {
  /** Answers whether the lease still holds. */
  const write = (lease: SyncLease, name: string, text: string, more: readonly unknown[] = []) =>
    db.inTenant(lease.tenantId, async (tx) => {
      const values = [...fenceOf(lease), ...more];
      return (await tx.query({ name, text, values })).length > 0;
    });

  return {
    claim: (owner, limit) =>
      db.acrossTenants(async (tx) => {
        const statement = { name: 'sync_claim', text: sql.CLAIM, values: [owner, limit] };
        return (await tx.query<SyncLeaseRow>(statement)).map(leaseFrom);
      }),
    claimDeleted: (tenantId, connectionId, owner) =>
      db.inTenant(tenantId, async (tx) => {
        const values = [owner, tenantId, connectionId];
        const statement = { name: 'sync_claim_deleted', text: sql.CLAIM_DELETED, values };
        const [row] = await tx.query<SyncLeaseRow>(statement);
        return row && leaseFrom(row);
      }),
    async keep(owner) {
      await db.acrossTenants((tx) => tx.query({ name: 'sync_keep', text: sql.KEEP, values: [owner] }));
    },
    async giveUp(owner) {
      await db.acrossTenants((tx) => tx.query({ name: 'sync_give_up', text: sql.GIVE_UP, values: [owner] }));
    },
    async listings({ tenantId, connectionId }) {
      const rows = await db.readInTenant<ListingRow>(tenantId, listingsOf(tenantId, connectionId));
      return rows.map(listingFrom);
    },
    async believed({ tenantId, connectionId }) {
      const statement = { name: 'sync_believed', text: sql.BELIEVED, values: [tenantId, connectionId] };
      const [row] = await db.readInTenant<{ events: KnownEvent[] }>(tenantId, statement);
      return row?.events ?? [];
    },
    believe: (lease, events, today) =>
      db.inTenant(lease.tenantId, async (tx) => {
        const held = await tx.query({ name: 'sync_hold', text: sql.HOLD, values: fenceOf(lease) });
        if (held.length === 0) return false;
        const values = [lease.tenantId, lease.connectionId, JSON.stringify(events), today];
        await tx.query({ name: 'sync_believe', text: sql.BELIEVE, values });
        return true;
      }),
    nextSequence: (lease) =>
      db.inTenant(lease.tenantId, async (tx) => {
        const values = [...fenceOf(lease), lease.isDeleted, lease.isPaused];
        const statement = { name: 'sync_next_sequence', text: sql.NEXT_SEQUENCE, values };
        const [row] = await tx.query<{ sequence: bigint }>(statement);
        return row && Number(row.sequence);
      }),
    async finish(lease, record) {
      await write(lease, 'sync_finish', sql.FINISH, valuesOf(lease, record));
    },
    async rest(lease, appliedAs) {
      await write(lease, 'sync_rest', sql.REST, [appliedAs, lease.asked]);
    },
    async putBack(lease, againInSeconds) {
      await write(lease, 'sync_put_back', sql.PUT_BACK, [againInSeconds]);
    },
    async remove(lease) {
      await write(lease, 'sync_remove', sql.REMOVE);
    },
  };
}

function fenceOf({ tenantId, connectionId, owner, number }: SyncLease): unknown[] {
  return [tenantId, connectionId, owner, number];
}

function valuesOf({ asked }: SyncLease, record: SyncRecord): unknown[] {
  const { lastError, failures, eventCount, etag, lastModified, readOn, appliedAs, doubted } = record;
  const found = [lastError, failures, eventCount, etag, lastModified, readOn, appliedAs, doubted];
  return [...found, asked, record.againInSeconds];
}
