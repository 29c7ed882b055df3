import { addDays } from '@lodging/format';
import type { RatesSetBulkParams } from '@lodging/client';

/** A plan of a room type, in one currency. */
export interface PlanRow {
  /** One resource alone; absent: all of the room type that have the plan. */
  readonly resourceId?: string | undefined;
  readonly roomTypeId: string;
  readonly ratePlanCode: string;
  readonly currency: string;
}

/** What a night of a plan is to become. What is absent stays as it is. */
export interface NightTarget {
  /** Null: its own rate is taken away, and its base holds again. */
  readonly nightly?: bigint | null;
  readonly stopSell?: boolean;
  readonly closedToArrival?: boolean;
  readonly closedToDeparture?: boolean;
  /** Null: the limit of the plan holds again. */
  readonly minStayNights?: number | null;
  readonly maxStayNights?: number | null;
}

export interface PendingNight {
  readonly row: PlanRow;
  readonly date: string;
  readonly target: NightTarget;
}

/** One request: nights in a row with one target. */
export interface RateChange extends PlanRow {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  readonly target: NightTarget;
}

export const TARGETS = [
  'nightly',
  'stopSell',
  'closedToArrival',
  'closedToDeparture',
  'minStayNights',
  'maxStayNights',
] as const satisfies readonly (keyof NightTarget)[];

export const keyOfRow = ({ roomTypeId, resourceId = '', ratePlanCode, currency }: PlanRow): string =>
  `${roomTypeId} ${resourceId} ${currency} ${ratePlanCode}`;

/** Of the room type that the resource of a row has. */
export const keyOfType = (row: PlanRow): string => keyOfRow({ ...row, resourceId: undefined });

export function isSameTarget(one: NightTarget, other: NightTarget): boolean {
  return TARGETS.every((name) => one[name] === other[name]);
}

export const isEmptyTarget = (target: NightTarget): boolean => isSameTarget(target, {});

/**
 * The fewest requests, by plan and date, that bring every night to its target and touch no other night or limit. Those of room
 * types are first, so that what is meant for one resource holds over them.
 */
export function changesOf(pending: readonly PendingNight[]): RateChange[] {
  const ofType = pending.filter(({ row }) => row.resourceId === undefined);
  const ofResource = pending.filter(({ row }) => row.resourceId !== undefined);
  const ofRow = Map.groupBy([...ofType, ...ofResource], ({ row }) => keyOfRow(row));
  return [...ofRow.values()].flatMap((nights) => {
    const changes: RateChange[] = [];
    for (const { row, date, target } of nights.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
      if (isEmptyTarget(target)) continue;
      const last = changes.at(-1);
      if (last?.to === date && isSameTarget(last.target, target))
        changes.splice(-1, 1, { ...last, to: addDays(date, 1) });
      else changes.push({ ...row, from: date, to: addDays(date, 1), target });
    }
    return changes;
  });
}

/** `having` where not every resource of the room type has the plan. */
export function requestOf(
  { roomTypeId, resourceId, ratePlanCode, currency, from, to, target }: RateChange,
  having?: readonly string[],
): RatesSetBulkParams {
  const resourceIds = resourceId === undefined ? having : [resourceId];
  const { nightly, ...limits } = target;
  return {
    roomTypeId,
    ratePlanCode,
    from,
    to,
    ...(resourceIds && { resourceIds: [...resourceIds] }),
    ...(nightly !== undefined && {
      nightlyRate: nightly === null ? null : { amountMinorUnits: String(nightly), currency },
    }),
    // Merged: a restriction that is not merged would open nights whose sale is stopped.
    ...(!isEmptyTarget(limits) && { restriction: limits, merge: true }),
  };
}
