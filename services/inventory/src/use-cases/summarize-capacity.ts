import type { summarizeCapacity as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import { countBlockedNights } from '../domain/count-blocked-nights.ts';
import type { Block } from '../domain/count-blocked-nights.ts';
import { dayNumber } from '../domain/day-number.ts';
import { daysOfSpan } from '../domain/fill-days.ts';
import type { Capacity, CapacityRecord } from './ports.ts';

export function summarizeCapacity({ capacity }: { capacity: Capacity }) {
  return async (tenantId: string, { from, to }: RequestOf<typeof operation>) => {
    const days = { first: dayNumber(from), end: Math.max(dayNumber(from), dayNumber(to)) };
    const byCurrency = new Map<string, { unitNights: number; blockedUnitNights: number }>();
    for (const resource of await capacity.read(tenantId, days)) {
      const sum = byCurrency.get(resource.currency) ?? { unitNights: 0, blockedUnitNights: 0 };
      sum.unitNights += resource.units * (days.end - days.first);
      sum.blockedUnitNights += countBlockedNights(blocksOf(resource), resource.units, days);
      byCurrency.set(resource.currency, sum);
    }
    return ok({
      capacity: [...byCurrency]
        .map(([currency, sum]) => ({ currency, ...sum }))
        .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
    });
  };
}

function blocksOf(resource: CapacityRecord): Block[] {
  return resource.blocks.map((block) => ({ ...daysOfSpan(resource, block), units: block.units }));
}
