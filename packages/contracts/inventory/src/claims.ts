import { instant, positiveInteger, rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'inventory';

/** `claimId` is the id of the reservation, so that every request about a claim can be repeated. */
export const claimRequest = z.object({
  claimId: uuid,
  resourceId: uuid,
  from: instant,
  to: instant,
  quantity: positiveInteger,
});
const claimResponse = z.object({ claimId: uuid, state: z.enum(['held', 'confirmed']) });

/** Leases units until `expiresAt`; null claims them permanently. A repeated claim has the result of the first one. */
export const claimUnits = rpc({
  context,
  name: 'claim-units',
  request: claimRequest.extend({ expiresAt: instant.nullable() }),
  response: claimResponse,
  refusals: ['resource_not_found', 'units_taken', 'claim_released', 'resource_locked'],
  idempotent: true,
  calledFor: ['reservations.v1.place-hold', 'reservations.v1.create-booking'],
});

/** Whether other claims take the units at this moment. It changes nothing: that they are free promises nothing. */
export const checkUnits = rpc({
  context,
  name: 'check-units',
  request: claimRequest,
  response: z.object({ taken: z.boolean() }),
  refusals: [],
  idempotent: true,
  calledFor: ['reservations.v1.place-hold'],
});

/** All units of the tenant that are on sale: those of its resources that are not archived. */
export const countUnitsForSale = rpc({
  context,
  name: 'count-units-for-sale',
  request: z.object({}),
  response: z.object({ units: z.int() }),
  refusals: [],
  idempotent: true,
  calledBy: ['reservations'],
});

/**
 * Makes a claim permanent. The units of an expired lease are taken again if they are still free; a claim that was released
 * for another reason than expiry stays released.
 */
export const confirmClaim = rpc({
  context,
  name: 'confirm-claim',
  request: claimRequest,
  response: claimResponse,
  refusals: ['resource_not_found', 'units_taken', 'claim_released', 'resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
  calledFor: ['reservations.v1.confirm-hold'],
});

/** Of a stay that its owner has as sold: also where its claim was released, by an event that the owner has lost. */
export const renewClaim = rpc({
  context,
  name: 'renew-claim',
  request: claimRequest,
  response: claimResponse,
  refusals: ['resource_not_found', 'units_taken', 'resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});

/** Of a stay that its owner does not know. False: there is no claim of a stay under this id. */
export const releaseLostClaim = rpc({
  context,
  name: 'release-lost-claim',
  request: z.object({ claimId: uuid }),
  response: z.object({ released: z.boolean() }),
  refusals: ['resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});

/** Frees the units and leaves a tombstone, so that a claim that arrives after its release is refused. */
export const releaseClaim = rpc({
  context,
  name: 'release-claim',
  request: z.object({
    claimId: uuid,
    resourceId: uuid,
    reason: z.enum(['expired', 'cancelled', 'abandoned', 'no_show']),
  }),
  response: z.object({ released: z.boolean() }),
  refusals: ['resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});
