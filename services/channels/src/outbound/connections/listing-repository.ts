import { ok, refuse } from '@lodging/kernel';
import {
  createLimitedRows,
  insertLists,
  isUniqueViolation,
  namedStatement,
  selectList,
} from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { Listing } from '../../domain/connections/listing.ts';
import { connectionNotFound } from '../../domain/refusals.ts';
import type { ListingRepository } from '../../ports/connections.ts';
import { listings } from '../schema.ts';

/** Undoes the request of a sync. */
class TooManyListings extends Error {
  override readonly name = 'TooManyListings';
}

interface OfConnection {
  readonly tenantId: string;
  readonly connectionId: string;
}

const columns = selectList(listings, { except: ['tenantId'] });
const inserted = insertLists(listings, { createdAt: 'now()' });
const CONNECTION_EXISTS =
  'SELECT id FROM connections WHERE tenant_id = $tenantId AND id = $connectionId AND deleted_at IS NULL';

/** Locks the connection, so that it cannot be deleted at the same time; due for a paused one too. */
const requestSync = namedStatement<OfConnection>(
  'connection_request_sync',
  `UPDATE connections SET next_sync_at = now(), read_at = now(), asked = asked + 1
   WHERE tenant_id = $tenantId AND id = $connectionId AND deleted_at IS NULL RETURNING id`,
);
export const findConnection = namedStatement<OfConnection>('connection_exists', CONNECTION_EXISTS);
const lockConnection = namedStatement<OfConnection>('connection_hold', `${CONNECTION_EXISTS} FOR UPDATE`);
/** One that is mapped already is refused as that, also where there are as many listings as there may be. */
const insert = namedStatement<Omit<Listing, 'createdAt'> & { tenantId: string; limit: number }>(
  'listing_insert',
  `INSERT INTO listings (${inserted.columns}) SELECT ${inserted.values}
   WHERE (SELECT count(*) FROM listings
     WHERE tenant_id = $tenantId AND connection_id = $connectionId AND resource_id <> $resourceId) < $limit
   RETURNING ${columns}`,
);
const remove = namedStatement<OfConnection & { id: string }>(
  'listing_delete',
  'DELETE FROM listings WHERE tenant_id = $tenantId AND connection_id = $connectionId AND id = $id RETURNING id',
);
export const listingsOfConnection = namedStatement<OfConnection>(
  'listing_list',
  `SELECT ${columns} FROM listings
   WHERE tenant_id = $tenantId AND connection_id = $connectionId ORDER BY created_at, id`,
);

export function createListingRepository(db: Database): ListingRepository {
  const creations = createLimitedRows(db);
  return {
    async create(tenantId, listing, limit) {
      try {
        return await creations.inTurn(`listings ${listing.connectionId}`, () =>
          db.inTenant(tenantId, (tx) => create(tx, tenantId, listing, limit)),
        );
      } catch (error) {
        if (isUniqueViolation(error, 'listings_mapped_once'))
          return refuse('listing_already_mapped', 'The connection is mapped to this resource already.');
        if (!(error instanceof TooManyListings)) throw error;
        return refuse('limit_reached', `A connection has at most ${limit} listings.`, { limit });
      }
    },
    async list(tenantId, connectionId) {
      const key = { tenantId, connectionId };
      const [connections, rows] = await db.readManyInTenant<Listing>(tenantId, [
        findConnection(key),
        listingsOfConnection(key),
      ]);
      return connections?.length === 1 ? ok(rows ?? []) : connectionNotFound();
    },
    delete: (tenantId, connectionId, id) =>
      db.inTenant(tenantId, async (tx) => {
        const key = { tenantId, connectionId };
        if ((await tx.query(lockConnection(key))).length === 0) return connectionNotFound();
        const deleted = await tx.query(remove({ ...key, id }));
        if (deleted.length === 0) return refuse('listing_not_found', 'There is no such listing.');
        await tx.query(requestSync(key));
        return ok(true);
      }),
  };
}

async function create(tx: Tx, tenantId: string, listing: Omit<Listing, 'createdAt'>, limit: number) {
  const { connectionId } = listing;
  if ((await tx.query(requestSync({ tenantId, connectionId }))).length === 0) return connectionNotFound();
  // A separate statement after the lock of the connection: it counts what the previous holder has added.
  const [row] = await tx.query<Listing>(insert({ tenantId, ...listing, limit }));
  if (row === undefined) throw new TooManyListings();
  return ok(row);
}
