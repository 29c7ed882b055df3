import type { GuestData, GuestSealer } from './guest-sealer.ts';

/** The guest is opened when somebody asks for it: most readers of a reservation do not. A copy of the object asks. */
export function guestOfRow(
  row: Parameters<GuestSealer['open']>[0],
  guests: Pick<GuestSealer, 'open'>,
): GuestData {
  let opened: GuestData | undefined;
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
  };
}
