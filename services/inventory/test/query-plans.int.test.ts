import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVilla, nights } from './create-villa.ts';
import { startInventory } from './start-inventory.ts';
import type { TestInventory } from './start-inventory.ts';
import { findClaims } from '../src/outbound/calendar/calendar-statements.ts';
import { findPeak, loadClaimContext } from '../src/outbound/claims/claim-statements.ts';
import { candidateValues, findClaimsOfCandidates } from '../src/outbound/search/search-statements.ts';
import { spanBounds, timestampOf } from '../src/outbound/units/span-bounds.ts';
import { findOccupancy, findPeaks } from '../src/outbound/stays/stay-statements.ts';

let inventory: TestInventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

interface Plan {
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly Plans?: readonly Plan[];
}

const everyResource = (tenantId: string) =>
  candidateValues(tenantId, {
    kinds: undefined,
    roomTypeIds: undefined,
    resourceIds: undefined,
    features: undefined,
    ratePlanCodes: undefined,
    lodgingOnly: false,
    withTexts: false,
    after: 'count',
  });
const searchedClaims = (span: { start: number; end: number }) => {
  const { start, end, maxEnd: longEnd } = spanBounds(span);
  return { mostFacts: 1_000, start, end, longEnd, shortEnd: timestampOf(span.end + 31 * 86_400_000) };
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

it('claims of a span are found by the index on both bounds, among thousands on one resource', async () => {
  const { tenantId, resourceId } = await createVilla(inventory.client);
  // In parts, because of the statement timeout.
  for (const first of [1, 5_001, 10_001]) {
    await inventory.db.inTenant(tenantId, (tx) =>
      tx.query(
        `INSERT INTO claims (tenant_id, claim_id, resource_id, kind, state, during, units, exclusive)
         SELECT $1, gen_random_uuid(), $2, 'reservation', 'confirmed',
           tstzrange('2000-01-01Z'::timestamptz + n * interval '1 day', '2000-01-02Z'::timestamptz + n * interval '1 day'), 1, true
         FROM generate_series($3::int, $3::int + 4999) AS n`,
        [tenantId, resourceId, first],
      ),
    );
  }
  const window = { from: Temporal.Instant.from(nights().from), to: Temporal.Instant.from(nights().to) };
  const span = { start: window.from.epochMilliseconds, end: window.to.epochMilliseconds };
  const request = { claimId: randomUUID(), resourceId, window, quantity: 1 };
  for (const { text, values = [] } of [
    findOccupancy({ tenantId, resourceId, ...spanBounds(span) }),
    loadClaimContext(tenantId, request),
    findPeak(tenantId, request, span),
    findPeaks({ tenantId, resourceId, ...spanBounds(span) }),
    findClaims({ tenantId, resourceId, ...spanBounds(span) }),
    findClaimsOfCandidates({ ...everyResource(tenantId), ...searchedClaims(span) }),
  ]) {
    const statement = {
      name: `explain-${text.length}`,
      text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    };
    const [row] = await inventory.db.readInTenant<{ 'QUERY PLAN': [{ Plan: Plan }] }>(tenantId, statement);
    const plan = row?.['QUERY PLAN'][0].Plan;
    const scan = plan && nodesOf(plan).find((node) => node['Index Name'] === 'claims_by_end');
    expect(scan?.['Index Cond']).toMatch(/ends_at >.*ends_at <=.*starts_at </);
    expect(plan?.['Shared Hit Blocks']).toBeLessThan(40);
  }
});
