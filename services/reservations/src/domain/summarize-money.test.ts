import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarizePeriod } from './periods/summarize-period.ts';
import type { BillParts, PeriodRecords, StayInPeriod } from './periods/summarize-period.ts';

const month = (first: string, end: string) => ({
  from: Temporal.PlainDate.from(first),
  to: Temporal.PlainDate.from(end),
});
const JANUARY = month('2027-01-01', '2027-02-01');
const FEBRUARY = month('2027-02-01', '2027-03-01');
const BILL: BillParts = {
  accommodation: 19_800n,
  includedTax: 1_295n,
  addedTax: 1_000n,
  fees: 3_000n,
  extras: 6_000n,
  propertyTax: 500n,
};
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const stayOf = (changes: Partial<StayInPeriod> = {}): StayInPeriod => ({
  startsAt: at('2027-01-30T14:00:00Z'),
  endsAt: at('2027-02-02T10:00:00Z'),
  total: { minorUnits: 29_800n, currency: 'EUR' },
  state: 'confirmed',
  timeZone: 'Europe/Berlin',
  isGeneric: false,
  quantity: 1,
  ...changes,
});
const summaryOf = (period: typeof JANUARY, records: Partial<PeriodRecords>) =>
  summarizePeriod(period, { stays: [], refunds: [], capacity: [], ...records }).totals[0];

describe('the parts of a bill', () => {
  it('are spread over the nights as the revenue is', () => {
    const stays = [stayOf({ bill: BILL })];
    expect(summaryOf(JANUARY, { stays })).toMatchObject({
      revenue: 19_867n,
      accommodationNet: 12_337n,
      fees: 2_000n,
      extras: 4_000n,
      tax: 1_530n,
      propertyTax: 334n,
      averageDailyRateNet: 6_169n,
    });
    expect(summaryOf(FEBRUARY, { stays })).toMatchObject({ accommodationNet: 6_168n, tax: 765n });
  });

  it('are all accommodation where the stay has no bill', () => {
    expect(summaryOf(JANUARY, { stays: [stayOf()] })).toMatchObject({ accommodationNet: 19_867n, tax: 0n });
  });

  it('add up over the months, and to the total of the stay', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const parts = fc.record({
      net: amount,
      includedTax: amount,
      addedTax: amount,
      fees: amount,
      extras: amount,
    });
    fc.assert(
      fc.property(parts, ({ net, ...rest }) => {
        const accommodation = net + rest.includedTax;
        const minorUnits = accommodation + rest.addedTax + rest.fees + rest.extras;
        const bill = { ...rest, accommodation, propertyTax: 0n };
        const stays = [stayOf({ bill, total: { minorUnits, currency: 'EUR' } })];
        const [first, second] = [summaryOf(JANUARY, { stays }), summaryOf(FEBRUARY, { stays })];
        const sum = (part: 'accommodationNet' | 'tax' | 'fees' | 'extras') =>
          (first?.[part] ?? 0n) + (second?.[part] ?? 0n);
        expect(sum('accommodationNet')).toBe(net);
        expect(sum('accommodationNet') + sum('tax') + sum('fees') + sum('extras')).toBe(minorUnits);
      }),
    );
  });
});

describe('a no-show', () => {
  it.each([
    ['before its arrival frees all its nights', '2027-01-20T00:00:00Z', 0],
    ['on its second day frees the nights from that date on', '2027-01-30T23:30:00Z', 1],
    ['after its departure frees none', '2027-02-10T00:00:00Z', 2],
  ])('that is recorded %s', (_what, freed, nightsSold) => {
    const stays = [stayOf({ state: 'no_show', freedAt: at(freed) })];
    expect(summaryOf(JANUARY, { stays })).toMatchObject({ nightsSold, revenue: 19_867n });
  });
});

describe('money that moved', () => {
  it('is summed by currency, whatever stays there are', () => {
    const moved = [
      { currency: 'EUR', collected: 5_000n, returned: 7_000n, retained: 100n },
      { currency: 'EUR', collected: 1_000n, returned: 0n, retained: 0n },
    ];
    expect(summaryOf(JANUARY, { moved })).toMatchObject({
      collected: 6_000n,
      returned: 7_000n,
      cashNet: -1_000n,
      retained: 100n,
      revenue: 0n,
    });
  });
});
