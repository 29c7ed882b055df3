import { namedStatement } from '@lodging/kit-postgres';
import type { Tx } from '@lodging/kit-postgres';
import type { RatedResource } from '../../domain/calendar/rate-overview.ts';
import type { DayRange } from '../../domain/time/range-by-day.ts';
import { DAY_MS, isoDate } from '../../domain/time/day-number.ts';
import type { CandidateFilter, TooHeavy } from '../../ports/search.ts';
import { readNightlyRates } from '../calendar/calendar-statements.ts';
import type { NightlyRatesRow } from '../calendar/calendar-statements.ts';
import { listLines } from '../search/list-candidates.ts';
import { findConfigurations } from '../search/read-configurations.ts';
import type { Caches } from '../search/read-configurations.ts';
import { readFacts } from '../search/read-facts.ts';
import { candidateValues, MOST_OF_RESOURCE } from '../search/search-statements.ts';
import { findRoomType } from './bulk-rate-statements.ts';

const LIMITS = { weight: 100_000, facts: 100_000 };

const findRates = namedStatement<{
  tenantId: string;
  resourceIds: readonly string[];
  first: string;
  end: string;
  most: number;
}>(
  'bulk_rates_of_plans',
  `SELECT p.id, CASE WHEN p.found <= $most::int THEN p.rates END AS rates, p.found > $most::int AS is_cut
   FROM (
     SELECT p.id, o.rates, sum(o.found) OVER () AS found
     FROM rate_plans p CROSS JOIN LATERAL (
       SELECT string_agg((n.date - date '1970-01-01') || ' ' || n.amount_minor_units, ',') AS rates, count(*) AS found
       FROM nightly_rates n
       WHERE n.tenant_id = $tenantId AND n.rate_plan_id = p.id AND n.date >= $first AND n.date < $end) o
     WHERE p.tenant_id = $tenantId AND p.resource_id = ANY ($resourceIds::uuid[])) p`,
);

const NO_FILTER: Omit<CandidateFilter, 'roomTypeIds'> = {
  kinds: undefined,
  resourceIds: undefined,
  features: undefined,
  ratePlanCodes: undefined,
  lodgingOnly: true,
  withTexts: false,
  after: 'count',
};

/** Of the resources that are on sale; undefined: there is no such room type. */
export async function readRatedResources(
  tx: Tx,
  { tenantId, roomTypeId }: { readonly tenantId: string; readonly roomTypeId: string },
  days: DayRange,
  caches: Caches,
): Promise<RatedResource[] | TooHeavy | undefined> {
  const filter = { ...NO_FILTER, roomTypeIds: [roomTypeId] };
  const values = candidateValues(tenantId, filter);
  const span = { start: days.first * DAY_MS, end: days.end * DAY_MS };
  const key = { tenantId, roomTypeId, ratePlanCode: '', resourceIds: [], limit: 1 };
  const [roomTypes, listed, facts] = await Promise.all([
    tx.query(findRoomType(key)),
    listLines(tx, values, filter),
    readFacts(tx, values, span, LIMITS.facts),
  ]);
  if (roomTypes.length === 0) return undefined;
  const { lines, more, catalog } = listed;
  const resourceIds = lines.map(({ id }) => id);
  const dates = { first: isoDate(days.first), end: isoDate(days.end) };
  const [known, rateRows] = await Promise.all([
    findConfigurations(tx, tenantId, lines, { ...caches, catalog, limit: LIMITS.weight }),
    tx.query<NightlyRatesRow>(findRates({ tenantId, resourceIds, ...dates, most: LIMITS.facts })),
  ]);
  const isCut = known.resources.size < lines.length || rateRows[0]?.is_cut === true;
  if (more !== null || isCut || facts.found > LIMITS.facts || facts.foundOfOne > MOST_OF_RESOURCE)
    return { isTooHeavy: true, candidates: lines.length, loaded: facts.found, limit: LIMITS.facts };
  const nightlyRates = readNightlyRates(rateRows);
  return resourceIds.flatMap((id) => {
    const resource = known.resources.get(id);
    return resource === undefined ? [] : [{ resource, nightlyRates, taken: facts.taken.get(id) ?? [] }];
  });
}
