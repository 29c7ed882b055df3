import type { findAvailability as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import type { Clock } from '@lodging/kernel';
import { checkWindow, refuseBackwards } from '../domain/check-window.ts';
import { reasonsOnAnyPlan } from '../domain/find-reasons.ts';
import type { Stays } from './ports.ts';
import { noResource, windowOf } from './wire.ts';

export function findAvailability({ stays, clock }: { stays: Stays; clock: Clock }) {
  return async (tenantId: string, request: RequestOf<typeof operation>) => {
    const { resourceId, from, to, partySize } = request;
    const window = windowOf(request);
    const backwards = refuseBackwards(window);
    if (backwards !== undefined) return backwards;
    const found = await stays.find(tenantId, resourceId, window);
    if (found === undefined) return refuse(...noResource);
    const { resource, stay, taken } = found;
    const invalid = checkWindow(stay, resource, 'availability', clock.now());
    if (invalid !== undefined) return invalid;
    const reasons = reasonsOnAnyPlan(resource, { stay, party: { partySize, quantity: 1 }, taken });
    return ok({ resourceId, from, to, partySize, available: reasons.length === 0, reasons });
  };
}
