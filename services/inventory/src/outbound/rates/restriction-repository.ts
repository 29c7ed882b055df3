import { pageOf } from '@lodging/kernel';
import type { Page } from '@lodging/kernel';
import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { PlanRestriction, RestrictionCounts } from '../../domain/rates/restrictions.ts';
import type { RestrictionList, RestrictionRecord, RestrictionRepository } from '../../ports/rates.ts';
import { changeResource, withStored } from '../resources/change-resource.ts';
import { arraysOf, copyLists, rowsFromArrays } from '../column-sql.ts';
import type { ResourceKey } from '../resources/resource-statements.ts';
import { restrictions } from '../schema.ts';

interface PageKey extends ResourceKey {
  readonly position: string;
  readonly from: string;
  readonly limit: number;
}

/** More than a page of 1 MiB has. */
const MAX_PAGE_ROWS = 5_000;

/** A row for each restriction, or one without. Pieces of a restriction that was cut have the same position. */
const find = namedStatement<PageKey>(
  'restrictions_read',
  `SELECT r.timezone, p.code AS "ratePlanCode", x.position::text || ' ' || x.from_date AS place,
     ${selectList(restrictions, { except: ['tenantId', 'resourceId', 'ratePlanId', 'position', 'createdAt'], alias: 'x' })}
   FROM resources r
     LEFT JOIN LATERAL (
       SELECT * FROM restrictions
       WHERE tenant_id = $tenantId AND resource_id = $resourceId
         AND (position, from_date) > ($position::bigint, $from::date)
       ORDER BY position, from_date LIMIT $limit) x ON true
     LEFT JOIN rate_plans p ON p.tenant_id = r.tenant_id AND p.id = x.rate_plan_id
   WHERE r.tenant_id = $tenantId AND r.id = $resourceId
   ORDER BY x.position, x.from_date`,
);

type Row = { readonly timezone: string; readonly place: string } & (
  | RestrictionRecord
  | { readonly id: null }
);

const countByPlan = namedStatement<ResourceKey>(
  'restrictions_count',
  `SELECT rate_plan_id AS "ratePlanId", count(*)::int AS count
   FROM restrictions WHERE tenant_id = $tenantId AND resource_id = $resourceId GROUP BY rate_plan_id`,
);

const clear = namedStatement<ResourceKey & { planIds: readonly string[] }>(
  'restrictions_clear',
  `DELETE FROM restrictions
   WHERE tenant_id = $tenantId AND resource_id = $resourceId AND rate_plan_id = ANY ($planIds::uuid[])`,
);

const VALUES = [
  'stopSell',
  'minStayNights',
  'maxStayNights',
  'closedToArrival',
  'closedToDeparture',
] as const;
const WRITTEN = ['ratePlanId', 'from', 'to', 'fromAt', 'toAt', ...VALUES] as const;
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
    async list(tenantId, resourceId, page) {
      const { key, limit } = pageKey({ tenantId, resourceId }, page);
      return readList(await db.readInTenant<Row>(tenantId, find(key)), limit);
    },
    replace: (tenantId, resourceId, decide) => {
      const write = (tx: Tx, list: readonly PlanRestriction[]) => replace(tx, { tenantId, resourceId }, list);
      const change = {
        tenantId,
        resourceId,
        load: (tx: Tx) => readCounts(tx, { tenantId, resourceId }),
        decide: withStored(decide),
        write,
      };
      return changeResource(db, change, async (tx) => {
        const { key, limit } = pageKey({ tenantId, resourceId }, { after: null, limit: MAX_PAGE_ROWS });
        const list = readList(await tx.query<Row>(find(key)), limit);
        if (list === undefined) throw new Error(`resource ${resourceId} was changed but could not be read`);
        return list;
      });
    },
  };
}

async function readCounts(tx: Tx, key: ResourceKey): Promise<RestrictionCounts> {
  const rows = await tx.query<{ ratePlanId: string; count: number }>(countByPlan(key));
  return new Map(rows.map(({ ratePlanId, count }) => [ratePlanId, count]));
}

function pageKey(key: ResourceKey, { after, limit: wanted }: Page<string>) {
  const [position = '', from = ''] = (after ?? FIRST).split(' ');
  const limit = Math.min(wanted, MAX_PAGE_ROWS);
  return { key: { ...key, position, from, limit: limit + 1 }, limit };
}

/** Before every restriction; positions count from 1. */
const FIRST = '0 0001-01-01';

function readList(rows: readonly Row[], limit: number): RestrictionList | undefined {
  const [head] = rows;
  if (head === undefined) return undefined;
  const { rows: shown, hasMore } = pageOf(rows, limit);
  return {
    timezone: head.timezone,
    hasMore,
    rows: shown.flatMap((row) => {
      if (row.id === null) return [];
      const { timezone: _, place: position, ...item } = row;
      return [{ item, position }];
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
