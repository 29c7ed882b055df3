import { MOST_CLAIMS } from '../../domain/units/too-many-claims.ts';
import { IS_ACTIVE, OVERLAPS_SPAN } from './span-bounds.ts';

const CHANGES = `
  SELECT starts_at AS at, stays, blocks, 0 AS days FROM taken WHERE (SELECT found FROM found) <= ${MOST_CLAIMS}
  UNION ALL
  SELECT ends_at, -stays, -blocks, 0 FROM taken WHERE (SELECT found FROM found) <= ${MOST_CLAIMS}`;
const DAYS = 'UNION ALL SELECT at, 0, 0, 1 FROM unnest($days::timestamptz[]) d (at)';

/**
 * Of claims that are too many to be read one by one: `found` has how many there are, and `levels` the units that stays and
 * blocks take after each change, unless there are more than MOST_CLAIMS. With `days` there is a row at the begin of each
 * day, too, and `day` counts them. The claims are read once, before they are sorted: a join takes twice the time.
 */
export function takenLevels(rows: 'changes' | 'changes and days', condition = 'true'): string {
  const [days, day] = rows === 'changes' ? ['', ''] : [DAYS, ', sum(days) OVER until_now AS day'];
  return `taken AS MATERIALIZED (
     SELECT greatest(c.starts_at, $start) AS starts_at, c.ends_at,
       CASE c.kind WHEN 'reservation' THEN c.units ELSE 0 END AS stays,
       CASE c.kind WHEN 'external_block' THEN c.units ELSE 0 END AS blocks
     FROM claims c
     WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND ${OVERLAPS_SPAN} AND ${IS_ACTIVE}
       AND ${condition}
     LIMIT ${MOST_CLAIMS + 1}),
   found AS MATERIALIZED (SELECT count(*) AS found FROM taken),
   levels AS (
     SELECT at, sum(stays) OVER until_now AS stays, sum(blocks) OVER until_now AS blocks ${day}
     FROM (${CHANGES} ${days}) changes
     WINDOW until_now AS (ORDER BY at))`;
}
