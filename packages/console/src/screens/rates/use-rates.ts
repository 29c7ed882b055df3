import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bulkRatesQuery } from '../../api/queries/rates.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { keyOfRow } from '../../domain/rate-changes.ts';
import type { PlanRow } from '../../domain/rate-changes.ts';
import type { BulkDay, BulkPlan } from '../../domain/read-nights.ts';

/** A line of the grid: a plan of a room type. */
export interface RateRow extends PlanRow {
  readonly key: string;
  readonly name: string;
  readonly roomTypeName: string;
  /** The plan that the prices follow, and how. */
  readonly derivedFrom: BulkPlan['derivedFrom'];
  readonly parentName: string | null;
  readonly resources: number;
  readonly isEnabled: boolean;
  readonly days: readonly BulkDay[];
}

/** The plans of a room type. */
export interface RateGroup {
  readonly roomTypeId: string;
  readonly name: string;
  readonly rows: readonly RateRow[];
  readonly isLoaded: boolean;
  readonly error: unknown;
  readonly readAgain: () => unknown;
}

export interface NamedType {
  readonly id: string;
  readonly name: string;
}

export function useRoomTypes(): { readonly types: readonly NamedType[]; readonly isLoaded: boolean } {
  const { list, isLoaded } = useResources();
  const types = useMemo(() => {
    const sold = list.filter(({ archivedAt }) => archivedAt === null);
    return [...new Map(sold.flatMap(({ roomType }) => (roomType ? [[roomType.id, roomType]] : []))).values()];
  }, [list]);
  return { types, isLoaded };
}

export function useRates(types: readonly NamedType[], from: string, days: number): RateGroup[] {
  const queries = useQueries({ queries: types.map(({ id }) => bulkRatesQuery(id, from, days)) });
  return types.map((type, index) => {
    const query = queries[index];
    return {
      roomTypeId: type.id,
      name: type.name,
      rows: query?.data?.plans.map((plan) => rowOf(type, plan, query.data.plans)) ?? [],
      isLoaded: query?.data !== undefined,
      error: query?.error ?? null,
      readAgain: () => query?.refetch(),
    };
  });
}

function rowOf({ id, name }: NamedType, plan: BulkPlan, plans: readonly BulkPlan[]): RateRow {
  const { ratePlanCode, currency, derivedFrom, days, resources, enabled } = plan;
  const row = { roomTypeId: id, ratePlanCode, currency };
  const parent = plans.find((other) => other.ratePlanCode === derivedFrom?.ratePlanCode);
  return {
    ...row,
    key: keyOfRow(row),
    name: plan.name,
    roomTypeName: name,
    derivedFrom,
    parentName: parent?.name ?? derivedFrom?.ratePlanCode ?? null,
    resources,
    isEnabled: enabled > 0,
    days,
  };
}

/** Undefined where every resource of the room type has the plan: then none has to be named. */
export function resourcesWith(
  { roomTypeId, ratePlanCode, currency }: PlanRow,
  list: readonly ResourceRecord[],
): string[] | undefined {
  const ofType = list.filter(({ roomType }) => roomType?.id === roomTypeId);
  const having = ofType.filter(
    (resource) =>
      resource.archivedAt === null &&
      resource.currency === currency &&
      resource.ratePlans.some(({ code }) => code === ratePlanCode),
  );
  return having.length === ofType.length ? undefined : having.map(({ id }) => id);
}
