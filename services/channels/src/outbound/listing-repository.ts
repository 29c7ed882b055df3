import { ok, refuse } from '@lodging/kernel';
import { insertLists, isUniqueViolation, namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { Listing } from '../domain/listing.ts';
import { connectionNotFound } from '../domain/refusals.ts';
import type { ListingRepository } from '../ports.ts';
import { listings } from './schema.ts';

interface OfConnection {
  readonly tenantId: string;
  readonly connectionId: string;
}

const columns = selectList(listings, { except: ['tenantId'] });
const inserted = insertLists(listings, { createdAt: 'DEFAULT' });
const CONNECTION_EXISTS =
  'SELECT id FROM connections WHERE tenant_id = $tenantId AND id = $connectionId AND deleted_at IS NULL';

/** Locks the connection, so that it cannot be deleted at the same time; due for a paused one too. */
const requestSync = namedStatement<OfConnection>(
  'connection_request_sync',
  `UPDATE connections SET next_sync_at = now(), read_at = now(), asked = asked + 1
   WHERE tenant_id = $tenantId AND id = $connectionId AND deleted_at IS NULL RETURNING id`,
);
const findConnection = namedStatement<OfConnection>('connection_exists', CONNECTION_EXISTS);
const lockConnection = namedStatement<OfConnection>('connection_hold', `${CONNECTION_EXISTS} FOR UPDATE`);
const insert = namedStatement<Omit<Listing, 'createdAt'> & { tenantId: string }>(
  'listing_insert',
  `INSERT INTO listings (${inserted.columns}) VALUES (${inserted.values}) RETURNING ${columns}`,
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
  return {
    async create(tenantId, listing) {
      try {
        return await db.inTenant(tenantId, (tx) => create(tx, tenantId, listing));
      } catch (error) {
        if (!isUniqueViolation(error, 'listings_mapped_once')) throw error;
        return refuse('listing_already_mapped', 'The connection is mapped to this resource already.');
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

async function create(tx: Tx, tenantId: string, listing: Omit<Listing, 'createdAt'>) {
  const { connectionId } = listing;
  if ((await tx.query(requestSync({ tenantId, connectionId }))).length === 0) return connectionNotFound();
  const [row] = await tx.query<Listing>(insert({ tenantId, ...listing }));
  if (row === undefined) throw new Error('the insert of a listing returned no row');
  return ok(row);
}
