import { ok } from '@lodging/kernel';
import { describe, expect, it } from 'vitest';
import { plan, restriction, villa } from '../../../test/build-resource.ts';
import { fixed } from '../../../test/build-tax-rule.ts';
import type { ResourceConfig } from '../resources/resource.ts';
import { knownPolicies } from '../rules/cancellation-policy.ts';
import { byPosition } from '../rules/tax-rule.ts';
import type { TaxRule } from '../rules/tax-rule.ts';
import { quoteChange } from './quote-change.ts';
import type { ChangeRequest } from './quote-change.ts';
import type { TakenUnits } from '../units/peak-units.ts';

const NOW = Temporal.Instant.from('2027-05-01T12:00:00Z');
const at = (date: string, time = '15:00') =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime('Europe/Berlin').toInstant();
const between = (from: string, to: string) => ({ from: at(from), to: at(to, '11:00') });
const span = (from: string, to: string, units = 1): TakenUnits => ({
  kind: 'reservation',
  units,
  start: Temporal.Instant.from(`${from}T00:00:00Z`).epochMilliseconds,
  end: Temporal.Instant.from(`${to}T00:00:00Z`).epochMilliseconds,
});

/** Three nights from June 10 at 10000; a night costs 14000 now, four nights or more 90 %. */
const BOOKED = between('2027-06-10', '2027-06-13');
const pricing = {
  baseAmountMinorUnits: 14_000n,
  lengthOfStayTiers: [{ minNights: 4, multiplierBps: 9_000 }],
  leadTimeTiers: [{ minDaysAhead: 0, maxDaysAhead: null, multiplierBps: 5_000 }],
};
const property = (changes: Partial<ResourceConfig> = {}) =>
  villa({ plans: [plan({ pricing } as object)], ...changes });
/** Closed to arrival from a date to another. */
const closed = (from: string, to: string) =>
  property({
    plans: [plan({ pricing, restrictions: [restriction(from, to, { closedToArrival: true })] } as object)],
  });
const night = (date: string) => ({ date, amountMinorUnits: 10_000n, ofExtraGuestsMinorUnits: 0n });
const kept = {
  byDate: new Map(['2027-06-10', '2027-06-11', '2027-06-12'].map((date) => [date, night(date)])),
  partyChanges: false,
};

function request(changes: Partial<ChangeRequest> = {}): ChangeRequest {
  const { id: resourceId, currency, timezone, plans } = property();
  return {
    booked: { claimId: 'c', resourceId, window: BOOKED, quantity: 1, currency, timezone },
    window: BOOKED,
    party: { partySize: 2, quantity: 1, children: 0 },
    ratePlanId: plans[0]?.id,
    hasBothEnds: false,
    bookedExemptions: [],
    hasBegun: false,
    kept,
    keptLeadTimeBps: 10_000,
    keptPolicy: null,
    ...changes,
  };
}

interface Facts {
  readonly resource?: ResourceConfig;
  readonly taken?: readonly TakenUnits[];
  readonly taxRules?: readonly TaxRule[];
  readonly now?: Temporal.Instant;
}

function quote(
  changes: Partial<ChangeRequest> = {},
  { resource = property(), taken = [], taxRules = [], now = NOW }: Facts = {},
) {
  const snapshot = {
    resource,
    taken,
    nightlyRates: new Map(),
    fxRates: [],
    taxRules,
    policies: knownPolicies([]),
  };
  return quoteChange(snapshot, request(changes), now);
}
const totalOf = (quoted: ReturnType<typeof quote>) =>
  quoted.ok ? quoted.value.bill.totalMinorUnits : quoted.refusal.code;
const reasonsOf = (quoted: ReturnType<typeof quote>) => (quoted.ok ? [] : quoted.refusal.extra?.['reasons']);

describe('the price of a changed stay', () => {
  const longer = { window: between('2027-06-10', '2027-06-14') };

  it('keeps booked nights, and has the tier of the new number of nights', () => {
    expect(totalOf(quote(longer))).toBe(39_600n);
  });

  it('has all nights at their current price where nothing is kept', () => {
    expect(totalOf(quote({ ...longer, kept: { ...kept, byDate: new Map() } }))).toBe(50_400n);
  });

  it('keeps the booked lead time on another plan too, and the current one where all is new', () => {
    const one = { window: between('2027-06-10', '2027-06-11') };
    expect(totalOf(quote(one))).toBe(10_000n);
    expect(totalOf(quote({ ...one, kept: undefined, keptLeadTimeBps: undefined }))).toBe(7_000n);
    expect(totalOf(quote({ ...one, kept: { ...kept, byDate: new Map() }, keptLeadTimeBps: 12_000 }))).toBe(
      16_800n,
    );
  });

  it('of more units has the booked price of a unit', () => {
    const resource = property({ units: 2 });
    expect(totalOf(quote({ party: { partySize: 2, quantity: 2, children: 0 } }, { resource }))).toBe(60_000n);
  });

  it('does not need a current price of a kept night', () => {
    const resource = property({ plans: [plan()] });
    expect(totalOf(quote({ window: between('2027-06-11', '2027-06-13') }, { resource }))).toBe(20_000n);
    expect(totalOf(quote(longer, { resource }))).toBe('no_pricing_rule');
  });
});

describe('a change is evaluated as a quote', () => {
  it('of units without its own', () => {
    expect(
      reasonsOf(
        quote({ window: between('2027-06-10', '2027-06-14') }, { taken: [span('2027-06-13', '2027-06-20')] }),
      ),
    ).toEqual(['reserved']);
  });

  it('but never for the units that the booking has', () => {
    const taken = [span('2027-06-01', '2027-06-30')];
    expect(quote({ window: between('2027-06-11', '2027-06-13') }, { taken }).ok).toBe(true);
    expect(reasonsOf(quote({ window: between('2027-06-09', '2027-06-13') }, { taken }))).toEqual([
      'reserved',
    ]);
  });

  it('and a stay that keeps its arrival is not closed to it once it has passed, checked in or not', () => {
    const now = Temporal.Instant.from('2027-06-10T18:00:00Z');
    const reasonsFor = (
      window: ChangeRequest['window'],
      at = now,
      resource = closed('2027-06-09', '2027-06-12'),
    ) => reasonsOf(quote({ window }, { resource, now: at }));
    const [arrival, longer] = [BOOKED.from, between('2027-06-10', '2027-06-14')];
    expect(reasonsFor(longer)).toEqual([]);
    expect(reasonsFor(longer, arrival)).toEqual([]);
    expect(reasonsFor(longer, arrival.subtract({ seconds: 1 }))).toEqual(['closed_to_arrival']);
    for (const from of ['2027-06-09', '2027-06-11'])
      expect(reasonsFor(between(from, '2027-06-14'))).toEqual(['closed_to_arrival']);
    expect(reasonsFor(longer, now, { ...closed('2027-06-10', '2027-06-11'), id: 'another' })).toEqual([]);
  });

  it('and a stay that has begun is neither closed to arrival nor over', () => {
    const resource = closed('2027-06-10', '2027-06-11');
    expect(reasonsOf(quote({}, { resource }))).toEqual(['closed_to_arrival']);
    expect(quote({ hasBegun: true }, { resource }).ok).toBe(true);
    const over = { window: between('2027-04-28', '2027-05-01') };
    expect(totalOf(quote(over))).toBe('invalid_window');
    expect(totalOf(quote({ ...over, hasBegun: true }))).not.toBe('invalid_window');
  });

  it('in the currency of the booking, and in another time zone with both ends', () => {
    expect(totalOf(quote({}, { resource: property({ currency: 'USD' }) }))).toBe('currency_mismatch');
    const london = { resource: property({ timezone: 'Europe/London' }) };
    expect(totalOf(quote({}, london))).toBe('validation_failed');
    expect(quote({ hasBothEnds: true }, london).ok).toBe(true);
  });
});

describe('the terms of a changed stay', () => {
  const policy = {
    code: 'flex',
    name: 'Flexible',
    version: 3,
    referenceTime: null,
    graceMinutes: 0,
    graceMinHoursBefore: 0,
    steps: [],
    afterwards: { kind: 'none' as const },
    noShow: { kind: 'none' as const },
  };

  it('are the booked policy from the new arrival, at the current check-in time', () => {
    const quoted = quote(
      { window: between('2027-07-01', '2027-07-02'), keptPolicy: policy },
      { resource: property({ checkInTime: '16:00' }) },
    );
    expect(quoted).toMatchObject(ok({ cancellation: { policy: { version: 3 } } }));
    if (quoted.ok) expect(quoted.value.cancellation?.anchor.at).toEqual(at('2027-07-01', '16:00'));
  });

  it('are those of the plan where the policy is not kept', () => {
    expect(quote({ keptPolicy: undefined })).toMatchObject(ok({ cancellation: null }));
  });
});

describe('exemptions', () => {
  const city = fixed('CITY', { basis: 'per_person_per_night', amountMinorUnits: 250n }, { exemptible: true });
  const booked = [{ code: 'CITY', reason: 'diplomat' }];
  const taxRules = (rule: TaxRule) => [rule].toSorted(byPosition);
  const taxed = (changes: Partial<ChangeRequest>, rule = city) =>
    totalOf(quote(changes, { taxRules: taxRules(rule) }));

  it('of the booking stay while their rule allows one', () => {
    expect(taxed({})).toBe(31_500n);
    expect(taxed({ bookedExemptions: booked })).toBe(30_000n);
    expect(taxed({ bookedExemptions: booked }, { ...city, exemptible: false })).toBe(31_500n);
    expect(taxed({ exemptions: booked }, { ...city, exemptible: false })).toBe('exemption_not_allowed');
  });
});
