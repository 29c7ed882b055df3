import type { SealedGuest } from '../../domain/stay/guest-details.ts';
import type { GuestSealer } from './guest-sealer.ts';

/** Decrypts the guest at the first access, which most readers of a reservation do not make. Copying the object is an access. */
export function guestOfRow(
  row: Parameters<GuestSealer['open']>[0],
  guests: Pick<GuestSealer, 'open'>,
): SealedGuest {
  let opened: SealedGuest | undefined;
  const guest = () => (opened ??= guests.open(row));
  return {
    get guestEmail() {
      return guest().guestEmail;
    },
    get guestName() {
      return guest().guestName;
    },
    get guestPhone() {
      return guest().guestPhone;
    },
    get arrivalTime() {
      return guest().arrivalTime;
    },
    get guestMessage() {
      return guest().guestMessage;
    },
  };
}
