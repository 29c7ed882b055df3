import {
  alignClaim,
  claimMore,
  findMove,
  moveClaim,
  priceChange,
  releaseParts,
} from '@lodging/contract-inventory';
import type { PriceChangeRequest } from '@lodging/contract-inventory';
import { instantText, ok } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import type { Claim, InventoryClient, StayToReprice } from '../../ports/neighbours.ts';
import { CLAIM, toClaimRequest, toPricedStay, withoutValue } from './claim-wire.ts';

type ClaimMoves = Pick<
  InventoryClient,
  'priceChange' | 'moveClaim' | 'alignClaim' | 'hasMoved' | 'claimMore' | 'releaseParts'
>;

/** The units and the price of a stay that is changed. */
export function createClaimMoves(bus: Bus): ClaimMoves {
  return {
    priceChange: async (ctx, stay) => {
      const answer = await bus.request(priceChange, toPriceRequest(stay), ctx);
      return answer.ok
        ? ok(toPricedStay({ ...stay.target, childAges: stay.childAges }, answer.value))
        : answer;
    },
    moveClaim: async (ctx, { moveId, claim, partIds }) => {
      const request = { moveId, claimId: claim.id, partIds: [...partIds], target: targetOf(claim) };
      return withoutValue(await bus.request(moveClaim, request, ctx, CLAIM));
    },
    alignClaim: async (ctx, { moveId, claim, isChanged }) => {
      const request = { moveId, claimId: claim.id, target: targetOf(claim), isChanged };
      const answer = await bus.request(alignClaim, request, ctx, CLAIM);
      return answer.ok ? ok(answer.value.moved) : answer;
    },
    hasMoved: async (ctx, move) => {
      const answer = await bus.request(findMove, move, ctx, CLAIM);
      if (!answer.ok) throw new Error(`inventory refused to find a move: ${answer.refusal.code}`);
      return answer.value.moved !== null;
    },
    claimMore: async (ctx, { claim, partIds, expiresAt }) => {
      const request = { claimId: claim.id, partIds: [...partIds], target: targetOf(claim) };
      const until = { expiresAt: instantText(expiresAt) };
      return withoutValue(await bus.request(claimMore, { ...request, ...until }, ctx, CLAIM));
    },
    releaseParts: async (ctx, { claimId, partIds }) =>
      withoutValue(await bus.request(releaseParts, { claimId, partIds: [...partIds] }, ctx, CLAIM)),
  };
}

function targetOf(claim: Claim) {
  const { claimId: _claimId, ...target } = toClaimRequest(claim);
  return target;
}

function toPriceRequest(stay: StayToReprice): PriceChangeRequest {
  const { booked, target, kept, keptPolicy, childAges, taxExemptions, displayCurrency } = stay;
  const { occupancyChildren } = stay;
  const { window, ratePlanId, ...rest } = target;
  return {
    booked: {
      ...toClaimRequest(booked),
      currency: booked.total.currency,
      timezone: booked.stay.timeZone,
    },
    resourceId: rest.resourceId,
    partySize: rest.partySize,
    quantity: rest.quantity,
    occupancyChildren: occupancyChildren ?? 0,
    limitsAdults: occupancyChildren !== undefined,
    from: instantText(window.from),
    to: instantText(window.to),
    hasBothEnds: stay.hasBothEnds,
    hasBegun: stay.hasBegun,
    bookedExemptions: [...stay.bookedExemptions],
    kept: kept && { ...kept, nights: [...kept.nights] },
    ...(ratePlanId !== undefined && { ratePlanId }),
    ...(childAges !== undefined && { childAges: [...childAges] }),
    ...(taxExemptions !== undefined && { taxExemptions: [...taxExemptions] }),
    ...(displayCurrency !== undefined && { displayCurrency }),
    ...(keptPolicy !== undefined && { keptPolicy: keptPolicy.policy && policyToWire(keptPolicy.policy) }),
  };
}

function policyToWire({ steps, ...policy }: NonNullable<NonNullable<StayToReprice['keptPolicy']>['policy']>) {
  return { ...policy, steps: [...steps] };
}
