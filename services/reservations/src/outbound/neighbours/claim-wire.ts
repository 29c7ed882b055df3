import type { PriceStayResponse } from '@lodging/contract-inventory';
import { instantText, ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { StoredBill } from '../../domain/stay/stored-bill.ts';
import type { Claim, PricedStay, UnpricedStay } from '../../ports/neighbours.ts';

/** Longer than inventory waits for a resource's lock, so that its `resource_locked` arrives. */
export const CLAIM = { timeoutMs: 3_000 };

export function toPricedStay(
  { window, quantity, childAges = [] }: Pick<UnpricedStay, 'window' | 'quantity' | 'childAges'>,
  priced: PriceStayResponse,
): PricedStay {
  const { resourceId, roomTypeId, ratePlanId, timezone, displayTotal, fx, priceBreakdown } = priced;
  return {
    stay: { resourceId, roomTypeId, ratePlanId, window, timeZone: timezone, quantity },
    total: { minorUnits: BigInt(priceBreakdown.totalMinorUnits), currency: priceBreakdown.currency },
    bill: { ...toBill(priced, quantity), ...(childAges.length > 0 && { childAges }) },
    cancellation: priced.cancellation,
    schedule: priced.schedule,
    display: { displayTotal, fx, priceBreakdown },
  };
}

function toBill({ priceBreakdown, extraGuests = [] }: PriceStayResponse, quantity: number): StoredBill {
  const { subtotalMinorUnits: _subtotal, roomTotalMinorUnits, ...rest } = priceBreakdown;
  const { leadTimeAdjustment, lengthOfStayAdjustment, nights, ...sums } = rest;
  return {
    ...sums,
    quantity,
    nights: nights.map(({ date, amountMinorUnits }, index) => ({
      date,
      amountMinorUnits,
      ...ofExtraGuests(extraGuests[index]),
    })),
    leadTimeMultiplierBps: leadTimeAdjustment.multiplierBps,
    lengthOfStayMultiplierBps: lengthOfStayAdjustment.multiplierBps,
    roomMinorUnits: roomTotalMinorUnits,
  };
}

function ofExtraGuests(amount = '0') {
  return amount === '0' ? {} : { extraGuestsMinorUnits: amount };
}

/** The claim has the reservation's id, so a repeated claim is the same claim. */
export function toClaimRequest({ id, stay }: Claim) {
  return {
    claimId: id,
    resourceId: stay.resourceId,
    from: instantText(stay.window.from),
    to: instantText(stay.window.to),
    quantity: stay.quantity,
  };
}

export function withoutValue(answer: Result<unknown>): Result<null> {
  return answer.ok ? ok(null) : answer;
}
