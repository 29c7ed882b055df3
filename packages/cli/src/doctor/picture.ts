import type {
  BacklogOverview,
  HealthOverview,
  ServiceHealth,
  TenantResponse,
} from '@lodging/contract-public';

/** An address that was called: in how many milliseconds it answered, or in words why it did not. */
export interface Called {
  readonly url: string;
  readonly failure: string | null;
  readonly tookMs: number;
  /** How far the clock there is ahead of the one here; null where it told no time. */
  readonly clockSkewMs: number | null;
}

export interface Picture {
  readonly adminUrl: string;
  readonly health: HealthOverview;
  readonly backlog: BacklogOverview;
  /** The public API, at the address that its gateway gives out. */
  readonly publicApi: Called | undefined;
  readonly tenants: readonly TenantResponse[];
  readonly moreTenants: boolean;
  /** Slugs of tenants that cannot be paid. */
  readonly unpaid: readonly string[];
  /** How far the gateway's clock is ahead of the one here. */
  readonly clockSkewMs: number;
  readonly now: Temporal.Instant;
}

export type Reachable = Extract<ServiceHealth, { reachable: true }>;

export function reachableOf({ health }: Pick<Picture, 'health'>): Reachable[] {
  return health.services.filter((service): service is Reachable => service.reachable);
}

export function factsOf(picture: Pick<Picture, 'health'>, name: string): Reachable['facts'] {
  return reachableOf(picture).find(({ service }) => service === name)?.facts ?? {};
}

export function checkOf(picture: Pick<Picture, 'health'>, service: string, name: string) {
  return reachableOf(picture)
    .find((one) => one.service === service)
    ?.checks.find((check) => check.name === name);
}

/** Of a service that does not answer nothing is known, and nothing is said. */
export function isThere(picture: Pick<Picture, 'health'>, name: string): boolean {
  return reachableOf(picture).some(({ service }) => service === name);
}

/** On one machine, for whoever sits at it: what is a mistake on the internet is what a developer wants. */
export function isLocal(picture: Pick<Picture, 'health' | 'adminUrl'>): boolean {
  const { publicUrl } = factsOf(picture, 'gateway');
  return isLoopback(picture.adminUrl) && (typeof publicUrl !== 'string' || isLoopback(publicUrl));
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
