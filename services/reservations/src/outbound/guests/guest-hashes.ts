import { createKeyedHash } from '@lodging/kit-security';
import type { GuestHashes } from '../../ports/guests.ts';

/** Under GUEST_DATA_SECRET, the current one of a ring: counters under these hashes restart when the secret is replaced. */
export function createGuestHashes([secret]: readonly [string, ...string[]]): GuestHashes {
  const recipient = createKeyedHash(secret, 'lodging.reservations.code-recipient');
  const everywhere = createKeyedHash(secret, 'lodging.reservations.code-recipient-of-all-tenants');
  const client = createKeyedHash(secret, 'lodging.reservations.client');
  const key = createKeyedHash(secret, 'lodging.reservations.publishable-key');
  const linkRecipient = createKeyedHash(secret, 'lodging.reservations.link-recipient');
  const linkedBooking = createKeyedHash(secret, 'lodging.reservations.linked-booking');
  return {
    recipient: (tenantId, email) => recipient(tenantId, email.toLowerCase()),
    recipientEverywhere: (email) => everywhere(email.toLowerCase()),
    client: (keyId, network) => client(keyId, network),
    key: (keyId) => key(keyId),
    linkRecipient: (tenantId, email) => linkRecipient(tenantId, email.toLowerCase()),
    linkedBooking: (tenantId, reservationId) => linkedBooking(tenantId, reservationId),
  };
}
