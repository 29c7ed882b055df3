import { ok } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import { duplicates, refuseFaults } from './faults.ts';
import type { Fault, Invalid } from './faults.ts';
import type { RatePlan } from './resource.ts';

export interface RatePlanEntry {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly enabled?: boolean | undefined;
  readonly isRefundable?: boolean | undefined;
  readonly minStayNights?: number | undefined;
  readonly maxStayNights?: number | null | undefined;
  readonly closedToArrival?: boolean | undefined;
  readonly closedToDeparture?: boolean | undefined;
}

const NEW_PLAN = {
  enabled: true,
  isRefundable: true,
  minStayNights: 1,
  maxStayNights: null,
  closedToArrival: false,
  closedToDeparture: false,
} as const;

/** What is wrong with the entries whatever the resource. */
export function refuseRatePlanEntries(entries: readonly RatePlanEntry[]): Invalid | undefined {
  return refuseFaults(
    duplicates(
      entries,
      ({ code }) => code,
      (index) => ({
        pointer: `/ratePlans/${index}/code`,
        message: 'A code may stand in the list only once.',
      }),
    ),
  );
}

/** The plans that the entries write, in the order of the entries. */
export function mergeRatePlans(
  resource: { readonly currency: string },
  existing: readonly RatePlan[],
  entries: readonly RatePlanEntry[],
  newId: NewId,
): Result<RatePlan[], Invalid['refusal']> {
  const merged = entries.map((entry) =>
    mergeRatePlan(
      existing.find(({ code }) => code === entry.code),
      entry,
      newId,
    ),
  );
  const faults = [
    ...entries.flatMap((entry, index) => currencyFault(entry, index, resource.currency)),
    ...merged.flatMap(lengthFault),
  ];
  return refuseFaults(faults) ?? ok(merged);
}

function mergeRatePlan(existing: RatePlan | undefined, entry: RatePlanEntry, newId: NewId): RatePlan {
  const before = existing ?? { ...NEW_PLAN, id: newId() };
  return {
    id: before.id,
    code: entry.code,
    name: entry.name,
    enabled: entry.enabled ?? before.enabled,
    isRefundable: entry.isRefundable ?? before.isRefundable,
    minStayNights: entry.minStayNights ?? before.minStayNights,
    // Null is a value here: no maximum.
    maxStayNights: entry.maxStayNights === undefined ? before.maxStayNights : entry.maxStayNights,
    closedToArrival: entry.closedToArrival ?? before.closedToArrival,
    closedToDeparture: entry.closedToDeparture ?? before.closedToDeparture,
  };
}

function currencyFault({ currency }: RatePlanEntry, index: number, expected: string): Fault[] {
  if (currency === expected) return [];
  return [
    {
      pointer: `/ratePlans/${index}/currency`,
      message: `The currency of a plan is that of its resource, ${expected}.`,
    },
  ];
}

function lengthFault({ minStayNights, maxStayNights }: RatePlan, index: number): Fault[] {
  if (maxStayNights === null || minStayNights <= maxStayNights) return [];
  return [
    {
      pointer: `/ratePlans/${index}/maxStayNights`,
      message: 'The longest stay is shorter than the shortest.',
    },
  ];
}
