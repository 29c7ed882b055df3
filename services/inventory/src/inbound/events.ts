import {
  reservationCancelled,
  reservationCheckedOut,
  reservationExpired,
} from '@lodging/contract-reservations';
import type { ReceivedEvent, InboxMark } from '@lodging/kit-messaging';
import type { z } from 'zod';
import type { UseCases } from '../use-cases/use-cases.ts';

export const reservationEvents = {
  [reservationCancelled.type]: reservationCancelled.data,
  [reservationExpired.type]: reservationExpired.data,
  [reservationCheckedOut.type]: reservationCheckedOut.data,
};

type Event = ReceivedEvent<z.infer<typeof reservationCancelled.data>>;

export function onReservationEvents({
  releaseClaim,
  recordDeparture,
}: Pick<UseCases, 'releaseClaim' | 'recordDeparture'>) {
  const release =
    (reason: 'cancelled' | 'expired') =>
    async ({ tenantId, data }: Event, seen: InboxMark): Promise<void> => {
      const { id: claimId, resourceId } = data.reservation;
      const released = await releaseClaim(tenantId, { claimId, resourceId, reason }, seen);
      // Delivered again later.
      if (!released.ok) throw new Error(`claim ${claimId} could not be released: ${released.refusal.code}`);
    };
  return {
    [reservationCancelled.type]: release('cancelled'),
    [reservationExpired.type]: release('expired'),
    [reservationCheckedOut.type]: ({ tenantId, data }: Event, seen: InboxMark): Promise<void> =>
      recordDeparture(tenantId, data.reservation.id, seen),
  };
}
