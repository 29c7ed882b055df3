import { boundedArray, instant, positiveInteger, rpc, uuid } from '@lodging/contract-wire';
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

/** The stay that a claim is to be moved to. */
const moveTarget = claimRequest.omit({ claimId: true });
/** Leases of a change that waits for its payment; a change has three of them at the most. */
const MAX_PARTS = 3;
const partIds = boundedArray(uuid, { max: MAX_PARTS });

/**
 * Moves a claim in one transaction, so that there is no moment without it. The parts that a change leased are absorbed.
 * A repeated `moveId` has the result of the first move; a refused one may be requested again. A lease keeps its end. A
 * target within the claim is never `units_taken`.
 */
export const moveClaim = rpc({
  context,
  name: 'move-claim',
  request: z.object({ moveId: uuid, claimId: uuid, partIds, target: moveTarget }),
  response: claimResponse.extend({ revision: z.int(), movedAt: instant }),
  refusals: ['resource_not_found', 'units_taken', 'claim_released', 'resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});

/**
 * Moves a claim to the stay that its owner has, after the database of either was set back. A claim that is there already, or
 * that was never moved and is not to be, stays untouched.
 */
export const alignClaim = rpc({
  context,
  name: 'align-claim',
  request: z.object({
    moveId: uuid,
    claimId: uuid,
    target: moveTarget,
    /** Its owner has changed the stay. */
    isChanged: z.boolean(),
  }),
  response: z.object({ moved: z.boolean() }),
  refusals: ['resource_not_found', 'units_taken', 'claim_released', 'resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});

/**
 * Whether a move was made. With `forget`, one that was not made is refused from then on (`claim_released`), so that it
 * cannot arrive later.
 */
export const findMove = rpc({
  context,
  name: 'find-move',
  request: z.object({ moveId: uuid, claimId: uuid, forget: z.boolean() }),
  response: z.object({ moved: moveClaim.response.nullable() }),
  refusals: ['resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});

/** Leases what a target needs beyond a claim, under the first of these ids. A repeated request has the parts of the first one. */
export const claimMore = rpc({
  context,
  name: 'claim-more',
  request: z.object({ claimId: uuid, partIds, target: moveTarget, expiresAt: instant }),
  response: z.object({
    parts: z.array(
      z.object({ id: uuid, resourceId: uuid, startsAt: z.string(), endsAt: z.string(), units: z.int() }),
    ),
  }),
  refusals: ['resource_not_found', 'units_taken', 'claim_released', 'resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});

/** Frees the parts of a change that ended, and leaves tombstones. */
export const releaseParts = rpc({
  context,
  name: 'release-parts',
  request: z.object({ claimId: uuid, partIds }),
  response: z.object({ released: z.boolean() }),
  refusals: ['resource_locked'],
  idempotent: true,
  calledBy: ['reservations'],
});
