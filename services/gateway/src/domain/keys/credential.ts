import type { ClientLimits } from '../limits/client-limits.ts';
import type { KeyKind } from './api-key.ts';

/** The authorization of an API key or an operator session, without a secret. */
export interface Credential {
  /** The id of the API key or of the session. */
  readonly id: string;
  readonly tenantId: string;
  /** The live tenant, also for its sandbox. */
  readonly ownerId: string;
  /** The id of the API key, or of the operator whose session it is; and its name, or the operator's e-mail address. */
  readonly actorId: string;
  readonly name: string | null;
  readonly livemode: boolean;
  readonly kind: KeyKind | 'operator';
  readonly permissions: readonly string[];
  /** Origins from which a browser may use a publishable key; empty for every other kind. */
  readonly allowedOrigins: readonly string[];
  /** Null: the default limit of the kind. */
  readonly requestsPerMinute: number | null;
  /** Of a publishable key; null for every other kind, which has none. */
  readonly clientLimits: ClientLimits | null;
  /** Neither the tenant's keys nor its sessions are accepted. */
  readonly isTenantSuspended: boolean;
  /** Null: never. A rotated key expires with its grace period, a session after its hours. */
  readonly expiresAt: Temporal.Instant | null;
  /** The IANA time zone of the tenant. */
  readonly timezone: string;
  readonly tenantName: string;
}
