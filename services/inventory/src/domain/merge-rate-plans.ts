import { ok } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import type { RatePlan } from './resource.ts';
import { duplicateErrors, refuseErrors } from './validation.ts';
import type { FieldError, ValidationFailed } from './validation.ts';

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

const DEFAULTS = {
  enabled: true,
  isRefundable: true,
  minStayNights: 1,
  maxStayNights: null,
  closedToArrival: false,
  closedToDeparture: false,
} as const;

/** The checks that need no resource. */
export function checkRatePlanEntries(entries: readonly RatePlanEntry[]): ValidationFailed | undefined {
  return refuseErrors(
    duplicateErrors(
      entries,
      ({ code }) => code,
      (index) => ({
        pointer: `/ratePlans/${index}/code`,
        message: 'A code may stand in the list only once.',
      }),
    ),
  );
}

/** The plans of the entries, in the order of the entries. A missing field keeps its value, or its default on a new plan. */
export function mergeRatePlans(
  resource: { readonly currency: string },
  existing: readonly RatePlan[],
  entries: readonly RatePlanEntry[],
  newId: NewId,
): Result<RatePlan[], ValidationFailed['refusal']> {
  const merged = entries.map((entry) =>
    mergeRatePlan(
      existing.find(({ code }) => code === entry.code),
      entry,
      newId,
    ),
  );
  const errors = [
    ...entries.flatMap((entry, index) => currencyErrors(entry, index, resource.currency)),
    ...merged.flatMap(stayLengthErrors),
  ];
  return refuseErrors(errors) ?? ok(merged);
}

function mergeRatePlan(existing: RatePlan | undefined, entry: RatePlanEntry, newId: NewId): RatePlan {
  const before = existing ?? { ...DEFAULTS, id: newId() };
  return {
    id: before.id,
    code: entry.code,
    name: entry.name,
    enabled: entry.enabled ?? before.enabled,
    isRefundable: entry.isRefundable ?? before.isRefundable,
    minStayNights: entry.minStayNights ?? before.minStayNights,
    // Null is a value: no maximum.
    maxStayNights: entry.maxStayNights === undefined ? before.maxStayNights : entry.maxStayNights,
    closedToArrival: entry.closedToArrival ?? before.closedToArrival,
    closedToDeparture: entry.closedToDeparture ?? before.closedToDeparture,
  };
}

function currencyErrors({ currency }: RatePlanEntry, index: number, expected: string): FieldError[] {
  if (currency === expected) return [];
  return [
    {
      pointer: `/ratePlans/${index}/currency`,
      message: `The currency of a plan is that of its resource, ${expected}.`,
    },
  ];
}

function stayLengthErrors({ minStayNights, maxStayNights }: RatePlan, index: number): FieldError[] {
  if (maxStayNights === null || minStayNights <= maxStayNights) return [];
  return [
    {
      pointer: `/ratePlans/${index}/maxStayNights`,
      message: 'The longest stay is shorter than the shortest.',
    },
  ];
}
