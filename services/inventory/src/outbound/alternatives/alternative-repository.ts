import type { Database } from '@lodging/kit-postgres';
import type { AlternativeRepository, Near } from '../../ports/alternatives.ts';
import type { CandidateFilter } from '../../ports/search.ts';
import { findSiblings } from './alternative-statements.ts';
import type { SiblingRow } from './alternative-statements.ts';
import { findConfigurations, findRatesTo } from '../search/read-configurations.ts';
import type { Caches } from '../search/read-configurations.ts';
import { readFacts } from '../search/read-facts.ts';
import { candidateValues, MOST_OF_RESOURCE } from '../search/search-statements.ts';
import type { CandidateValues } from '../search/search-statements.ts';

export function createAlternativeRepository(db: Database, caches: Caches): AlternativeRepository {
  return {
    find: (tenantId, near, options) =>
      db.readSnapshotInTenant(tenantId, async (tx) => {
        const [rows, fxRates] = await Promise.all([
          tx.query<SiblingRow>(findSiblings(siblingValues(tenantId, near))),
          findRatesTo(tx, tenantId, options),
        ]);
        const listed = [...new Map(rows.map((row) => [row.id, row])).values()];
        const { span, limits } = options;
        const catalog = listed[0]?.catalog ?? 0n;
        const [{ found, foundOfOne, ...facts }, known] = await Promise.all([
          readFacts(tx, valuesOf(tenantId, listed), span, limits.facts),
          findConfigurations(tx, tenantId, listed, { ...caches, catalog, limit: limits.weight }),
        ]);
        if (found > limits.facts || foundOfOne > MOST_OF_RESOURCE) return undefined;
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
  const byRequested = Map.groupBy(rows, ({ requestedId }) => requestedId);
  return new Map(
    [...byRequested].map(
      ([requestedId, [, ...others]]) => [requestedId, others.map(({ id }) => id)] as const,
    ),
  );
}

const NO_FILTER: Omit<CandidateFilter, 'resourceIds'> = {
  kinds: undefined,
  roomTypeIds: undefined,
  features: undefined,
  ratePlanCodes: undefined,
  lodgingOnly: false,
  withTexts: false,
  after: null,
};

/** For the statements of a search for these resources. */
function valuesOf(tenantId: string, listed: readonly SiblingRow[]): CandidateValues {
  const resourceIds = listed.map(({ id }) => id);
  return { ...candidateValues(tenantId, { ...NO_FILTER, resourceIds }), limit: resourceIds.length };
}
