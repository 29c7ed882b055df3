import { event, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

/** An external block overlaps a stay, so that more units are taken than the resource has. */
export const blockConflicted = event({
  context: 'inventory',
  aggregate: 'block',
  verb: 'conflicted',
  data: z.object({
    connectionId: uuid,
    listingId: uuid,
    reservationId: uuid,
    resourceId: uuid,
    inboundEvent: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
  }),
});

/** `startsAt` and `endsAt` are on the axis of the resource, as those of a block. */
const claimedStay = z.object({
  resourceId: uuid,
  startsAt: z.string(),
  endsAt: z.string(),
  units: z.int(),
});

/** A claim was moved to other dates, units or another resource. */
export const claimMoved = event({
  context: 'inventory',
  aggregate: 'claim',
  verb: 'moved',
  data: z.object({
    claimId: uuid,
    moveId: uuid,
    revision: z.int(),
    previous: claimedStay,
    current: claimedStay,
    /** The resource has units enough for it beside all others. Absent: unknown. */
    fits: z.boolean().optional(),
  }),
});
