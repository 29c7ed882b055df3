import type { HealthReport } from '@lodging/contract-wire';
import type { Clock, NewId } from '@lodging/kernel';
import type { Semaphore } from '@lodging/kit-runtime';
import type { AdminTokenFinder, AdminTokenRepository, AuditTrail } from './audit.ts';
import type { ApiKeyCache, ApiKeyRepository, Digest, KeyUsage, RandomBytes } from './keys.ts';
import type { InstanceCount, RateLimiter } from './limits.ts';
import type {
  ChannelsClient,
  InventoryClient,
  NotificationsClient,
  PaymentsClient,
  ReservationsClient,
} from './neighbours.ts';
import type { OperatorRepository, PasswordHasher, SessionRepository, SignInAttempts } from './operators.ts';
import type { OpsClient } from './ops.ts';
import type { TenantRepository } from './tenants.ts';

/** Dependencies of the use cases; each use case takes a part of them. */
export interface GatewayDeps {
  readonly tenants: TenantRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly apiKeyCache: ApiKeyCache;
  readonly keyUsage: KeyUsage;
  readonly operators: OperatorRepository;
  readonly sessions: SessionRepository;
  readonly signInAttempts: SignInAttempts;
  readonly passwords: PasswordHasher;
  /** Limits concurrent password checks; fails immediately without a permit. */
  readonly passwordChecks: Pick<Semaphore, 'run'>;
  readonly adminTokens: AdminTokenRepository;
  readonly adminTokenFinder: AdminTokenFinder;
  readonly audit: AuditTrail;
  readonly rateLimiter: RateLimiter;
  readonly instances: InstanceCount;
  readonly payments: PaymentsClient;
  readonly inventory: InventoryClient;
  readonly channels: ChannelsClient;
  readonly notifications: NotificationsClient;
  readonly reservations: ReservationsClient;
  readonly services: readonly OpsClient[];
  readonly reportOwnHealth: () => Promise<HealthReport>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly digest: Digest;
}
