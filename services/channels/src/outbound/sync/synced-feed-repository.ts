import { insertLists, namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { Listing } from '../../domain/connections/listing.ts';
import type { AcceptedEvent } from '../../domain/sync/match-events.ts';
import type { SyncedFeedRepository } from '../../ports/sync.ts';
import { listingsOfConnection } from '../connections/listing-repository.ts';
import { acceptedFeeds } from '../schema.ts';
import { lockLease } from './sync-lease-statements.ts';

interface OfConnection {
  readonly tenantId: string;
  readonly connectionId: string;
}

const inserted = insertLists(acceptedFeeds, { events: '$events::jsonb' });

const findEvents = namedStatement<OfConnection>(
  'sync_accepted_events',
  'SELECT events FROM believed_feeds WHERE tenant_id = $tenantId AND connection_id = $connectionId',
);
const saveEvents = namedStatement<OfConnection & { events: string; acceptedOn: string }>(
  'sync_accept_events',
  `INSERT INTO believed_feeds (${inserted.columns}) VALUES (${inserted.values})
   ON CONFLICT (tenant_id, connection_id)
   DO UPDATE SET events = excluded.events, believed_on = excluded.believed_on`,
);

export function createSyncedFeedRepository(db: Database): SyncedFeedRepository {
  return {
    listings: ({ tenantId, connectionId }) =>
      db.readInTenant<Listing>(tenantId, listingsOfConnection({ tenantId, connectionId })),
    async acceptedEvents({ tenantId, connectionId }) {
      const statement = findEvents({ tenantId, connectionId });
      const [row] = await db.readInTenant<{ events: AcceptedEvent[] }>(tenantId, statement);
      return row?.events ?? [];
    },
    accept: (lease, events, acceptedOn) =>
      db.inTenant(lease.tenantId, async (tx) => {
        if ((await tx.query(lockLease(lease))).length === 0) return false;
        const { tenantId, connectionId } = lease;
        await tx.query(saveEvents({ tenantId, connectionId, events: JSON.stringify(events), acceptedOn }));
        return true;
      }),
  };
}
