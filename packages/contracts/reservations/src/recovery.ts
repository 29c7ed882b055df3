import { rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

/**
 * After a restore, makes the claim of one stay in inventory what the stay is here: a sold stay takes its units, also where an
 * event that is lost released them; a stay that is unknown here has none. Others are left to the events that tell of them.
 */
export const mendClaim = rpc({
  context: 'reservations',
  name: 'mend-claim',
  request: z.object({ bookingId: uuid }),
  response: z.object({ claim: z.enum(['claimed', 'released', 'unchanged']) }),
  refusals: ['unavailable', 'resource_not_found', 'resource_locked'],
  idempotent: true,
  platformOnly: true,
});
