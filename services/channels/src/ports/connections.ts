import type { Page, Result, RowPage } from '@lodging/kernel';
import type { Connection, ConnectionChange } from '../domain/connections/connection.ts';
import type { Listing } from '../domain/connections/listing.ts';

/* Storage */

export interface NewConnection {
  readonly id: string;
  readonly livemode: boolean;
  readonly channel: string;
  readonly sealedFeedUrl: string;
  /** Masked. */
  readonly feedUrl: string;
}

export interface ConnectionRepository {
  /** Its first sync is due at once. Undefined: the tenant has `limit` connections. */
  create(tenantId: string, connection: NewConnection, limit: number): Promise<Connection | undefined>;
  list(tenantId: string, page: Page): Promise<RowPage<Connection>>;
  find(tenantId: string, id: string): Promise<Connection | undefined>;
  /** `decide` runs under a lock on the row. */
  change(
    tenantId: string,
    id: string,
    decide: (connection: Connection) => Result<ConnectionChange>,
  ): Promise<Result<Connection>>;
  /** Hides it from its tenant; a sync that removes it is due after the grace. False where there is none. */
  markDeleted(tenantId: string, id: string, graceSeconds: number): Promise<boolean>;
}

export interface ListingRepository {
  /** Requests a sync of the connection in the same transaction. `limit_reached`: the connection has `limit` listings. */
  create(tenantId: string, listing: Omit<Listing, 'createdAt'>, limit: number): Promise<Result<Listing>>;
  list(tenantId: string, connectionId: string): Promise<Result<readonly Listing[]>>;
  /** Requests a sync as well, also of a paused connection: the blocks of this listing must be released. */
  delete(tenantId: string, connectionId: string, id: string): Promise<Result<true>>;
}

/* Secrets */

/** Seals feed addresses at rest. */
export interface Vault {
  seal(tenantId: string, id: string, text: string): string;
  /** Undefined where it was sealed for another record, or with another secret. */
  open(tenantId: string, id: string, sealed: string): string | undefined;
}
