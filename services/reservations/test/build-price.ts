import type { PriceBreakdown } from '@lodging/contract-inventory';
import type { StoredBill } from '../src/domain/stay/stored-bill.ts';
import { termsOf } from '../src/domain/stay/reservation-terms.ts';
import type { ReservationTerms } from '../src/domain/stay/reservation-terms.ts';
import { noon } from './build-reservation.ts';

/** A price of a stay without taxes and fees. */
export function buildPrice(
  currency: string,
  room: string,
  changes: Partial<PriceBreakdown> = {},
): PriceBreakdown {
  const none = { amountMinorUnits: '0', kind: 'none', multiplierBps: 10_000 } as const;
  return {
    currency,
    subtotalMinorUnits: room,
    leadTimeAdjustment: none,
    lengthOfStayAdjustment: none,
    roomTotalMinorUnits: room,
    discountMinorUnits: '0',
    accommodationMinorUnits: room,
    lines: [],
    includedTaxMinorUnits: '0',
    addedTaxMinorUnits: '0',
    feesMinorUnits: '0',
    extrasMinorUnits: '0',
    dueAtPropertyMinorUnits: '0',
    totalMinorUnits: room,
    nights: [],
    ...changes,
  };
}

/** The bill of that price for one unit. */
export function buildBill(currency: string, room: string, changes: Partial<StoredBill> = {}): StoredBill {
  const { discountMinorUnits, accommodationMinorUnits, lines, ...price } = buildPrice(currency, room);
  const { includedTaxMinorUnits, addedTaxMinorUnits, feesMinorUnits, extrasMinorUnits } = price;
  return {
    currency,
    quantity: 1,
    nights: [{ date: '2027-03-01', amountMinorUnits: room }],
    leadTimeMultiplierBps: 10_000,
    lengthOfStayMultiplierBps: 10_000,
    roomMinorUnits: room,
    discountMinorUnits,
    accommodationMinorUnits,
    lines,
    includedTaxMinorUnits,
    addedTaxMinorUnits,
    feesMinorUnits,
    extrasMinorUnits,
    dueAtPropertyMinorUnits: price.dueAtPropertyMinorUnits,
    totalMinorUnits: room,
    ...changes,
  };
}

export function buildTerms(bill: StoredBill): ReservationTerms {
  const dueAt = noon.toString({ smallestUnit: 'millisecond' });
  const schedule = [{ purpose: 'stay', amountMinorUnits: bill.totalMinorUnits, dueAt } as const];
  return termsOf({ bill, cancellation: null, schedule });
}
