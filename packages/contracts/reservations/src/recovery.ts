import { rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

/**
 * After a restore, repairs the claim of one stay in inventory: a sold stay gets its units, also where a lost event released
 * them; an unknown stay loses them. For stays in other states, replayed events repair the claim.
 */
export const repairClaim = rpc({
  context: 'reservations',
  name: 'repair-claim',
  request: z.object({ bookingId: uuid }),
  response: z.object({ claim: z.enum(['claimed', 'released', 'unchanged']) }),
  refusals: ['unavailable', 'resource_not_found', 'resource_locked'],
  idempotent: true,
  platformOnly: true,
});
