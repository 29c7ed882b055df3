import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summarizeCapacity } from '../../use-cases/units/summarize-capacity.ts';
import { summarizeDailyCapacity } from '../../use-cases/units/summarize-daily-capacity.ts';
import { DAY_MS, dayNumber, isoDate } from '../time/day-number.ts';
import type { ResourceCapacity } from './resource-capacity.ts';

const FIRST = dayNumber('2027-03-20');
const context = { tenantId: 'tenant' } as never;
const kinds = fc.constantFrom('external', 'out_of_order', 'owner_stay', 'other' as const);
const span = fc.record({
  first: fc.integer({ min: -5, max: 25 }),
  length: fc.integer({ min: 1, max: 9 }),
  units: fc.integer({ min: 1, max: 3 }),
});
const spanOf = ({ first, length, units }: { first: number; length: number; units: number }) => ({
  units,
  start: (FIRST + first) * DAY_MS,
  end: (FIRST + first + length) * DAY_MS,
});
const resource: fc.Arbitrary<ResourceCapacity> = fc
  .record({
    units: fc.integer({ min: 1, max: 4 }),
    currency: fc.constantFrom('EUR', 'JPY'),
    timezone: fc.constantFrom('Europe/Berlin', 'Pacific/Kiritimati'),
    roomType: fc.constantFrom({ id: 'double', name: 'Double room' }, { id: 'single', name: 'Single room' }),
    archivedOn: fc.option(fc.integer({ min: -3, max: 23 })),
    blocks: fc.array(fc.tuple(span, kinds), { maxLength: 6 }),
    stays: fc.array(span, { maxLength: 4 }),
  })
  .map(({ archivedOn, blocks, stays, ...rest }) => ({
    ...rest,
    kind: 'hotel_room' as const,
    archivedAt:
      archivedOn === null ? null : Temporal.Instant.fromEpochMilliseconds((FIRST + archivedOn) * DAY_MS),
    blocks: blocks.map(([one, kind]) => ({ ...spanOf(one), kind })),
    stays: archivedOn === null ? [] : stays.map(spanOf),
  }));

test('the units of the days add up to the capacity of the range, whatever is blocked or archived', async () => {
  const range = { from: isoDate(FIRST), to: isoDate(FIRST + 20) };
  await fc.assert(
    fc.asyncProperty(fc.array(resource, { maxLength: 5 }), fc.boolean(), async (resources, byRoomType) => {
      const deps = { capacity: { list: async () => resources } };
      const days = await summarizeDailyCapacity(deps, context, { ...range, byRoomType, most: 1_000 });
      const whole = await summarizeCapacity(deps, context, range);
      if (!days.ok || !whole.ok) throw new Error('refused');
      for (const { currency, unitNights, outOfOrderUnitNights, blockedUnitNights } of whole.value) {
        const units = days.value.flatMap((group) =>
          group.currency === currency ? group.availableUnits : [],
        );
        expect(units.reduce((sum, one) => sum + one, 0)).toBe(
          unitNights - outOfOrderUnitNights - blockedUnitNights,
        );
      }
    }),
  );
});
