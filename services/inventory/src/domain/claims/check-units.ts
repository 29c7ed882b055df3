import { instantText, refuse } from '@lodging/kernel';
import type { Refused } from '@lodging/kernel';
import { nowOnAxis } from '../blocks/block.ts';
import { DAY_MS, isoDate } from '../time/day-number.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceAxis, ResourceUnits, Span } from '../time/stay.ts';

type Taken = Span & { readonly units: number };

/** The active claims of a resource that are not over, or what refuses the change; with the time at which they were read. */
export interface LiveClaims {
  readonly taken: readonly Taken[];
  readonly now: Temporal.Instant;
}

type UnitsInUse = Refused<'units_in_use'>;

/** A resource keeps as many units as its claims take at any future moment; as many as it has are always enough. */
export function checkUnits(
  resource: ResourceUnits,
  units: number,
  { taken, now }: LiveClaims,
): UnitsInUse | undefined {
  if (units >= resource.units) return undefined;
  const first = firstSpanAbove(taken, units, liveSince(resource, now));
  if (first === undefined) return undefined;
  return refuse('units_in_use', `${first.units} units are taken by stays or blocks.`, {
    from: instantText(instantAt(resource, first.start)),
    to: instantText(instantAt(resource, first.end)),
    unitsTaken: first.units,
  });
}

/** From when on claims matter: the current night still takes units. */
export function liveSince(resource: ResourceAxis, now: Temporal.Instant): number {
  return isGeneric(resource) ? now.epochMilliseconds : startOfDay(nowOnAxis(resource, now));
}

/** The first span at every moment of which more than `units` are taken, with the most that are taken in it. */
function firstSpanAbove(taken: readonly Taken[], units: number, since: number): Taken | undefined {
  const changes = taken
    .filter(({ end }) => end > since)
    .flatMap(({ start, end, units: by }) => [
      { at: Math.max(start, since), by },
      { at: end, by: -by },
    ]);
  const byTime = Map.groupBy(changes, ({ at }) => at);
  let used = 0;
  let span: { readonly start: number; readonly units: number } | undefined;
  for (const at of [...byTime.keys()].toSorted((one, other) => one - other)) {
    used += (byTime.get(at) ?? []).reduce((sum, { by }) => sum + by, 0);
    if (used > units) span = { start: span?.start ?? at, units: Math.max(span?.units ?? 0, used) };
    else if (span !== undefined) return { ...span, end: at };
  }
  return undefined;
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

/** A date of a lodging resource begins at its local midnight. */
function instantAt(resource: ResourceAxis, at: number): Temporal.Instant {
  if (isGeneric(resource)) return Temporal.Instant.fromEpochMilliseconds(at);
  const date = Temporal.PlainDate.from(isoDate(Math.floor(at / DAY_MS)));
  return date.toZonedDateTime(resource.timezone).toInstant();
}
