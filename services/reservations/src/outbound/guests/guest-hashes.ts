import { createKeyedHash } from '@lodging/kit-security';
import type { GuestHashes } from '../../ports/guests.ts';

/** Under GUEST_DATA_SECRET, the current one of a ring: counters under these hashes restart when the secret is replaced. */
export function createGuestHashes([secret]: readonly [string, ...string[]]): GuestHashes {
  const recipient = createKeyedHash(secret, 'lodging.reservations.code-recipient');
  const everywhere = createKeyedHash(secret, 'lodging.reservations.code-recipient-of-all-tenants');
  const client = createKeyedHash(secret, 'lodging.reservations.client');
  const key = createKeyedHash(secret, 'lodging.reservations.publishable-key');
  return {
    recipient: (tenantId, email) => recipient(tenantId, email.toLowerCase()),
    recipientEverywhere: (email) => everywhere(email.toLowerCase()),
    client: (keyId, network) => client(keyId, network),
    key: (keyId) => key(keyId),
  };
}
