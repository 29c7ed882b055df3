import { listOf, minorUnits, rpc, timestamp, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { cancellationStep, penaltySpan } from './cancellation-records.ts';
import { changedBooking, changeRefusals } from './changed-booking.ts';
import { bookingWithTerms } from './records.ts';
import { reservationState } from './states.ts';

/** A penalty that an operator decides. */
export const penaltyOverride = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('waive') }),
    z.object({ kind: z.literal('fixed'), amountMinorUnits: minorUnits }),
  ])
  .meta({
    id: 'PenaltyOverride',
    description: 'The total penalty; overrides the policy. Needs `booking:penalty:override`.',
    example: { kind: 'waive' },
  });

/**
 * Cancels a hold or a booking: its payment ends, its units are released, and the money of a confirmed stay is settled by
 * `penalty`, or by its policy. The problems have the fields of `changeBooking`.
 */
export const cancelBooking = rpc({
  context: 'reservations',
  name: 'cancel-booking',
  permission: 'book',
  request: z.object({ ...changedBooking, penalty: penaltyOverride.optional() }),
  response: bookingWithTerms,
  refusals: changeRefusals,
  idempotent: false,
});

/** Ends a confirmed booking whose guest did not come. Units and money are handled as in a cancellation. */
export const recordNoShow = rpc({
  context: 'reservations',
  name: 'record-no-show',
  permission: 'book',
  request: z.object({ ...changedBooking, penalty: penaltyOverride.optional() }),
  response: bookingWithTerms,
  refusals: changeRefusals,
  idempotent: false,
});

export const previewCancellation = rpc({
  context: 'reservations',
  name: 'preview-cancellation',
  request: z.object({ reservationId: uuid }),
  response: z
    .object({
      legal: z.boolean().meta({ description: 'True if the booking can be cancelled.' }),
      from: reservationState,
      allowed: listOf(reservationState, reservationState.options.length),
      version: z.int(),
      at: timestamp,
      timeline: listOf(penaltySpan, 50),
      penaltyMinorUnits: minorUnits.nullable(),
      refundMinorUnits: minorUnits.nullable(),
      dueMinorUnits: minorUnits.nullable(),
      step: cancellationStep.nullable(),
      validUntil: timestamp.nullable().meta({ description: 'The next deadline.' }),
      reason: z.enum(['no_policy']).nullable().meta({
        description:
          '`no_policy`: no terms say what a cancellation keeps or returns. Null for holds: all goes back.',
      }),
    })
    .meta({
      id: 'CancellationPreview',
      description: 'The cost of cancelling the booking now; the amounts are null where nothing decides.',
      example: {
        legal: true,
        from: 'confirmed',
        allowed: ['checked_in', 'no_show', 'cancelled'],
        version: 2,
        at: '2027-06-04T10:00:00.000Z',
        timeline: [{ until: null, penaltyMinorUnits: '10000', refundMinorUnits: '10000' }],
        penaltyMinorUnits: '10000',
        refundMinorUnits: '10000',
        dueMinorUnits: '0',
        step: 'afterwards',
        validUntil: null,
        reason: null,
      },
    }),
  refusals: ['booking_not_found'],
  idempotent: true,
});
