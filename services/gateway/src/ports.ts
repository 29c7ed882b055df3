import type { Connection } from '@lodging/contract-channels';
import type { LostPayment, UnrequestedRefund } from '@lodging/contract-payments';
import type { WebhookEndpointStats } from '@lodging/contract-notifications';
import type { FxRatesBody, PaymentAccountBody, SandboxCopy } from '@lodging/contract-public';
import type {
  BacklogReport,
  DeadLetterRecord,
  HealthReport,
  DeadLetterDetail,
  LostEvent,
  RecoveryStep,
  StayKnowledge,
  StayToLookUp,
  TracedBooking,
  TraceEntry,
} from '@lodging/contract-wire';
import type { ListPosition, Page, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { AdminToken } from './domain/admin-token.ts';
import type { Grant } from './domain/allowance.ts';
import type { AuditEntry } from './domain/audit.ts';
import type { ApiKey } from './domain/api-key.ts';
import type { Credential } from './domain/credential.ts';
import type { OperatorSession } from './domain/operator-session.ts';
import type { ListedOperator, Operator } from './domain/operator.ts';
import type { RequestLimit } from './domain/request-limit.ts';
import type { Tenant } from './domain/tenant.ts';

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
  /** Stores the entry of a change that another service is about to make. */
  begin(entry: AuditEntry): Promise<void>;
  /** Adds the entry in place of the stored one. */
  complete(entry: AuditEntry): Promise<void>;
  /** Nothing was done. */
  withdraw(entryId: string): Promise<void>;
  /** Adds entries of what the rules did. An id that is there already stays; a sandbox becomes its live tenant. */
  record(entries: readonly AuditEntry[]): Promise<void>;
  /** The time of the newest entry without a person behind it. */
  newestOfSystem(action: string): Promise<Temporal.Instant | undefined>;
  /** Completes entries whose process ended before it knew the outcome. */
  completeAbandoned(): Promise<number>;
  /** Deletes some of the entries that are older than 400 days. Gives how many. */
  prune(): Promise<number>;
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

export interface TenantRepository {
  /** False when the slug is taken. */
  add(tenant: Tenant, entry: AuditEntry): Promise<boolean>;
  find(tenantId: string): Promise<Tenant | undefined>;
  /** Runs `decide` under a lock of the tenant. Undefined when there is no such tenant. */
  change(tenantId: string, decide: (current: Tenant) => Audited<Tenant>): Promise<Tenant | undefined>;
  /** Reads `limit + 1` rows where there are more. */
  list(page: Page): Promise<Tenant[]>;
}

export interface ApiKeyRepository {
  add(key: ApiKey, digest: Uint8Array, entry: AuditEntry): Promise<void>;
  /** The keys of both modes; reads `limit + 1` rows where there are more. */
  list(ownerId: string, page: Page): Promise<ApiKey[]>;
  find(ownerId: string, keyId: string): Promise<ApiKey | undefined>;
  /** By id: the names of keys that are not revoked and have one. */
  namesOf(ownerId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Runs `decide` under a lock of the key. Undefined when there is no such key. */
  change(
    ownerId: string,
    keyId: string,
    decide: (current: ApiKey) => Audited<ApiKey>,
  ): Promise<ApiKey | undefined>;
  /** Earlier secrets of the key expire with the grace period at the latest. Undefined when there is no such key. */
  rotate(ownerId: string, keyId: string, next: NextKeySecret, entry: AuditEntry): Promise<ApiKey | undefined>;
  /** False when there is no such key. */
  revoke(ownerId: string, keyId: string, entryOf: (key: ApiKey) => AuditEntry): Promise<boolean>;
  /** By the digest as latin1 text. Reads across tenants: the digest determines the tenant. */
  findByDigests(digests: readonly Uint8Array[]): Promise<ReadonlyMap<string, Credential>>;
  recordUse(keys: readonly Pick<Credential, 'id' | 'tenantId'>[], at: Temporal.Instant): Promise<void>;
}

export interface NextKeySecret {
  readonly prefix: string;
  readonly digest: Uint8Array;
  readonly graceSeconds: number;
}

/** Of the platform, not of a tenant. */
export interface AdminTokenRepository {
  add(token: AdminToken, digest: Uint8Array, entry: AuditEntry): Promise<void>;
  /** Reads `limit + 1` rows where there are more. */
  list(page: Page): Promise<AdminToken[]>;
  /** False when there is no such token. */
  revoke(tokenId: string, entryOf: (token: AdminToken) => AuditEntry): Promise<boolean>;
  /** Finds tokens that have not expired, and records the use, to the minute. */
  use(digest: Uint8Array): Promise<Pick<AdminToken, 'id' | 'name'> | undefined>;
}

export interface OperatorRepository {
  /** False when the e-mail address is taken by any tenant: a sign-in names no tenant. */
  add(operator: Operator, passwordHash: string, entry: AuditEntry): Promise<boolean>;
  /** Reads `limit + 1` rows where there are more. */
  list(tenantId: string, page: Page): Promise<ListedOperator[]>;
  // Each of the three ends all sessions of the operator, and gives false when the tenant has no such operator.
  remove(tenantId: string, operatorId: string, entryOf: OperatorEntry): Promise<boolean>;
  setPassword(tenantId: string, operatorId: string, change: NewPassword): Promise<boolean>;
  endSessions(tenantId: string, operatorId: string, entryOf: OperatorEntry): Promise<boolean>;
  /** Reads across tenants: the e-mail address determines the tenant. */
  findByEmail(email: string): Promise<OperatorAccount | undefined>;
}

export type OperatorEntry = (operator: Operator & { readonly endedSessions: number }) => AuditEntry;

export interface NewPassword {
  readonly passwordHash: string;
  readonly entryOf: OperatorEntry;
}

export interface OperatorAccount {
  readonly operator: Operator;
  readonly sandboxId: string;
  readonly isTenantSuspended: boolean;
  readonly passwordHash: string;
}

export interface SessionRepository {
  /** False when the operator was deleted or has another password hash. */
  add(session: OperatorSession, digest: Uint8Array, passwordHash: string): Promise<boolean>;
  /** Finds unexpired sessions whose operator has the same e-mail address and password as at sign-in. */
  findByDigest(digest: Uint8Array): Promise<Credential | undefined>;
  end(tenantId: string, sessionId: string): Promise<void>;
  /** Deletes expired sessions, and sign-in attempts that have left their window. */
  purgeExpired(now: Temporal.Instant): Promise<void>;
}

/** Sign-in attempts per digest of what they are counted for, in all processes together. */
export interface SignInAttempts {
  /** Counts the attempt. Where `max` is reached it counts nothing and gives the oldest counted attempt. */
  add(
    subject: Uint8Array,
    at: Temporal.Instant,
    max: number,
  ): Promise<{ readonly oldest: Temporal.Instant } | undefined>;
  /** Removes an attempt that succeeded, or that was not made. */
  release(subject: Uint8Array, at: Temporal.Instant): Promise<void>;
}

// Redis and memory

/** Finds the credential that a presented text stands for. */
export interface CredentialFinder {
  /**
   * Undefined for an unknown text. Not a promise for a key in use. `unseen`: well-formed, and this process does not know
   * it, so that it takes a lookup. Rejects with ApiKeysUnavailable.
   */
  find(presented: string): Credential | undefined | 'unseen' | Promise<Credential | undefined>;
  lookUp(presented: string): Promise<Credential | undefined>;
  /** Looks it up in the background, so that the next `find` knows it. Does less than asked when it is asked a lot. */
  lookUpSoon(presented: string): void;
}

/** Remembers which credential an API key stands for. */
export interface ApiKeyCache extends CredentialFinder {
  /** Empties this process's cache. Other processes look keys up again when their entries expire. */
  clear(): void;
}

/** The repository does not answer, and the cache holds nothing recent enough. */
export class ApiKeysUnavailable extends Error {
  override readonly name = 'ApiKeysUnavailable';
}

/** Collects which keys were used, so that a request writes nothing. */
export interface KeyUsage {
  record(credential: Credential): void;
  flush(): Promise<void>;
}

export interface RateLimiter {
  /** Spends one request of the budget. Not a promise for most requests. Never rejects. */
  spend(limit: RequestLimit): RateLimitDecision | Promise<RateLimitDecision>;
  /** The budget is known to be spent, so that `spend` would refuse. Asks nobody and counts nothing. */
  isExhausted(limit: RequestLimit): boolean;
  /** The number of requests that this process alone has counted since the last call. */
  takeCountedLocally(): number;
}

export interface RateLimitDecision {
  readonly outcome: 'admitted' | 'refused';
  readonly remaining: number;
  readonly resetSeconds: number;
  /** The shared counter did not answer in time, so this process decided by itself. */
  readonly isLocal: boolean;
}

/** The request counter that all gateway processes share. Rejects when it does not answer. */
export interface RequestCounter {
  draw(bucket: string, permits: number, limit: number, windowSeconds: number): Promise<Grant>;
}

/** How many gateway processes share the request limits. */
export interface ProcessCensus {
  /** Says that this process runs, and learns how many others do. Rejects when Redis does not answer. */
  report(): Promise<void>;
  /** As of the last report; before the first, as the settings say. */
  count(): number;
}

// Other services. Each call throws Unavailable when the service does not answer.

export type PaymentAccount = Omit<PaymentAccountBody, 'mode'>;

export interface PaymentsClient {
  listLostPayments(ctx: RequestContext): Promise<Result<{ lostPayments: LostPayment[] }>>;
  setPaymentAccount(ctx: RequestContext, account: PaymentAccount): Promise<Result<PaymentAccount>>;
  readPaymentAccount(ctx: RequestContext): Promise<Result<PaymentAccount>>;
  removePaymentAccount(ctx: RequestContext): Promise<Result<unknown>>;
  listUnrequestedRefunds(
    ctx: RequestContext,
    page: { readonly limit: number; readonly after: ChangedAfter | null },
  ): Promise<Result<{ refunds: UnrequestedRefund[] }>>;
}

export interface ChangedAfter {
  readonly changedAt: string;
  readonly id: string;
}

export interface InventoryClient {
  putFxRates(ctx: RequestContext, rates: FxRatesBody): Promise<Result<FxRatesBody>>;
  /** The context is that of the sandbox. */
  copyToSandbox(ctx: RequestContext, liveTenantId: string): Promise<Result<SandboxCopy>>;
}

export interface ReservationsClient {
  mendClaim(
    ctx: RequestContext,
    bookingId: string,
  ): Promise<Result<{ claim: 'claimed' | 'released' | 'unchanged' }>>;
}

export interface ChannelsClient {
  listConnections(
    ctx: RequestContext,
    page: Page,
  ): Promise<Result<{ connections: Connection[]; nextAfter: ListPosition | null }>>;
  syncConnection(ctx: RequestContext, connectionId: string): Promise<Result<Connection>>;
}

export interface NotificationsClient {
  collectWebhookEndpointStats(
    ctx: RequestContext,
  ): Promise<Result<{ webhookEndpoints: WebhookEndpointStats[] }>>;
  replayWebhooks(
    ctx: RequestContext,
    replay: { readonly webhookEndpointId: string; readonly from: string; readonly to: string },
  ): Promise<Result<{ deliveries: number }>>;
}

/** The operations that every service offers to the platform operator. */
export interface OpsClient {
  readonly service: string;
  reportHealth(ctx: RequestContext): Promise<ServiceAnswer<HealthReport>>;
  reportBacklog(ctx: RequestContext): Promise<ServiceAnswer<BacklogReport>>;
  /** Oldest first; `limit + 1` where there are more. */
  listDeadLetters(
    ctx: RequestContext,
    query: DeadLetterQuery,
  ): Promise<ServiceAnswer<{ deadLetters: DeadLetterRecord[] }>>;
  traceBooking(
    ctx: RequestContext,
    request: { readonly bookingId: string; readonly tenantId: string | null },
  ): Promise<ServiceAnswer<{ booking: TracedBooking | null; entries: TraceEntry[] }>>;
  listLostEvents(
    ctx: RequestContext,
    page: { readonly since: string; readonly after: number | null },
  ): Promise<ServiceAnswer<{ events: LostEvent[]; read: number; next: number | null }>>;
  dropLostEvents(
    ctx: RequestContext,
    lost: { readonly stream: string; readonly events: EventName[] },
  ): Promise<ServiceAnswer<{ dropped: number }>>;
  lookUpStays(ctx: RequestContext, stays: StayToLookUp[]): Promise<ServiceAnswer<{ stays: StayKnowledge[] }>>;
  recover(
    ctx: RequestContext,
    page: {
      readonly since: string;
      readonly after: string | null;
      readonly stays: StayName[];
      readonly everyStay: boolean;
    },
  ): Promise<ServiceAnswer<RecoveryStep>>;
  readDeadLetter(ctx: RequestContext, deadLetterId: string): Promise<ServiceAnswer<DeadLetterDetail>>;
  replayDeadLetter(ctx: RequestContext, deadLetterId: string): Promise<ServiceAnswer<DeadLetterRecord>>;
}

export interface StayName {
  readonly tenantId: string;
  readonly id: string;
}

export interface EventName extends StayName {
  readonly aggregateId: string;
}

export interface DeadLetterQuery extends Page {
  readonly consumer?: string | undefined;
  readonly includeReplayed: boolean;
}

/** A service that cannot be reached is a value here, not an error: the answers of the others are still shown. */
export type ServiceAnswer<T> =
  | { readonly reached: true; readonly result: Result<T> }
  | { readonly reached: false; readonly why: string };

// Cryptography and time

export type RandomBytes = (length: number) => Uint8Array;
/** SHA-256. A key has 256 random bits, so a fast digest protects it. */
export type Digest = (text: string) => Uint8Array;
/** Milliseconds of a monotonic clock. */
export type MonotonicClock = () => number;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a hash it does the same work and gives false, so that the time does not reveal unknown accounts. */
  verify(password: string, passwordHash: string | undefined): Promise<boolean>;
}
