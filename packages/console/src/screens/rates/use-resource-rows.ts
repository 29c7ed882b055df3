import { useQueries } from '@tanstack/react-query';
import { resourceRatesQuery } from '../../api/queries/rates.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { failureOf } from '../../api/use-read.ts';
import { keyOfRow } from '../../domain/rates/rate-changes.ts';
import type { RateDay } from '../../domain/rates/read-nights.ts';
import { resourcesWith } from './use-rates.ts';
import type { RateGroup, RateRow } from './use-rates.ts';

export interface Nights {
  readonly from: string;
  readonly days: number;
}

/** The groups with a row for each resource beneath the plans that are open. */
export function useResourceRows(
  groups: readonly RateGroup[],
  open: ReadonlySet<string>,
  { from, days }: Nights,
): RateGroup[] {
  const { list } = useResources();
  const beneath = ({ key, ...row }: RateRow): ResourceRecord[] =>
    open.has(key) ? resourcesWith(row, list) : [];
  const rows = groups.flatMap((group) => group.rows);
  const resources = [...new Map(rows.flatMap(beneath).map((one) => [one.id, one])).values()];
  const queries = useQueries({ queries: resources.map((one) => resourceRatesQuery(one, from, days)) });
  const queryOf = new Map(resources.map(({ id }, at) => [id, queries[at]]));
  return groups.map((group) => {
    const own = group.rows.flatMap(beneath).map(({ id }) => queryOf.get(id));
    const failed = own.find((query) => query && failureOf(query) !== null);
    return {
      ...group,
      error: group.error ?? failed?.error ?? null,
      readAgain: () => (group.error === null ? failed?.refetch() : group.readAgain()),
      rows: group.rows.flatMap((row) => [
        row,
        ...beneath(row).map((one) => rowOf(row, one, queryOf.get(one.id)?.data?.get(row.ratePlanCode))),
      ]),
    };
  });
}

/** What guests see of one of them is not read: it is within what they see of the room type. */
function rowOf(row: RateRow, { id, name }: ResourceRecord, nights: readonly RateDay[] = []): RateRow {
  const days = nights.map((night, at) => ({ ...night, selling: row.days[at]?.selling ?? night.selling }));
  const key = keyOfRow({ ...row, resourceId: id });
  return { ...row, key, resourceId: id, resourceName: name, resources: 1, days };
}
