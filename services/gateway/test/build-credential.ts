import type { Credential } from '../src/domain/keys/credential.ts';

/** A live secret key without permissions of its own. */
export function buildCredential(changes: Partial<Credential> = {}): Credential {
  return {
    id: 'k',
    tenantId: 't',
    ownerId: 't',
    actorId: 'k',
    name: null,
    livemode: true,
    kind: 'secret',
    permissions: [],
    allowedOrigins: [],
    clientLimits: null,
    requestsPerMinute: null,
    expiresAt: null,
    timezone: 'UTC',
    tenantName: 'Hotel Alpenblick',
    isTenantSuspended: false,
    ...changes,
  };
}
