import type { Database } from '@lodging/kit-postgres';
import type { AcceptedEvent } from '../domain/match-events.ts';
import { fetches } from '../metrics.ts';
import type { SyncLease, SyncQueue, SyncRecord } from '../use-cases/connection-ports.ts';
import { listingFrom, listingsOf } from './listing-store.ts';
import type { ListingRow } from './listing-store.ts';
import { leaseFrom } from './sync-lease-row.ts';
import type { SyncLeaseRow } from './sync-lease-row.ts';
import * as sql from './sync-statements.ts';

export function syncQueue(db: Database): SyncQueue {
  return { ...claims(db), ...readings(db), ...endings(db) };
}

type Claims = Pick<SyncQueue, 'claim' | 'claimDeleted' | 'keep' | 'giveUp'>;

function claims(db: Database): Claims {
  const ofOwner = (name: string, text: string) => (owner: string) =>
    db.acrossTenants(async (tx) => {
      await tx.query({ name, text, values: [owner] });
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
    keep: ofOwner('sync_keep', sql.KEEP),
    giveUp: ofOwner('sync_give_up', sql.GIVE_UP),
  };
}

type Readings = Pick<SyncQueue, 'listings' | 'believed' | 'believe' | 'nextSequence'>;

function readings(db: Database): Readings {
  return {
    async listings({ tenantId, connectionId }) {
      const rows = await db.readInTenant<ListingRow>(tenantId, listingsOf(tenantId, connectionId));
      return rows.map(listingFrom);
    },
    async believed({ tenantId, connectionId }) {
      const statement = { name: 'sync_believed', text: sql.BELIEVED, values: [tenantId, connectionId] };
      const [row] = await db.readInTenant<{ events: AcceptedEvent[] }>(tenantId, statement);
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
  };
}

type Endings = Pick<SyncQueue, 'finish' | 'rest' | 'putBack' | 'remove'>;

/** Each ends the lease, and does nothing where it is lost already. */
function endings(db: Database): Endings {
  const write = (lease: SyncLease, name: string, text: string, more: readonly unknown[] = []) =>
    db.inTenant(lease.tenantId, async (tx) => {
      await tx.query({ name, text, values: [...fenceOf(lease), ...more] });
    });
  return {
    finish: async (lease, record) => {
      await write(lease, 'sync_finish', sql.FINISH, valuesOf(lease, record));
      fetches.add(1, { 'lodging.outcome': outcomeOf(record) });
    },
    rest: (lease, appliedAs) => write(lease, 'sync_rest', sql.REST, [appliedAs, lease.asked]),
    putBack: (lease, againInSeconds) => write(lease, 'sync_put_back', sql.PUT_BACK, [againInSeconds]),
    remove: (lease) => write(lease, 'sync_remove', sql.REMOVE),
  };
}

function outcomeOf({ lastError, doubted }: SyncRecord): 'read' | 'doubted' | 'failed' {
  if (lastError === null) return 'read';
  return doubted === null ? 'failed' : 'doubted';
}

function fenceOf({ tenantId, connectionId, owner, number }: SyncLease): unknown[] {
  return [tenantId, connectionId, owner, number];
}

function valuesOf({ asked }: SyncLease, record: SyncRecord): unknown[] {
  const { lastError, failures, eventCount, etag, lastModified, readOn, appliedAs, doubted } = record;
  const found = [lastError, failures, eventCount, etag, lastModified, readOn, appliedAs, doubted];
  return [...found, asked, record.againInSeconds, record.toldAgainInSeconds];
}
