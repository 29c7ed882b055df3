import type * as contract from '@lodging/contract-inventory';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { ScheduledPayment } from '@lodging/kernel';
import type { Bill, BillLine } from '../../domain/bill.ts';
import { rateInBps } from '../../domain/convert-amount.ts';
import type { PublishedRate } from '../../domain/exchange-rate.ts';
import type { Adjustment, StayPrice } from '../../domain/price-stay.ts';
import type { QuotedStay, SoldPolicy } from '../../domain/quote-stay.ts';
import type { ClaimUnits } from '../../use-cases/claim-units.ts';
import type { Availability, FindAvailability } from '../../use-cases/find-availability.ts';
import type { PricedStay, PriceStay } from '../../use-cases/price-stay.ts';
import { encodeAlternatives } from './alternatives.ts';
import { encodePolicy } from './cancellation-policies.ts';
import { decodeWindow } from './window.ts';

type AvailabilityRequest = RequestOf<typeof contract.findAvailability>;
type PriceRequest = RequestOf<typeof contract.priceStay>;

export function encodeAvailability(
  { resourceId, from, to, partySize, alternatives: wanted = 0 }: AvailabilityRequest,
  { reasons, alternatives }: Availability,
): ResponseOf<typeof contract.findAvailability> {
  const available = {
    resourceId,
    from,
    to,
    partySize,
    available: reasons.length === 0,
    reasons: [...reasons],
  };
  return wanted === 0
    ? available
    : { ...available, alternatives: encodeAlternatives(alternatives, undefined) };
}

export function decodeFindAvailability(request: AvailabilityRequest): FindAvailability {
  const { partySize, quantity = 1, occupancyChildren: children, ...stay } = decodeWindow(request);
  return { ...stay, party: { partySize, quantity, children } };
}

export function decodePriceStay(request: PriceRequest): PriceStay {
  const { partySize, quantity, occupancyChildren: children, taxExemptions, ...stay } = decodeWindow(request);
  return { ...stay, exemptions: taxExemptions, party: { partySize, quantity, children } };
}

export function encodePricedStay(
  { ratePlanId }: PriceRequest,
  { resource, price, bill, cancellation, schedule, display }: PricedStay,
): ResponseOf<typeof contract.priceStay> {
  const { id, roomType, timezone, currency } = resource;
  return {
    resourceId: id,
    roomTypeId: roomType?.id ?? null,
    ratePlanId: ratePlanId ?? null,
    timezone,
    priceBreakdown: encodePrice(price, bill),
    cancellation: cancellation && encodeSoldPolicy(cancellation),
    schedule: schedule.map(encodeScheduled),
    ...encodeDisplay(display, currency),
  };
}

function encodeSoldPolicy({ policy, anchor }: SoldPolicy) {
  const { at, date, time, timeZone } = anchor;
  return {
    policy: encodePolicy(policy),
    anchor: { at: instantText(at), date: date.toString(), time: time.toString(), timeZone },
  };
}

function encodeScheduled({ purpose, amountMinorUnits, dueAt }: ScheduledPayment) {
  return { purpose, amountMinorUnits: String(amountMinorUnits), dueAt: instantText(dueAt) };
}

function encodePrice(price: StayPrice, bill: Bill): contract.PriceBreakdown {
  return {
    currency: bill.currency,
    subtotalMinorUnits: String(price.subtotalMinorUnits),
    leadTimeAdjustment: encodeAdjustment(price.leadTimeAdjustment),
    lengthOfStayAdjustment: encodeAdjustment(price.lengthOfStayAdjustment),
    roomTotalMinorUnits: String(bill.roomMinorUnits),
    ...encodeSums(bill),
    nights: price.nights.map((night) => ({
      ...night,
      baseAmountMinorUnits: String(night.baseAmountMinorUnits),
      amountMinorUnits: String(night.amountMinorUnits),
    })),
  };
}

function encodeSums(bill: Bill) {
  return {
    discountMinorUnits: String(bill.discountMinorUnits),
    accommodationMinorUnits: String(bill.accommodationMinorUnits),
    lines: bill.lines.map(encodeLine),
    includedTaxMinorUnits: String(bill.includedTaxMinorUnits),
    addedTaxMinorUnits: String(bill.addedTaxMinorUnits),
    feesMinorUnits: String(bill.feesMinorUnits),
    extrasMinorUnits: String(bill.extrasMinorUnits),
    dueAtPropertyMinorUnits: String(bill.dueAtPropertyMinorUnits),
    totalMinorUnits: String(bill.totalMinorUnits),
  };
}

function encodeLine(line: BillLine): contract.BillLine {
  const { baseMinorUnits: base, unitAmountMinorUnits: unit, amountMinorUnits } = line;
  return {
    ...line,
    baseMinorUnits: base === null ? null : String(base),
    unitAmountMinorUnits: unit === null ? null : String(unit),
    amountMinorUnits: String(amountMinorUnits),
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
