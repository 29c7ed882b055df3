import type * as contract from '@lodging/contract-inventory';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { ClaimRequest } from '../../domain/claim.ts';
import { rateInBps } from '../../domain/convert-amount.ts';
import type { PublishedRate } from '../../domain/exchange-rate.ts';
import type { Reason } from '../../domain/find-reasons.ts';
import type { Adjustment, StayPrice } from '../../domain/price-stay.ts';
import type { QuotedStay } from '../../domain/quote-stay.ts';
import type { ClaimUnits } from '../../use-cases/claim-units.ts';
import type { FindAvailability } from '../../use-cases/find-availability.ts';
import type { PricedStay, PriceStay } from '../../use-cases/price-stay.ts';
import { decodeWindow } from './window.ts';

type AvailabilityRequest = RequestOf<typeof contract.findAvailability>;
type PriceRequest = RequestOf<typeof contract.priceStay>;
type PriceResponse = ResponseOf<typeof contract.priceStay>;

export function decodeAvailability(request: AvailabilityRequest): FindAvailability {
  const { resourceId, partySize } = request;
  return { resourceId, partySize, window: decodeWindow(request) };
}

export function encodeAvailability(
  { resourceId, from, to, partySize }: AvailabilityRequest,
  reasons: Reason[],
): ResponseOf<typeof contract.findAvailability> {
  return { resourceId, from, to, partySize, available: reasons.length === 0, reasons };
}

export function decodePriceStay(request: PriceRequest): PriceStay {
  const { purpose, resourceId, ratePlanId, displayCurrency, partySize, quantity } = request;
  const party = { partySize, quantity, children: request.occupancyChildren };
  return { purpose, resourceId, ratePlanId, displayCurrency, party, window: decodeWindow(request) };
}

export function encodePricedStay(
  { ratePlanId }: PriceRequest,
  { resource, price, display }: PricedStay,
): PriceResponse {
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

function encodePrice(price: StayPrice, currency: string): PriceResponse['priceBreakdown'] {
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

export function decodeClaim(request: RequestOf<typeof contract.confirmClaim>): ClaimRequest {
  const { claimId, resourceId, quantity } = request;
  return { claimId, resourceId, quantity, window: decodeWindow(request) };
}

export function decodeClaimUnits(request: RequestOf<typeof contract.claimUnits>): ClaimUnits {
  const { claimId, resourceId, quantity, expiresAt } = request;
  return {
    claimId,
    resourceId,
    quantity,
    window: decodeWindow(request),
    expiresAt: expiresAt === null ? null : Temporal.Instant.from(expiresAt),
  };
}

export function decodeFxRates({ rates }: RequestOf<typeof contract.putFxRates>): PublishedRate[] {
  return rates.map((rate) => ({ ...rate, effectiveAt: Temporal.Instant.from(rate.effectiveAt) }));
}
