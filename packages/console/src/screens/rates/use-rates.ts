import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bulkRatesQuery } from '../../api/queries/rates.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { failureOf } from '../../api/use-read.ts';
import { keyOfRow } from '../../domain/rates/rate-changes.ts';
import type { PlanRow } from '../../domain/rates/rate-changes.ts';
import type { RateDay, BulkPlan } from '../../domain/rates/read-nights.ts';

/** A line of the grid: a plan of a room type, or of one of its resources. */
export interface RateRow extends PlanRow {
  readonly key: string;
  /** Of the plan. */
  readonly name: string;
  readonly roomTypeName: string;
  readonly resourceName?: string;
  /** The plan that the prices follow, and how. */
  readonly derivedFrom: BulkPlan['derivedFrom'];
  readonly parentName: string | null;
  readonly resources: number;
  readonly isEnabled: boolean;
  readonly days: readonly RateDay[];
}

/** The plans of a room type. */
export interface RateGroup {
  readonly roomTypeId: string;
  readonly name: string;
  readonly rows: readonly RateRow[];
  /** Units by date, of the plan that most resources have. */
  readonly free: readonly number[];
  readonly isLoaded: boolean;
  readonly error: unknown;
  readonly readAgain: () => unknown;
}

export interface NamedType {
  readonly id: string;
  readonly name: string;
}

/** In the address: resources without a room type. */
export const GENERIC = 'generic';

interface RoomTypes {
  readonly types: readonly NamedType[];
  /** There are resources without a room type. */
  readonly hasGeneric: boolean;
  readonly isLoaded: boolean;
}

export function useRoomTypes(): RoomTypes {
  const { list, isLoaded } = useResources();
  const types = useMemo(() => {
    const sold = list.filter(({ archivedAt }) => archivedAt === null);
    return [...new Map(sold.flatMap(({ roomType }) => (roomType ? [[roomType.id, roomType]] : []))).values()];
  }, [list]);
  const hasGeneric = list.some(({ roomType, archivedAt }) => !roomType && archivedAt === null);
  return { types, hasGeneric, isLoaded };
}

export function useRates(types: readonly NamedType[], from: string, days: number): RateGroup[] {
  const queries = useQueries({ queries: types.map(({ id }) => bulkRatesQuery(id, from, days)) });
  return types.map((type, index) => {
    const query = queries[index];
    const plans = query?.data?.plans ?? [];
    const [widest] = plans.toSorted((a, b) => b.resources - a.resources);
    return {
      roomTypeId: type.id,
      name: type.name,
      rows: plans.map((plan) => rowOf(type, plan, plans)),
      free: widest?.days.map(({ unitsFree }) => unitsFree) ?? [],
      isLoaded: query?.data !== undefined,
      error: query === undefined ? null : failureOf(query),
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

/** Those of the room type that are on sale with the plan. */
export function resourcesWith(
  { roomTypeId, ratePlanCode, currency }: PlanRow,
  list: readonly ResourceRecord[],
): ResourceRecord[] {
  return list.filter(
    (resource) =>
      resource.roomType?.id === roomTypeId &&
      resource.archivedAt === null &&
      resource.currency === currency &&
      resource.ratePlans.some(({ code }) => code === ratePlanCode),
  );
}

/** Undefined where every resource of the room type has the plan: then none has to be named. */
export function namedResources(row: PlanRow, list: readonly ResourceRecord[]): string[] | undefined {
  const ofType = list.filter(({ roomType }) => roomType?.id === row.roomTypeId);
  const having = resourcesWith(row, list);
  return having.length === ofType.length ? undefined : having.map(({ id }) => id);
}
