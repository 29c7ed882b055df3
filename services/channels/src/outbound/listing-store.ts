import { ok, refuse } from '@lodging/kernel';
import { isUniqueViolation } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { Listing, Listings } from '../use-cases/connection-ports.ts';
import { noSuchConnection } from '../use-cases/no-such-connection.ts';

export interface ListingRow {
  readonly id: string;
  readonly connection_id: string;
  readonly resource_id: string;
  readonly external_listing_id: string | null;
  readonly created_at: Temporal.Instant;
}

const COLUMNS = 'id, connection_id, resource_id, external_listing_id, created_at';
/** Holds the connection, so that it cannot be deleted meanwhile, and wakes a paused one too. */
const ASK = `
  UPDATE connections SET next_sync_at = now(), read_at = now(), asked = asked + 1
  WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`;
const INSERT = `
  INSERT INTO listings (tenant_id, id, connection_id, resource_id, external_listing_id)
  VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`;
const DELETE = `DELETE FROM listings WHERE tenant_id = $1 AND connection_id = $2 AND id = $3 RETURNING id`;
const ALL = `
  SELECT ${COLUMNS} FROM listings WHERE tenant_id = $1 AND connection_id = $2 ORDER BY created_at, id`;
const EXISTS = `SELECT id FROM connections WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`;

export function listingStore(db: Database): Listings {
  return {
    create: async (tenantId, { id, connectionId, resourceId, externalListingId }) => {
      try {
        return await db.inTenant(tenantId, async (tx) => {
          if (!(await askForSync(tx, tenantId, connectionId))) return noSuchConnection();
          const values = [tenantId, id, connectionId, resourceId, externalListingId];
          const [row] = await tx.query<ListingRow>({ name: 'listing_insert', text: INSERT, values });
          if (row === undefined) throw new Error('a listing was not kept');
          return ok(listingFrom(row));
        });
      } catch (error) {
        if (!isUniqueViolation(error, 'listings_mapped_once')) throw error;
        return refuse('listing_already_mapped', 'The connection is mapped to this resource already.');
      }
    },
    async ofConnection(tenantId, connectionId) {
      const values = [tenantId, connectionId];
      const [connections, rows] = await db.readManyInTenant<ListingRow>(tenantId, [
        { name: 'connection_exists', text: EXISTS, values },
        listingsOf(tenantId, connectionId),
      ]);
      return connections?.length === 1 ? ok((rows ?? []).map(listingFrom)) : noSuchConnection();
    },
    delete: (tenantId, connectionId, id) =>
      db.inTenant(tenantId, async (tx) => {
        if (!(await exists(tx, tenantId, connectionId))) return noSuchConnection();
        const values = [tenantId, connectionId, id];
        const gone = await tx.query({ name: 'listing_delete', text: DELETE, values });
        if (gone.length === 0) return refuse('listing_not_found', 'There is no such listing.');
        await askForSync(tx, tenantId, connectionId);
        return ok(true);
      }),
  };
}

export function listingsOf(tenantId: string, connectionId: string) {
  return { name: 'listings_of', text: ALL, values: [tenantId, connectionId] };
}

async function askForSync(tx: Tx, tenantId: string, connectionId: string): Promise<boolean> {
  const asked = { name: 'connection_ask', text: ASK, values: [tenantId, connectionId] };
  return (await tx.query(asked)).length > 0;
}

async function exists(tx: Tx, tenantId: string, connectionId: string): Promise<boolean> {
  const values = [tenantId, connectionId];
  return (await tx.query({ name: 'connection_hold', text: `${EXISTS} FOR UPDATE`, values })).length > 0;
}

export function listingFrom(row: ListingRow): Listing {
  return {
    id: row.id,
    connectionId: row.connection_id,
    resourceId: row.resource_id,
    externalListingId: row.external_listing_id,
    createdAt: row.created_at,
  };
}
