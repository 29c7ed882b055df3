import type { Page } from '@lodging/kernel';
import type { AdminToken } from '../domain/audit/admin-token.ts';
import type { AuditEntry } from '../domain/audit/audit.ts';

// Postgres

/** The next state of a record, and the entry that is written with it; without an entry nothing is written. */
export interface Audited<Record> {
  readonly next: Record;
  readonly entry: AuditEntry | undefined;
}

/** Changes of the gateway's own records add their entry in their transaction: see the repositories. */
export interface AuditTrail {
  /** Newest first; reads `limit + 1` rows where there are more. */
  list(filter: AuditFilter, page: Page): Promise<AuditEntry[]>;
  /** Stores the entry of a change before another service makes it. */
  begin(entry: AuditEntry): Promise<void>;
  /** Replaces the stored entry. */
  complete(entry: AuditEntry): Promise<void>;
  /** Removes the stored entry: no change was made. */
  withdraw(entryId: string): Promise<void>;
  /** Adds entries of automatic changes. An existing id is kept; a sandbox is replaced by its live tenant. */
  record(entries: readonly AuditEntry[]): Promise<void>;
  /** The time of the newest entry with the actor `system`. */
  newestOfSystem(action: string): Promise<Temporal.Instant | undefined>;
  /** Completes entries whose process ended without an outcome. */
  completeAbandoned(): Promise<number>;
  /** Deletes a batch of the entries that are older than 400 days. Resolves to their number. */
  purge(): Promise<number>;
}

export interface AuditFilter {
  readonly tenantId?: string | undefined;
  /** The kind, the id or the name of the actor. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
}

/** Of the platform, not of a tenant. */
export interface AdminTokenRepository {
  add(token: AdminToken, digest: Uint8Array, entry: AuditEntry): Promise<void>;
  /** Reads `limit + 1` rows where there are more. */
  list(page: Page): Promise<AdminToken[]>;
  /** False when there is no such token. */
  revoke(tokenId: string, entryOf: (token: AdminToken) => AuditEntry): Promise<boolean>;
  /** Finds tokens that have not expired, and records the use, to the minute. */
  use(digest: Uint8Array): Promise<FoundAdminToken | undefined>;
  listDigests(): Promise<readonly Uint8Array[]>;
}

export type FoundAdminToken = Pick<AdminToken, 'id' | 'name' | 'scopes'>;

/** Finds the token of a request, and records its use. */
export interface AdminTokenFinder {
  /** `isSuspect`: the client has sent many wrong tokens, which are not looked up any more. */
  find(digest: Uint8Array, client: { readonly isSuspect: boolean }): Promise<FoundAdminToken | undefined>;
}
