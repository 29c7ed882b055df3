import { ok } from '@lodging/kernel';
import type { Database, Tx } from '@lodging/kit-postgres';
import { MAX_CANDIDATES } from '../domain/search/choose-candidates.ts';
import type { SearchCandidate, SearchFilter, SearchRepository } from '../ports/search.ts';
import { findConfigurations, findRatesTo } from './search-configurations.ts';
import type { Caches } from './search-configurations.ts';
import { describeCandidates, readCandidate } from './search-candidates.ts';
import type { ListedCandidate, VersionedCandidate } from './search-candidates.ts';
import { claimBounds, datesOf, readClaims, readNightlyRates, SHORT_MS } from './search-facts.ts';
import type { LinesRow } from './search-facts.ts';
import {
  candidateValues,
  countCandidates,
  findCatalogVersion,
  findClaimsOfCandidates,
  findRatesOfCandidates,
  listCandidates,
  listCandidatesWithTexts,
} from './search-statements.ts';
import type { CandidatesRow, CandidateValues, CandidateWithTexts } from './search-statements.ts';

type Options = Parameters<SearchRepository['find']>[2];

export function createSearchRepository(db: Database, caches: Caches): SearchRepository {
  return {
    find: (tenantId, filter, options, choose) =>
      db.readSnapshotInTenant(tenantId, async (tx) => {
        const values = candidateValues(tenantId, filter);
        const candidates = filter.withTexts ? listWithTexts(tx, values) : listOf(tx, values);
        // With words the candidates are known only when their texts were read; long spans have many facts, and wait
        // until it is known that the search is not too broad.
        const [found, fxRates, early] = await Promise.all([
          candidates,
          findRatesTo(tx, tenantId, options),
          filter.withTexts || isLong(options) ? undefined : findFacts(tx, values, options),
        ]);
        const { listed, more, known } = await describe(tx, values, filter, { found, caches });
        const counted = await count(tx, values, filter, listed);
        const isWhole = more === null && (filter.after === null || filter.after === 'count');
        const chosen = await choose({ listed, counted, isWhole });
        if (!chosen.ok) return chosen;
        const versioned = chosen.value.candidates as readonly VersionedCandidate[];
        const [facts, configurations] = await Promise.all([
          early ?? findFacts(tx, { ...values, resourceIds: versioned.map(({ id }) => id) }, options),
          known ?? findConfigurations(tx, tenantId, versioned, caches),
        ]);
        return ok({ chosen: chosen.value, more, fxRates, ...facts, ...configurations });
      }),
  };
}

async function listOf(tx: Tx, values: CandidateValues): Promise<ListedCandidate[]> {
  const { tenantId } = values;
  const [[catalog], [row]] = await Promise.all([
    tx.query<{ version: bigint }>(findCatalogVersion({ tenantId })),
    tx.query<CandidatesRow>(listCandidates(values)),
  ]);
  if (row === undefined || row.candidates === null) return [];
  return row.candidates.split('\n').map((line) => readCandidate(line, catalog?.version ?? 0n));
}

async function listWithTexts(tx: Tx, values: CandidateValues): Promise<VersionedCandidate[]> {
  const { tenantId } = values;
  const [[catalog], rows] = await Promise.all([
    tx.query<{ version: bigint }>(findCatalogVersion({ tenantId })),
    tx.query<CandidateWithTexts>(listCandidatesWithTexts(values)),
  ]);
  return rows.map(({ candidate, ...row }) => ({
    ...row,
    ...readCandidate(candidate, catalog?.version ?? 0n),
  }));
}

/** Candidates with words are too many for their configurations; those are read once the words have chosen. */
async function describe(
  tx: Tx,
  values: CandidateValues,
  filter: SearchFilter,
  {
    found,
    caches,
  }: { readonly found: readonly (ListedCandidate | VersionedCandidate)[]; readonly caches: Caches },
) {
  const most = filter.after === 'count' ? values.limit : MAX_CANDIDATES;
  const page = found.slice(0, most);
  const last = page.at(-1);
  const more = found.length > most && last !== undefined ? { createdAt: last.createdAt, id: last.id } : null;
  if (filter.withTexts) return { listed: page as readonly VersionedCandidate[], more, known: undefined };
  const known = await findConfigurations(tx, values.tenantId, page, caches);
  return { listed: describeCandidates(page, known.resources, filter), more, known };
}

async function count(
  tx: Tx,
  values: CandidateValues,
  { after, withTexts }: SearchFilter,
  listed: readonly SearchCandidate[],
): Promise<{ readonly candidates: number; readonly plans: number }> {
  const plans = listed.reduce((sum, one) => sum + one.plans, 0);
  const all = { candidates: listed.length, plans };
  if (after !== 'count' || withTexts || listed.length < values.limit) return all;
  const [counted] = await tx.query<typeof all>(countCandidates(values));
  return counted ?? all;
}

async function findFacts(tx: Tx, values: CandidateValues, { span }: Options) {
  const [claims, rates] = await Promise.all([
    tx.query<LinesRow>(findClaimsOfCandidates({ ...values, ...claimBounds(span) })),
    tx.query<LinesRow>(findRatesOfCandidates({ ...values, ...datesOf(span) })),
  ]);
  return { taken: readClaims(claims), nightlyRates: readNightlyRates(rates) };
}

function isLong({ span }: Options): boolean {
  return span.end - span.start > SHORT_MS;
}
