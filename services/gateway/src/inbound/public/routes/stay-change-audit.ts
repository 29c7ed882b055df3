import type { StayChangeWire } from '@lodging/contract-reservations';
import { changedFields, createdFields } from '../../../domain/audit/audit.ts';
import type { AuditAction } from '../../../domain/audit/audit.ts';
import type { Learned } from '../../../use-cases/audit/audited-call.ts';

export const STAY_CHANGED = 'booking.changed';

/** The stay before and after: the request has a token alone. */
export function learnStayChange({ change }: { readonly change: StayChangeWire }): Learned {
  const { id, bookingId, state, settle, previous, proposed } = change;
  const { refundMinorUnits, dueMinorUnits, retainedMinorUnits } = change;
  return {
    target: { kind: 'booking', id: bookingId },
    changes: [
      ...changedFields(previous, proposed),
      ...createdFields({ changeId: id, state, settle, retainedMinorUnits, refundMinorUnits, dueMinorUnits }),
    ],
  };
}

/** Of a request whose token names the booking. */
export const unknownBooking = (): Pick<AuditAction, 'target' | 'changes'> => ({ target: null, changes: [] });
