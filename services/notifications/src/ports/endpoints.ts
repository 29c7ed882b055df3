import type { Result } from '@lodging/kernel';
import type { Endpoint, EndpointRecord, EndpointWithStats } from '../domain/endpoints/endpoint.ts';
import type { EndpointLimit } from '../domain/endpoints/endpoint-limits.ts';
import type { ReceiverHost } from './deliveries.ts';

export interface NewEndpoint extends Pick<Endpoint, 'id' | 'url' | 'createdAt'> {
  readonly eventTypes: readonly string[];
  readonly sealedSecret: string;
  readonly host: ReceiverHost;
}

export interface SecretRotation {
  readonly sealedSecret: string;
  readonly now: Temporal.Instant;
  /** The previous secret signs too until then. */
  readonly previousUntil: Temporal.Instant;
}

export interface EndpointChanges {
  readonly enabled?: boolean | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly address?: { readonly url: string; readonly host: ReceiverHost } | undefined;
}

export interface EndpointRepository {
  create(tenantId: string, endpoint: NewEndpoint): Promise<Result<Endpoint, EndpointLimit>>;
  list(tenantId: string): Promise<Endpoint[]>;
  find(tenantId: string, id: string): Promise<Endpoint | undefined>;
  /**
   * One that is enabled again, or has another address, begins without failures; and one with another address as if it had
   * never answered, so that its first attempts are paced. Undefined: there is no such endpoint.
   */
  change(
    tenantId: string,
    id: string,
    changes: EndpointChanges,
  ): Promise<Result<null, EndpointLimit> | undefined>;
  /** Deletes its deliveries too. False: there was no such endpoint. */
  delete(tenantId: string, id: string, now: Temporal.Instant): Promise<boolean>;
  rotateSecret(tenantId: string, id: string, rotation: SecretRotation): Promise<Endpoint | undefined>;
}

/** What the tenant sees of its endpoints, with deliveries that are counted up to a limit. */
export interface EndpointRecordRepository {
  list(tenantId: string): Promise<EndpointRecord[]>;
  find(tenantId: string, id: string): Promise<EndpointRecord | undefined>;
}

export interface EndpointStatsRepository {
  list(tenantId: string): Promise<EndpointWithStats[]>;
}

export interface SecretVault {
  seal(tenantId: string, id: string, text: string): string;
  /** Undefined: sealed with another secret or for another endpoint. */
  open(tenantId: string, id: string, sealed: string): string | undefined;
}
