import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { PlanRestriction } from '../domain/restrictions.ts';
import type { RestrictionList, RestrictionRecord, RestrictionRepository } from '../ports/prices.ts';
import { changeResource } from './change-resource.ts';
import { arraysOf, copyLists, rowsFromArrays } from './column-sql.ts';
import type { ResourceKey } from './resource-statements.ts';
import { restrictions } from './schema.ts';

/** A row for each restriction, or one without. Pieces of a restriction that was cut have the same position. */
const find = namedStatement<ResourceKey>(
  'restrictions_read',
  `SELECT r.timezone, p.code AS "ratePlanCode",
     ${selectList(restrictions, { except: ['tenantId', 'resourceId', 'ratePlanId', 'position', 'createdAt'], alias: 'x' })}
   FROM resources r
     LEFT JOIN restrictions x ON x.tenant_id = r.tenant_id AND x.resource_id = r.id
     LEFT JOIN rate_plans p ON p.tenant_id = r.tenant_id AND p.id = x.rate_plan_id
   WHERE r.tenant_id = $tenantId AND r.id = $resourceId
   ORDER BY x.position, x.from_date`,
);

type Row = { readonly timezone: string } & (RestrictionRecord | { readonly id: null });

const clear = namedStatement<ResourceKey & { planIds: readonly string[] }>(
  'restrictions_clear',
  `DELETE FROM restrictions
   WHERE tenant_id = $tenantId AND resource_id = $resourceId AND rate_plan_id = ANY ($planIds::uuid[])`,
);

const TERMS = ['stopSell', 'minStayNights', 'maxStayNights', 'closedToArrival', 'closedToDeparture'] as const;
const WRITTEN = ['ratePlanId', 'from', 'to', 'fromAt', 'toAt', ...TERMS] as const;
const written = copyLists(restrictions, 'new', { only: WRITTEN });

/** Positions follow the order of the list: a later restriction wins. */
const insert = namedStatement<ResourceKey & { [Key in (typeof WRITTEN)[number]]: readonly unknown[] }>(
  'restrictions_put',
  `INSERT INTO restrictions (tenant_id, resource_id, id, ${written.columns})
   SELECT $tenantId, $resourceId, gen_random_uuid(), ${written.values}
   FROM ${rowsFromArrays(restrictions, WRITTEN)} ORDER BY new.ordinality`,
);

export function createRestrictionRepository(db: Database): RestrictionRepository {
  return {
    async find(tenantId, resourceId) {
      return readList(await db.readInTenant<Row>(tenantId, find({ tenantId, resourceId })));
    },
    replace: (tenantId, resourceId, decide) => {
      const write = (tx: Tx, list: readonly PlanRestriction[]) => replace(tx, { tenantId, resourceId }, list);
      return changeResource(db, { tenantId, resourceId, decide, write }, async (tx) => {
        const list = readList(await tx.query<Row>(find({ tenantId, resourceId })));
        if (list === undefined) throw new Error(`resource ${resourceId} was changed but could not be read`);
        return list;
      });
    },
  };
}

function readList(rows: readonly Row[]): RestrictionList | undefined {
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

async function replace(tx: Tx, key: ResourceKey, list: readonly PlanRestriction[]): Promise<void> {
  if (list.length === 0) return;
  const planIds = [...new Set(list.map(({ ratePlanId }) => ratePlanId))];
  await Promise.all([
    tx.query(clear({ ...key, planIds })),
    tx.query(insert({ ...key, ...arraysOf(list, WRITTEN) })),
  ]);
}
