import type { priceStay as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import { refuseBackwards } from '../domain/check-window.ts';
import { rateInBps } from '../domain/convert-amount.ts';
import { quoteStay } from '../domain/quote-stay.ts';
import type { QuotedStay } from '../domain/quote-stay.ts';
import type { Stays } from './ports.ts';
import { noResource, windowOf, writeInstant, writePrice } from './wire.ts';

export function priceStay({ stays, clock }: { stays: Stays; clock: Clock }) {
  return async (tenantId: string, request: RequestOf<typeof operation>) => {
    const { purpose, resourceId, ratePlanId, displayCurrency, partySize, quantity } = request;
    const window = windowOf(request);
    const backwards = refuseBackwards(window);
    if (backwards !== undefined) return backwards;
    const now = clock.now();
    const facts = await stays.findWithPrices(tenantId, resourceId, window, {
      ratePlanId,
      displayCurrency,
      now,
    });
    if (facts === undefined) return refuse(...noResource);
    const party = { partySize, quantity, children: request.occupancyChildren };
    const quoted = quoteStay(facts, { purpose, window, party, ratePlanId, displayCurrency }, now);
    if (!quoted.ok) return quoted;
    const { id, roomType, timezone, currency } = facts.resource;
    return ok({
      resourceId: id,
      roomTypeId: roomType?.id ?? null,
      ratePlanId: ratePlanId ?? null,
      timezone,
      priceBreakdown: writePrice(quoted.value.price, currency),
      ...writeDisplay(quoted.value, currency),
    });
  };
}

function writeDisplay({ display }: QuotedStay, fromCurrency: string) {
  const { currency, amountMinorUnits, rate } = display;
  return {
    displayTotal: { amountMinorUnits: String(amountMinorUnits), currency },
    fx: {
      effectiveAt: writeInstant(rate.effectiveAt),
      fromCurrency,
      rateBps: rateInBps(rate),
      source: rate.source,
      toCurrency: currency,
    },
  };
}
