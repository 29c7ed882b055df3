import { createBoundedSet } from '@lodging/kit-runtime';
import type { Stay } from '../../domain/stay/reservation.ts';
import type { SoldOutCache } from '../../ports/creation.ts';

/** Beyond this the oldest stay is dropped. */
const MAX_STAYS = 10_000;

export function createSoldOutCache(): SoldOutCache {
  const stays = createBoundedSet(MAX_STAYS);
  return {
    isLikely: (tenantId, stay) => stays.has(tenantId, keyOf(stay)),
    add: (tenantId, stay) => stays.add(tenantId, keyOf(stay)),
    forget: (tenantId, stay) => stays.delete(tenantId, keyOf(stay)),
  };
}

function keyOf({ resourceId, window, quantity }: Stay): string {
  return `${resourceId} ${window.from.epochMilliseconds} ${window.to.epochMilliseconds} ${quantity}`;
}
