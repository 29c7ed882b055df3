import type * as contract from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import { rateInBps } from '../../domain/convert-amount.ts';
import type { PublishedRate } from '../../domain/exchange-rate.ts';
import type { Reason } from '../../domain/find-reasons.ts';
import type { Adjustment, StayPrice } from '../../domain/price-stay.ts';
import type { QuotedStay } from '../../domain/quote-stay.ts';
import type { ClaimUnits } from '../../use-cases/claim-units.ts';
import type { PricedStay, PriceStay } from '../../use-cases/price-stay.ts';
import { decodeWindow } from './window.ts';

type AvailabilityRequest = RequestOf<typeof contract.findAvailability>;
type PriceRequest = RequestOf<typeof contract.priceStay>;

export function encodeAvailability(
  { resourceId, from, to, partySize }: AvailabilityRequest,
  reasons: Reason[],
) {
  return { resourceId, from, to, partySize, available: reasons.length === 0, reasons };
}

export function decodePriceStay(request: PriceRequest): PriceStay {
  const { partySize, quantity, occupancyChildren: children, ...stay } = decodeWindow(request);
  return { ...stay, party: { partySize, quantity, children } };
}

export function encodePricedStay({ ratePlanId }: PriceRequest, { resource, price, display }: PricedStay) {
  const { id, roomType, timezone, currency } = resource;
  return {
    resourceId: id,
    roomTypeId: roomType?.id ?? null,
    ratePlanId: ratePlanId ?? null,
    timezone,
    priceBreakdown: encodePrice(price, currency),
    ...encodeDisplay(display, currency),
  };
}

function encodePrice(price: StayPrice, currency: string) {
  return {
    currency,
    subtotalMinorUnits: String(price.subtotalMinorUnits),
    totalMinorUnits: String(price.totalMinorUnits),
    leadTimeAdjustment: encodeAdjustment(price.leadTimeAdjustment),
    lengthOfStayAdjustment: encodeAdjustment(price.lengthOfStayAdjustment),
    nights: price.nights.map((night) => ({
      ...night,
      baseAmountMinorUnits: String(night.baseAmountMinorUnits),
      amountMinorUnits: String(night.amountMinorUnits),
    })),
  };
}

function encodeAdjustment({ kind, amountMinorUnits, multiplierBps }: Adjustment) {
  return { kind, amountMinorUnits: String(amountMinorUnits), multiplierBps };
}

function encodeDisplay({ currency, amountMinorUnits, rate }: QuotedStay['display'], fromCurrency: string) {
  return {
    displayTotal: { amountMinorUnits: String(amountMinorUnits), currency },
    fx: {
      effectiveAt: instantText(rate.effectiveAt),
      fromCurrency,
      rateBps: rateInBps(rate),
      source: rate.source,
      toCurrency: currency,
    },
  };
}

export function decodeClaimUnits(request: RequestOf<typeof contract.claimUnits>): ClaimUnits {
  const expiresAt = request.expiresAt === null ? null : Temporal.Instant.from(request.expiresAt);
  return { ...decodeWindow(request), expiresAt };
}

export function decodeFxRates({ rates }: RequestOf<typeof contract.putFxRates>): PublishedRate[] {
  return rates.map((rate) => ({ ...rate, effectiveAt: Temporal.Instant.from(rate.effectiveAt) }));
}
