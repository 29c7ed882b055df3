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
