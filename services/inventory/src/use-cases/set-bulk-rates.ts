import type { setBulkRates as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import { decideBulkChange, refuseBulkWish } from '../domain/set-bulk-rates.ts';
import type { BulkWish } from '../domain/set-bulk-rates.ts';
import type { BulkRates } from './ports.ts';
import { readLimits } from './write-restrictions.ts';

type Request = RequestOf<typeof operation>;

export function setBulkRates({ bulkRates }: { bulkRates: BulkRates }) {
  return async (tenantId: string, request: Request) => {
    const wish = readWish(request);
    const invalid = refuseBulkWish(wish);
    if (invalid !== undefined) return invalid;
    const changed = await bulkRates.change(tenantId, wish, (scene) => decideBulkChange(scene, wish));
    if (!changed.ok) return changed;
    const { targets, dates } = changed.value;
    const resources = targets.map(({ resourceId }) => ({ resourceId, nights: dates.length }));
    return ok({
      updatedResources: dates.length === 0 ? 0 : resources.length,
      updatedNights: resources.length * dates.length,
      resources,
    });
  };
}

function readWish({ nightlyRate, restriction, resourceIds, ...request }: Request): BulkWish {
  return {
    roomTypeId: request.roomTypeId,
    resourceIds: resourceIds && [...new Set(resourceIds)],
    ratePlanCode: request.ratePlanCode,
    from: request.from,
    to: request.to,
    daysOfWeek: request.daysOfWeek,
    nightlyRate: nightlyRate && {
      amountMinorUnits: BigInt(nightlyRate.amountMinorUnits),
      currency: nightlyRate.currency,
    },
    limits: restriction && readLimits(restriction),
  };
}
