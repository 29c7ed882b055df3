import type { Connection } from '@lodging/contract-channels';
import type { SurveyedEndpoint } from '@lodging/contract-notifications';
import type { FxRatesBody, PaymentAccountBody } from '@lodging/contract-public';
import type { ListPosition } from '@lodging/contract-wire';
import type { Result } from '@lodging/kernel';
import type { Position } from '../domain/cursor.ts';
import type { Drawn } from '../domain/allowance.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { OperatorSession } from '../domain/operator-session.ts';
import type { KeyRecord, Operator, Tenant } from '../domain/tenant.ts';

export type PaymentAccount = Omit<PaymentAccountBody, 'mode'>;
export type FxRates = FxRatesBody;

/** One page in the order (createdAt, id), from behind `after`. */
export interface Page {
  readonly limit: number;
  readonly after: Position | null;
}

export interface TenantStore {
  /** False when the slug is taken. */
  add(tenant: Tenant): Promise<boolean>;
  find(tenantId: string): Promise<Tenant | undefined>;
  /** One more than the page holds, where there is more. */
  list(page: Page): Promise<Tenant[]>;
}

export interface KeyStore {
  add(tenantId: string, key: KeyRecord, digest: Uint8Array): Promise<void>;
  /** Of both tenants of an owner; one more than the page holds, where there is more. */
  list(ownerId: string, page: Page): Promise<KeyRecord[]>;
  /** The earlier keys of the record live until the end of the grace at the latest. Undefined when there is no such key. */
  rotate(ownerId: string, keyId: string, next: NextKey): Promise<KeyRecord | undefined>;
  find(ownerId: string, keyId: string): Promise<KeyRecord | undefined>;
  /** False when there is no such key. */
  revoke(ownerId: string, keyId: string): Promise<boolean>;
  /** The one look-up that cannot know the tenant yet. */
  findByDigest(digest: Uint8Array): Promise<ApiKey | undefined>;
  noteUse(keys: readonly Pick<ApiKey, 'id' | 'tenantId'>[], at: Temporal.Instant): Promise<void>;
}

export interface NextKey {
  readonly prefix: string;
  readonly digest: Uint8Array;
  readonly graceSeconds: number;
}

export interface OperatorStore {
  /** False when the address is taken, by whichever tenant: a login names no tenant. */
  add(tenantId: string, operator: Operator, passwordHash: string): Promise<boolean>;
  /** The one look-up that cannot know the tenant yet. */
  findByEmail(email: string): Promise<KnownOperator | undefined>;
}

export interface KnownOperator {
  readonly operator: Operator;
  readonly sandboxId: string;
  readonly passwordHash: string;
}

export interface SessionStore {
  /** False when the operator is gone, or no longer has that password. */
  add(session: OperatorSession, digest: Uint8Array, passwordHash: string): Promise<boolean>;
  /** Only what still lasts, and whose operator is the one who signed in. */
  findByDigest(digest: Uint8Array): Promise<ApiKey | undefined>;
  end(tenantId: string, sessionId: string): Promise<void>;
  /** Sessions and tries that can mean nothing any more. */
  forgetOld(now: Temporal.Instant): Promise<void>;
}

/** The tries to sign in with an address, by its digest, counted for all processes together. */
export interface SignInTries {
  /** Counts a try, or refuses it uncounted where the last ones are too close: then `oldest` is what must pass first. */
  take(address: Uint8Array, at: Temporal.Instant): Promise<{ readonly oldest: Temporal.Instant } | undefined>;
  giveBack(address: Uint8Array, at: Temporal.Instant): Promise<void>;
}

/** What the platform's operator sets and looks at in a neighbour. Throws where the neighbour is away. */
export interface Neighbours {
  setPaymentAccount(call: PlatformCall, account: PaymentAccount): Promise<Result<PaymentAccount>>;
  readPaymentAccount(call: PlatformCall): Promise<Result<PaymentAccount>>;
  removePaymentAccount(call: PlatformCall): Promise<Result<unknown>>;
  listConnections(
    call: PlatformCall,
    page: { limit: number; after: ListPosition | null },
  ): Promise<Result<{ connections: Connection[]; nextAfter: ListPosition | null }>>;
  syncConnection(call: PlatformCall, connectionId: string): Promise<Result<Connection>>;
  surveyWebhookEndpoints(call: PlatformCall): Promise<Result<{ webhookEndpoints: SurveyedEndpoint[] }>>;
  putFxRates(call: PlatformCall, rates: FxRates): Promise<Result<FxRates>>;
}

/** For whom a neighbour is asked, and by which request. */
export interface PlatformCall {
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly requestId: string;
}

/** The count of requests that every gateway process shares. It may be away, and then it throws. */
export interface SharedBudget {
  draw(bucket: string, wanted: number, limit: number, windowSeconds: number): Promise<Drawn>;
}

export type RandomBytes = (length: number) => Uint8Array;
/** SHA-256: a key has 256 random bits, so a fast digest hides it well. */
export type Digest = (text: string) => Uint8Array;
export type HashPassword = (password: string) => Promise<string>;
/** Takes its time for an unknown account too, so that the time tells nothing. */
export type IsPassword = (password: string, passwordHash: string | undefined) => Promise<boolean>;
/** Milliseconds of a clock that is never set. */
export type SteadyClock = () => number;
