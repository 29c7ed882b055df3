import type { KeysetValues } from '@lodging/kernel';
import { namedStatement, selectList } from '@lodging/kit-postgres';
import type { ReadStatement } from '@lodging/kit-postgres';
import { withStays } from './guest-rows.ts';
import { guests } from './profile-schema.ts';

/** As the repository knows the filter: what is sealed is found by keyed hashes. */
export interface HashedFilter {
  readonly emailHashes: readonly string[] | undefined;
  /** One, and those under earlier secrets while it is replaced. */
  readonly searchTokens: readonly string[] | undefined;
  readonly verified: boolean | undefined;
  readonly updatedSince: Temporal.Instant | undefined;
}

const columns = selectList(guests, { except: ['emailHash', 'erasure'], alias: 'g' });

/**
 * A branch for each token, read in the order of the list and no further than the page goes; OFFSET keeps the planner from
 * joining in another order. All conditions use leakproof comparisons, so that row level security allows an index for them.
 */
export function listGuestsStatement(
  tenantId: string,
  filter: HashedFilter,
  keys: KeysetValues,
): ReadStatement {
  const { emailHashes, searchTokens, verified, updatedSince } = filter;
  const conditions = [
    ...(emailHashes === undefined ? [] : ['g.email_hash = ANY($emailHashes::text[])']),
    ...(verified === undefined ? [] : [`g.verified_at IS ${verified ? 'NOT ' : ''}NULL`]),
    ...(updatedSince === undefined ? [] : ['g.updated_at >= $updatedSince::timestamptz']),
  ];
  const branches =
    searchTokens === undefined
      ? [branch('guests AS g', ['g.created_at', 'g.id'], conditions)]
      : searchTokens.map((_, index) =>
          branch(
            LED,
            ['led.created_at', 'led.guest_id'],
            ['led.tenant_id = $tenantId', `led.token = $searchToken${index}`, ...conditions],
          ),
        );
  const page =
    branches.length === 1
      ? branches.join('')
      : `${branches.map((one) => `(${one})`).join(' UNION ALL ')}
   ORDER BY "createdAt", id LIMIT $limit`;
  const name = [
    'list_guests',
    ...(emailHashes === undefined ? [] : ['email']),
    ...(verified === undefined ? [] : [verified ? 'verified' : 'unverified']),
    ...(updatedSince === undefined ? [] : ['updated']),
    ...(searchTokens === undefined ? [] : [`search${searchTokens.length}`]),
  ].join('_');
  const text = `WITH page AS MATERIALIZED (${page}) ${withStays('page')} ORDER BY "createdAt", id`;
  const tokens = Object.fromEntries(
    (searchTokens ?? []).map((token, index) => [`searchToken${index}`, token]),
  );
  return namedStatement(
    name,
    text,
  )({
    ...keys,
    ...tokens,
    tenantId,
    emailHashes: emailHashes ?? null,
    updatedSince: updatedSince ?? null,
  });
}

const LED = `guest_search AS led CROSS JOIN LATERAL (
     SELECT * FROM guests AS one WHERE one.tenant_id = $tenantId AND one.id = led.guest_id OFFSET 0) AS g`;

function branch(
  source: string,
  [createdAt, id]: readonly [string, string],
  conditions: readonly string[],
): string {
  const where = [
    'g.tenant_id = $tenantId',
    'g.erased_at IS NULL',
    `(${createdAt}, ${id}) > ($afterCreatedAt::timestamptz, $afterId::uuid)`,
    ...conditions,
  ];
  return `SELECT ${columns} FROM ${source} WHERE ${where.join(' AND ')} ORDER BY ${createdAt}, ${id} LIMIT $limit`;
}
