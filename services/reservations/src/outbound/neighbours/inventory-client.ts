import {
  checkUnits,
  claimUnits,
  confirmClaim,
  priceStay,
  readResource,
  releaseClaim,
  releaseLostClaim,
  renewClaim,
  summarizeCapacity,
} from '@lodging/contract-inventory';
import type { PriceStayResponse } from '@lodging/contract-inventory';
import { instantText, ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import { systemContext } from '@lodging/kit-runtime';
import type { StoredBill } from '../../domain/stay/stored-bill.ts';
import type { Claim, InventoryClient, PricedStay, UnpricedStay } from '../../ports/neighbours.ts';

/** Longer than inventory waits for a resource's lock, so that its `resource_locked` arrives. */
const CLAIM = { timeoutMs: 3_000 };
const READ = { timeoutMs: 1_500 };
/** It only spares work, so it is not waited for. */
const CHECK = { timeoutMs: 500 };

export function createInventoryClient(bus: Bus): InventoryClient {
  return {
    priceStay: async (ctx, purpose, stay) => {
      const { window, childAges, taxExemptions, ...rest } = stay;
      const [from, to] = [instantText(window.from), instantText(window.to)];
      const ages = childAges === undefined ? {} : { childAges: [...childAges] };
      const exemptions = taxExemptions === undefined ? {} : { taxExemptions: [...taxExemptions] };
      const request = { purpose, ...rest, ...ages, ...exemptions, from, to };
      const answer = await bus.request(priceStay, request, ctx);
      return answer.ok ? ok(toPricedStay(stay, answer.value)) : answer;
    },
    isTaken: async (ctx, claim) => {
      try {
        const answer = await bus.request(checkUnits, toClaimRequest(claim), ctx, CHECK);
        return answer.ok && answer.value.taken;
      } catch {
        // Without an answer the claim decides.
        return false;
      }
    },
    claim: async (ctx, claim, until) => {
      const request = { ...toClaimRequest(claim), expiresAt: until && instantText(until) };
      return withoutValue(await bus.request(claimUnits, request, ctx, CLAIM));
    },
    confirmClaim: async (ctx, claim) =>
      withoutValue(await bus.request(confirmClaim, toClaimRequest(claim), ctx, CLAIM)),
    renewClaim: async (ctx, claim) =>
      withoutValue(await bus.request(renewClaim, toClaimRequest(claim), ctx, CLAIM)),
    releaseLost: async (ctx, claimId) => {
      const answer = await bus.request(releaseLostClaim, { claimId }, ctx, CLAIM);
      return answer.ok ? ok(answer.value.released) : answer;
    },
    release: async (ctx, { id, resourceId }, reason) =>
      withoutValue(await bus.request(releaseClaim, { claimId: id, resourceId, reason }, ctx, CLAIM)),
    readRoomName: async ({ tenantId, livemode }, resourceId) => {
      const ctx = systemContext(tenantId, livemode, READ);
      const answer = await bus.request(readResource, { resourceId }, ctx, READ);
      return answer.ok ? answer.value.name : null;
    },
    readCapacity: async (ctx, { from, to }) => {
      const answer = await bus.request(summarizeCapacity, { from: from.toString(), to: to.toString() }, ctx);
      if (!answer.ok) throw new Error(`inventory refused to read the capacity: ${answer.refusal.code}`);
      return answer.value.capacity;
    },
  };
}

function toPricedStay({ window, quantity }: UnpricedStay, priced: PriceStayResponse): PricedStay {
  const { resourceId, roomTypeId, ratePlanId, timezone, displayTotal, fx, priceBreakdown } = priced;
  return {
    stay: { resourceId, roomTypeId, ratePlanId, window, timeZone: timezone, quantity },
    total: { minorUnits: BigInt(priceBreakdown.totalMinorUnits), currency: priceBreakdown.currency },
    bill: toBill(priceBreakdown, quantity),
    cancellation: priced.cancellation,
    schedule: priced.schedule,
    display: { displayTotal, fx, priceBreakdown },
  };
}

function toBill(price: PriceStayResponse['priceBreakdown'], quantity: number): StoredBill {
  const { subtotalMinorUnits: _subtotal, roomTotalMinorUnits, ...rest } = price;
  const { leadTimeAdjustment, lengthOfStayAdjustment, nights, ...sums } = rest;
  return {
    ...sums,
    quantity,
    nights: nights.map(({ date, amountMinorUnits }) => ({ date, amountMinorUnits })),
    leadTimeMultiplierBps: leadTimeAdjustment.multiplierBps,
    lengthOfStayMultiplierBps: lengthOfStayAdjustment.multiplierBps,
    roomMinorUnits: roomTotalMinorUnits,
  };
}

/** The claim has the reservation's id, so a repeated claim is the same claim. */
function toClaimRequest({ id, stay }: Claim) {
  return {
    claimId: id,
    resourceId: stay.resourceId,
    from: instantText(stay.window.from),
    to: instantText(stay.window.to),
    quantity: stay.quantity,
  };
}

function withoutValue(answer: Result<unknown>): Result<null> {
  return answer.ok ? ok(null) : answer;
}
