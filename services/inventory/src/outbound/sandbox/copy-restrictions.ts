import { getTableColumns, namedStatement } from '@lodging/kit-postgres';
import type { CopiedIds } from '../../domain/sandbox/copied-ids.ts';
import type { SandboxTransfer } from './copy-rows.ts';
import { restrictions } from '../schema.ts';

/** One resource may have very many. */
const ROWS_AT_ONCE = 5_000;
const {
  tenantId: _tenantId,
  id: _id,
  resourceId: _resourceId,
  ratePlanId: _planId,
  ...KEPT
} = getTableColumns(restrictions);
const columns = Object.values(KEPT).map((column) => ({ name: column.name, type: column.getSQLType() }));
const listed = (write: (column: { name: string; type: string }) => string) => columns.map(write).join(', ');

/** Pieces of a restriction that was cut have the same position. */
interface Place {
  readonly resourceId: string;
  readonly ratePlanId: string;
  readonly position: bigint;
  readonly id: string;
}
/** The restrictions of a plan: of each column an array, whose text goes from one side to the other as it is. */
interface Group extends Place {
  readonly count: number;
  readonly texts: readonly string[];
}

/** In the order of the index. A group has the place of its last restriction. */
const read = namedStatement<Place & { tenantId: string; last: string; limit: number }>(
  'sandbox_restrictions',
  `SELECT resource_id AS "resourceId", rate_plan_id AS "ratePlanId", count(*)::int AS count,
     max(position) AS position, (array_agg(id ORDER BY position DESC, id DESC))[1] AS id,
     ARRAY[${listed(({ name }) => `array_agg(${name} ORDER BY position, id)::text`)}] AS texts
   FROM (
     SELECT * FROM restrictions
     WHERE tenant_id = $tenantId AND resource_id <= $last
       AND (resource_id, rate_plan_id, position, id) > ($resourceId::uuid, $ratePlanId::uuid, $position::bigint, $id::uuid)
     ORDER BY resource_id, rate_plan_id, position, id LIMIT $limit) page
   GROUP BY resource_id, rate_plan_id ORDER BY resource_id, rate_plan_id`,
);
const numbered = (prefix: string, suffix: string) =>
  columns.map((_, index) => `${prefix}column${index}${suffix}`).join(', ');
const write = namedStatement<{
  readonly tenantId: string;
  readonly resourceIds: readonly string[];
  readonly planIds: readonly string[];
  readonly [column: `column${number}`]: readonly string[];
}>(
  'sandbox_restrictions_put',
  `INSERT INTO restrictions (tenant_id, id, resource_id, rate_plan_id, ${listed(({ name }) => name)})
   SELECT $tenantId, gen_random_uuid(), kept.resource, kept.plan, copied.*
   FROM unnest($resourceIds::uuid[], $planIds::uuid[], ${numbered('$', '::text[]')}) AS kept (resource, plan, ${numbered('', '')})
     CROSS JOIN LATERAL unnest(${columns.map(({ type }, index) => `kept.column${index}::${type}[]`).join(', ')}) AS copied`,
);

/** Those of the resources of a range of ids. */
export async function copyRestrictions(
  { live, liveId, sandbox, sandboxId, ids }: SandboxTransfer,
  planIds: CopiedIds,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<number> {
  let count = 0;
  for (let after: Place = beforeAllOf(first); ;) {
    const groups = await live.query<Group>(read({ ...after, tenantId: liveId, last, limit: ROWS_AT_ONCE }));
    const end = groups.at(-1);
    if (end === undefined) return count;
    await sandbox.query(
      write({
        tenantId: sandboxId,
        resourceIds: groups.map(({ resourceId }) => ids.assign(resourceId)),
        planIds: groups.map(({ ratePlanId }) => planIds.assign(ratePlanId)),
        ...Object.fromEntries(
          columns.map((_, index) => [`column${index}`, groups.map(({ texts }) => texts[index] ?? '{}')]),
        ),
      }),
    );
    count += groups.reduce((sum, group) => sum + group.count, 0);
    after = end;
  }
}

const ZERO = '00000000-0000-0000-0000-000000000000';

function beforeAllOf(resourceId: string): Place {
  return { resourceId, ratePlanId: ZERO, position: 0n, id: ZERO };
}
