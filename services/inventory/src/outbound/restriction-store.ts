import type { Database, Tx } from '@lodging/kit-postgres';
import type { RestrictionOfPlan } from '../domain/restrict-plans.ts';
import type { RestrictionList, RestrictionRecord, Restrictions } from '../use-cases/ports.ts';
import { changeResource } from './change-resource.ts';

/** One row for each restriction, or one without. Pieces of one that was cut share its place. */
const READ = `
  SELECT r.timezone, x.id, p.code AS "ratePlanCode", x.from_date AS "from", x.to_date AS "to", x.from_at AS "fromAt",
    x.to_at AS "toAt", x.stop_sell AS "stopSell", x.min_stay_nights AS "minStayNights",
    x.max_stay_nights AS "maxStayNights", x.closed_to_arrival AS "closedToArrival",
    x.closed_to_departure AS "closedToDeparture"
  FROM resources r
    LEFT JOIN restrictions x ON x.tenant_id = r.tenant_id AND x.resource_id = r.id
    LEFT JOIN rate_plans p ON p.tenant_id = r.tenant_id AND p.id = x.rate_plan_id
  WHERE r.tenant_id = $1 AND r.id = $2
  ORDER BY x.position, x.from_date`;

type Row = { readonly timezone: string } & (RestrictionRecord | { readonly id: null });

const CLEAR = `
  DELETE FROM restrictions WHERE tenant_id = $1 AND resource_id = $2 AND rate_plan_id = ANY ($3::uuid[])`;

/** Positions are given in the order of the list: a later restriction wins. */
const INSERT = `
  INSERT INTO restrictions (tenant_id, resource_id, id, rate_plan_id, from_date, to_date, from_at, to_at, stop_sell,
    min_stay_nights, max_stay_nights, closed_to_arrival, closed_to_departure)
  SELECT $1, $2, gen_random_uuid(), "ratePlanId", "from", "to", "fromAt", "toAt", "stopSell", "minStayNights",
    "maxStayNights", "closedToArrival", "closedToDeparture"
  FROM ROWS FROM (json_to_recordset($3) AS ("ratePlanId" uuid, "from" date, "to" date, "fromAt" timestamptz,
    "toAt" timestamptz, "stopSell" boolean, "minStayNights" integer, "maxStayNights" integer,
    "closedToArrival" boolean, "closedToDeparture" boolean)) WITH ORDINALITY
  ORDER BY ordinality`;

export function createRestrictionStore(db: Database): Restrictions {
  const read = (tenantId: string, resourceId: string) => ({
    name: 'restrictions_read',
    text: READ,
    values: [tenantId, resourceId],
  });
  return {
    async read(tenantId, resourceId) {
      return listOf(await db.readInTenant<Row>(tenantId, read(tenantId, resourceId)));
    },
    change: (tenantId, resourceId, decide) => {
      const write = (tx: Tx, list: readonly RestrictionOfPlan[]) => replace(tx, tenantId, resourceId, list);
      return changeResource(db, { tenantId, resourceId, decide, write }, async (tx) => {
        const list = listOf(await tx.query<Row>(read(tenantId, resourceId)));
        if (list === undefined) throw new Error(`resource ${resourceId} was restricted and is not there`);
        return list;
      });
    },
  };
}

function listOf(rows: readonly Row[]): RestrictionList | undefined {
  const [head] = rows;
  if (head === undefined) return undefined;
  return {
    timezone: head.timezone,
    restrictions: rows.flatMap((row) => {
      if (row.id === null) return [];
      const { timezone: _, ...restriction } = row;
      return [restriction];
    }),
  };
}

async function replace(
  tx: Tx,
  tenantId: string,
  resourceId: string,
  list: readonly RestrictionOfPlan[],
): Promise<void> {
  if (list.length === 0) return;
  const named = [...new Set(list.map(({ ratePlanId }) => ratePlanId))];
  await Promise.all([
    tx.query({ name: 'restrictions_clear', text: CLEAR, values: [tenantId, resourceId, named] }),
    tx.query({
      name: 'restrictions_put',
      text: INSERT,
      values: [tenantId, resourceId, JSON.stringify(list)],
    }),
  ]);
}
