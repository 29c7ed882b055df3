import type { Database, Tx } from '@lodging/kit-postgres';
import type { AlternativeRepository, Near } from '../ports/alternatives.ts';
import type { SearchFilter } from '../ports/search.ts';
import { findSiblings } from './alternative-statements.ts';
import type { SiblingRow } from './alternative-statements.ts';
import { findConfigurations, findRatesTo } from './search-configurations.ts';
import type { Caches } from './search-configurations.ts';
import { claimBounds, datesOf, readClaims, readNightlyRates } from './search-facts.ts';
import type { LinesRow } from './search-facts.ts';
import { candidateValues, findClaimsOfCandidates, findRatesOfCandidates } from './search-statements.ts';

type Options = Parameters<AlternativeRepository['find']>[2];

export function createAlternativeRepository(db: Database, caches: Caches): AlternativeRepository {
  return {
    find: (tenantId, near, options) =>
      db.readSnapshotInTenant(tenantId, async (tx) => {
        const [rows, fxRates] = await Promise.all([
          tx.query<SiblingRow>(findSiblings(siblingValues(tenantId, near))),
          findRatesTo(tx, tenantId, options),
        ]);
        const listed = [...new Map(rows.map((row) => [row.id, row])).values()];
        const ids = listed.map(({ id }) => id);
        const [facts, known] = await Promise.all([
          findFacts(tx, tenantId, ids, options),
          findConfigurations(tx, tenantId, listed, caches),
        ]);
        return { siblings: siblingsOf(rows), fxRates, ...facts, ...known };
      }),
  };
}

function siblingValues(tenantId: string, { resourceIds, party, kinds, features }: Near) {
  const { partySize, quantity, children = null } = party;
  const filter = { kinds: kinds ?? null, features: features ?? null };
  return { tenantId, resourceIds, partySize, quantity, children, ...filter };
}

function siblingsOf(rows: readonly SiblingRow[]): Map<string, string[]> {
  const byWish = Map.groupBy(rows, ({ wishedId }) => wishedId);
  return new Map(
    [...byWish].map(([wishedId, [, ...others]]) => [wishedId, others.map(({ id }) => id)] as const),
  );
}

const NO_FILTER: Omit<SearchFilter, 'resourceIds'> = {
  kinds: undefined,
  roomTypeIds: undefined,
  features: undefined,
  ratePlanCodes: undefined,
  lodgingOnly: false,
  withTexts: false,
  after: null,
};

/** By the statements of a search for these resources. */
async function findFacts(tx: Tx, tenantId: string, resourceIds: readonly string[], { span }: Options) {
  const values = {
    ...candidateValues(tenantId, { ...NO_FILTER, resourceIds }),
    limit: resourceIds.length,
  };
  const [claims, rates] = await Promise.all([
    tx.query<LinesRow>(findClaimsOfCandidates({ ...values, ...claimBounds(span) })),
    tx.query<LinesRow>(findRatesOfCandidates({ ...values, ...datesOf(span) })),
  ]);
  return { taken: readClaims(claims), nightlyRates: readNightlyRates(rates) };
}
