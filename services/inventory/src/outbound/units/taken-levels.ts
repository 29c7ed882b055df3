import { IS_ACTIVE, OVERLAPS_SPAN } from './span-bounds.ts';

/**
 * The units that stays and blocks take after each change, as the table `levels`: what is left of claims that are too many
 * to be read one by one. With `days` there is a row at the begin of each day, too, and `day` counts them.
 */
export function takenLevels(rows: 'changes' | 'changes and days'): string {
  const days = 'UNION ALL SELECT at, 0, 0, 1 FROM unnest($days::timestamptz[]) d (at)';
  return `levels AS (
     SELECT at, sum(stays) OVER until_now AS stays, sum(blocks) OVER until_now AS blocks, sum(days) OVER until_now AS day
     FROM (
       SELECT e.at, CASE c.kind WHEN 'reservation' THEN e.units ELSE 0 END AS stays,
         CASE c.kind WHEN 'external_block' THEN e.units ELSE 0 END AS blocks, 0 AS days
       FROM claims c
       CROSS JOIN LATERAL (VALUES (greatest(c.starts_at, $start), c.units), (c.ends_at, -c.units)) e (at, units)
       WHERE c.tenant_id = $tenantId AND c.resource_id = $resourceId AND ${OVERLAPS_SPAN} AND ${IS_ACTIVE}
       ${rows === 'changes' ? '' : days}) changes
     WINDOW until_now AS (ORDER BY at))`;
}
