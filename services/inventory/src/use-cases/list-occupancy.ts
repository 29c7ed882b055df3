import type { listOccupancy as operation } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { ok, refuse } from '@lodging/kernel';
import { isGeneric } from '../domain/resource.ts';
import type { ResourceKind } from '../domain/resource.ts';
import { stayAt, widestSpan } from '../domain/stay.ts';
import type { Occupancies, Occupied } from './ports.ts';
import { noResource, windowOf, writeInstant } from './wire.ts';

export function listOccupancy({ occupancies }: { occupancies: Occupancies }) {
  return async (tenantId: string, request: RequestOf<typeof operation>) => {
    const { resourceId, excludeConnectionId } = request;
    const window = windowOf(request);
    const found = await occupancies.read(tenantId, resourceId, widestSpan(window), excludeConnectionId);
    if (found === undefined) return refuse(...noResource);
    const { resource } = found;
    const { start, end } = stayAt(resource, window).span;
    const entries = found.occupied
      .filter((one) => one.start < end && one.end > start)
      .map((one) => writeEntry(resource, one));
    return ok({ resource, entries });
  };
}

function writeEntry(
  resource: { readonly kind: ResourceKind },
  { id, kind, start, end, changedAt, sequence }: Occupied,
) {
  const [from, to] = [momentOf(start), momentOf(end)];
  const generic = isGeneric(resource);
  return {
    id,
    kind,
    dates: generic ? null : { from: dateOf(from), to: dateOf(to) },
    instants: generic ? { from, to } : null,
    changedAt: writeInstant(changedAt),
    sequence,
  };
}

function momentOf(epochMilliseconds: number): string {
  return writeInstant(Temporal.Instant.fromEpochMilliseconds(epochMilliseconds));
}

/** A date of the axis begins at 00:00Z. */
function dateOf(moment: string): string {
  return moment.slice(0, moment.indexOf('T'));
}
