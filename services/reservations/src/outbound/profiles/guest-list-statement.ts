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
  const isSearchOfRecent = searchTokens !== undefined && updatedSince !== undefined;
  const branches = branchesOf(filter, conditions);
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
  const text = `WITH ${isSearchOfRecent ? `${RECENT}, ` : ''}page AS MATERIALIZED (${page}) ${withStays('page')} ORDER BY "createdAt", id`;
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

/** Up to so many changed guests are read one by one: fewer than may have the token of a search. */
const FEW = 2_000;
const RECENT = `recent AS MATERIALIZED (
     SELECT id FROM guests WHERE tenant_id = $tenantId AND erased_at IS NULL AND updated_at >= $updatedSince::timestamptz
      ORDER BY updated_at DESC LIMIT ${FEW + 1})`;
const IS_FEW = `(SELECT count(*) FROM recent) <= ${FEW}`;
const CHANGED = `recent CROSS JOIN LATERAL (
     SELECT * FROM guests AS one WHERE one.tenant_id = $tenantId AND one.id = recent.id OFFSET 0) AS g`;

/** With `updatedSince` a search begins at the guests that have changed, where these are few; else at its tokens. */
function branchesOf({ searchTokens, updatedSince }: HashedFilter, conditions: readonly string[]): string[] {
  if (searchTokens === undefined) return [branch('guests AS g', ['g.created_at', 'g.id'], conditions)];
  const isRecent = updatedSince !== undefined;
  const ofTokens = searchTokens.map((_, index) =>
    branch(
      LED,
      ['led.created_at', 'led.guest_id'],
      [
        'led.tenant_id = $tenantId',
        `led.token = $searchToken${index}`,
        ...conditions,
        ...(isRecent ? [`NOT ${IS_FEW}`] : []),
      ],
    ),
  );
  if (!isRecent) return ofTokens;
  const tokens = searchTokens.map((_, index) => `$searchToken${index}`).join(', ');
  const hasToken = `EXISTS (SELECT FROM guest_search AS led WHERE led.tenant_id = $tenantId AND led.token IN (${tokens})
      AND led.created_at = g.created_at AND led.guest_id = g.id)`;
  return [branch(CHANGED, ['g.created_at', 'g.id'], [...conditions, IS_FEW, hasToken]), ...ofTokens];
}

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
