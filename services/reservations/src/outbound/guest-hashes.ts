import { createKeyedHash } from '@lodging/kit-security';
import type { GuestHashes } from '../ports/guests.ts';

/** Under GUEST_DATA_SECRET, the current one of a ring: what is counted by them begins anew when it is replaced. */
export function createGuestHashes([secret]: readonly [string, ...string[]]): GuestHashes {
  const recipient = createKeyedHash(secret, 'lodging.reservations.code-recipient');
  const client = createKeyedHash(secret, 'lodging.reservations.client');
  return {
    recipient: (tenantId, email) => recipient(tenantId, email.toLowerCase()),
    client: (keyId, address) => client(keyId, address),
  };
}
