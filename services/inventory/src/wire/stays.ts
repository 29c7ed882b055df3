import type * as contract from '@lodging/contract-inventory';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { ScheduledPayment } from '@lodging/kernel';
import { rateInBps } from '../domain/rates/convert-amount.ts';
import type { PublishedRate } from '../domain/rates/exchange-rate.ts';
import type { Bill, BillLine } from '../domain/stays/bill.ts';
import type { KeptNights } from '../domain/stays/price-night.ts';
import type { Adjustment, StayPrice } from '../domain/stays/price-stay.ts';
import type { QuotedStay, SoldPolicy } from '../domain/stays/quote-stay.ts';
import type { ClaimUnits } from '../use-cases/claims/claim-units.ts';
import type { Availability, FindAvailability } from '../use-cases/stays/find-availability.ts';
import type { PriceChange } from '../use-cases/stays/price-change.ts';
import type { PriceStay, PricedStay } from '../use-cases/stays/price-stay.ts';
import { alternativesToWire } from './alternatives.ts';
import { policyFromWire, policyTermsToWire } from './rules.ts';
import { windowFromWire } from './time.ts';

type AvailabilityRequest = RequestOf<typeof contract.findAvailability>;

type PriceRequest = RequestOf<typeof contract.priceStay>;

export function availabilityToWire(
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
    : { ...available, alternatives: alternativesToWire(alternatives, undefined) };
}

export function findAvailabilityFromWire(request: AvailabilityRequest): FindAvailability {
  const { partySize, quantity = 1, occupancyChildren: children, ...stay } = windowFromWire(request);
  return { ...stay, party: { partySize, quantity, children } };
}

export function priceStayFromWire(request: PriceRequest): PriceStay {
  const {
    partySize,
    quantity,
    occupancyChildren: children,
    taxExemptions,
    ...stay
  } = windowFromWire(request);
  return { ...stay, exemptions: taxExemptions, party: { partySize, quantity, children } };
}

export function pricedStayToWire(
  { ratePlanId }: Pick<PriceRequest, 'ratePlanId'>,
  { resource, price, bill, cancellation, schedule, display }: PricedStay,
): ResponseOf<typeof contract.priceStay> {
  const { id, roomType, timezone, currency } = resource;
  return {
    resourceId: id,
    roomTypeId: roomType?.id ?? null,
    ratePlanId: ratePlanId ?? null,
    timezone,
    priceBreakdown: priceToWire(price, bill),
    ...extraGuestsToWire(price),
    cancellation: cancellation && soldPolicyToWire(cancellation),
    schedule: schedule.map(scheduledToWire),
    ...displayToWire(display, currency),
  };
}

function soldPolicyToWire({ policy, anchor }: SoldPolicy) {
  const { at, date, time, timeZone } = anchor;
  return {
    policy: policyTermsToWire(policy),
    anchor: { at: instantText(at), date: date.toString(), time: time.toString(), timeZone },
  };
}

function scheduledToWire({ purpose, amountMinorUnits, dueAt }: ScheduledPayment) {
  return { purpose, amountMinorUnits: String(amountMinorUnits), dueAt: instantText(dueAt) };
}

function priceToWire(price: StayPrice, bill: Bill): contract.PriceBreakdown {
  return {
    currency: bill.currency,
    subtotalMinorUnits: String(price.subtotalMinorUnits),
    leadTimeAdjustment: adjustmentToWire(price.leadTimeAdjustment),
    lengthOfStayAdjustment: adjustmentToWire(price.lengthOfStayAdjustment),
    roomTotalMinorUnits: String(bill.roomMinorUnits),
    ...sumsToWire(bill),
    nights: price.nights.map(({ ofExtraGuestsMinorUnits: _ofExtraGuests, ...night }) => ({
      ...night,
      baseAmountMinorUnits: String(night.baseAmountMinorUnits),
      extraGuestsMinorUnits: String(night.extraGuestsMinorUnits),
      amountMinorUnits: String(night.amountMinorUnits),
    })),
  };
}

function extraGuestsToWire({ nights }: StayPrice) {
  const added = nights.map(({ ofExtraGuestsMinorUnits: amount }) => amount);
  return added.every((amount) => amount === 0n) ? {} : { extraGuests: added.map(String) };
}

function sumsToWire(bill: Bill) {
  return {
    discountMinorUnits: String(bill.discountMinorUnits),
    accommodationMinorUnits: String(bill.accommodationMinorUnits),
    lines: bill.lines.map(lineToWire),
    includedTaxMinorUnits: String(bill.includedTaxMinorUnits),
    addedTaxMinorUnits: String(bill.addedTaxMinorUnits),
    feesMinorUnits: String(bill.feesMinorUnits),
    extrasMinorUnits: String(bill.extrasMinorUnits),
    dueAtPropertyMinorUnits: String(bill.dueAtPropertyMinorUnits),
    totalMinorUnits: String(bill.totalMinorUnits),
  };
}

function lineToWire(line: BillLine): contract.BillLine {
  const { baseMinorUnits: base, unitAmountMinorUnits: unit, amountMinorUnits } = line;
  return {
    ...line,
    baseMinorUnits: base === null ? null : String(base),
    unitAmountMinorUnits: unit === null ? null : String(unit),
    amountMinorUnits: String(amountMinorUnits),
  };
}

function adjustmentToWire({ kind, amountMinorUnits, multiplierBps }: Adjustment) {
  return { kind, amountMinorUnits: String(amountMinorUnits), multiplierBps };
}

function displayToWire({ currency, amountMinorUnits, rate }: QuotedStay['display'], fromCurrency: string) {
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

export function claimUnitsFromWire(request: RequestOf<typeof contract.claimUnits>): ClaimUnits {
  const expiresAt = request.expiresAt === null ? null : Temporal.Instant.from(request.expiresAt);
  return { ...windowFromWire(request), expiresAt };
}

export function fxRatesFromWire({ rates }: RequestOf<typeof contract.putFxRates>): PublishedRate[] {
  return rates.map((rate) => ({ ...rate, effectiveAt: Temporal.Instant.from(rate.effectiveAt) }));
}

export function priceChangeFromWire(request: contract.PriceChangeRequest): PriceChange {
  const { partySize, quantity, occupancyChildren, limitsAdults = true, ...rest } = windowFromWire(request);
  const children = limitsAdults ? occupancyChildren : undefined;
  const { booked, taxExemptions, bookedExemptions = [], kept, keptPolicy, ...stay } = rest;
  return {
    ...stay,
    booked: windowFromWire(booked),
    party: { partySize, quantity, children },
    exemptions: taxExemptions,
    bookedExemptions,
    kept: kept === null ? undefined : keptNightsFromWire(kept),
    keptLeadTimeBps: kept?.leadTimeMultiplierBps,
    keptPolicy: keptPolicy && policyFromWire(keptPolicy),
  };
}

function keptNightsFromWire({
  nights,
  isPartyChanged,
}: NonNullable<contract.PriceChangeRequest['kept']>): KeptNights {
  const byDate = nights.map(({ date, amountMinorUnits, extraGuestsMinorUnits = '0' }) => {
    const amounts = {
      amountMinorUnits: BigInt(amountMinorUnits),
      ofExtraGuestsMinorUnits: BigInt(extraGuestsMinorUnits),
    };
    return [date, { date, ...amounts }] as const;
  });
  return { byDate: new Map(byDate), partyChanges: isPartyChanged };
}
