import type {
  BacklogOverview,
  HealthOverview,
  ServiceHealth,
  TenantResponse,
} from '@lodging/contract-public';

/** A URL that was called: the duration, or the reason why it did not answer. */
export interface Called {
  readonly url: string;
  readonly failure: string | null;
  readonly tookMs: number;
  /** How far the remote clock is ahead of the local one; null where the response had no time. */
  readonly clockSkewMs: number | null;
  /** Null where it serves none. */
  readonly certificateEndsAt: Temporal.Instant | null;
}

export interface DeploymentSnapshot {
  readonly adminUrl: string;
  readonly health: HealthOverview;
  readonly backlog: BacklogOverview;
  /** The public API, at the PUBLIC_URL of the gateway. */
  readonly publicApi: Called | undefined;
  readonly tenants: readonly TenantResponse[];
  /** Why the tenants are not known; null where they are. */
  readonly tenantsFailure: string | null;
  readonly moreTenants: boolean;
  /** Slugs of tenants without a payment account. */
  readonly unpaid: readonly string[];
  /** How far the clock of the gateway is ahead of the local one. */
  readonly clockSkewMs: number;
  readonly now: Temporal.Instant;
}

export type Reachable = Extract<ServiceHealth, { reachable: true }>;

export function reachableOf({ health }: Pick<DeploymentSnapshot, 'health'>): Reachable[] {
  return health.services.filter((service): service is Reachable => service.reachable);
}

export function factsOf(snapshot: Pick<DeploymentSnapshot, 'health'>, name: string): Reachable['facts'] {
  return reachableOf(snapshot).find(({ service }) => service === name)?.facts ?? {};
}

export function checkOf(snapshot: Pick<DeploymentSnapshot, 'health'>, service: string, name: string) {
  return reachableOf(snapshot)
    .find((one) => one.service === service)
    ?.checks.find((check) => check.name === name);
}

/** False for a service that does not answer: its checks are skipped. */
export function isThere(snapshot: Pick<DeploymentSnapshot, 'health'>, name: string): boolean {
  return reachableOf(snapshot).some(({ service }) => service === name);
}

/** Both addresses are loopback addresses: a development machine, where some insecure settings are right. */
export function isLocal(snapshot: Pick<DeploymentSnapshot, 'health' | 'adminUrl'>): boolean {
  const { publicUrl } = factsOf(snapshot, 'gateway');
  return isLoopback(snapshot.adminUrl) && (typeof publicUrl !== 'string' || isLoopback(publicUrl));
}

export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    hostname.startsWith('127.')
  );
}
