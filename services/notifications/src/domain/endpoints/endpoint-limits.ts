export interface EndpointCounts {
  readonly ofTenant: number;
  /** Endpoints of the tenant with the host of the new one; null where the host is not counted. */
  readonly ofHost: number | null;
}

export interface EndpointLimit {
  readonly of: 'tenant' | 'host';
  readonly limit: number;
}

/** Each event is written once for each endpoint, and the list of endpoints has no pages. */
const OF_TENANT = { of: 'tenant', limit: 50 } as const;
/** The host may be a stranger's: each event is sent there as often as it has endpoints. */
const OF_HOST = { of: 'host', limit: 5 } as const;

/** The limit that does not allow another endpoint. */
export function reachedLimit({ ofTenant, ofHost }: EndpointCounts): EndpointLimit | undefined {
  if (ofHost !== null && ofHost >= OF_HOST.limit) return OF_HOST;
  return ofTenant >= OF_TENANT.limit ? OF_TENANT : undefined;
}
