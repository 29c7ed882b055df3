import { ok } from '@lodging/kernel';
import type { Database, Tx } from '@lodging/kit-postgres';
import { MAX_CANDIDATES } from '../domain/search/choose-candidates.ts';
import type { SearchCandidate, SearchFilter, SearchRepository } from '../ports/search.ts';
import { findConfigurations, findRatesTo } from './search-configurations.ts';
import type { Caches } from './search-configurations.ts';
import { createCandidateReader } from './search-candidates.ts';
import type { VersionedCandidate } from './search-candidates.ts';
import { claimBounds, datesOf, readClaims, readNightlyRates, SHORT_MS } from './search-facts.ts';
import type { LinesRow } from './search-facts.ts';
import {
  candidateValues,
  countCandidates,
  findCandidates,
  findCatalogVersion,
  findClaimsOfCandidates,
  findRatesOfCandidates,
} from './search-statements.ts';
import type { CandidatesRow, CandidateValues, CandidateWithTexts } from './search-statements.ts';

type Options = Parameters<SearchRepository['find']>[2];

export function createSearchRepository(db: Database, caches: Caches): SearchRepository {
  return {
    find: (tenantId, filter, options, choose) =>
      db.readSnapshotInTenant(tenantId, async (tx) => {
        const values = candidateValues(tenantId, filter);
        // With words the candidates are known only when their texts were read; long spans have many facts, and wait
        // until it is known that the search is not too broad.
        const [{ listed, more }, fxRates, early] = await Promise.all([
          list(tx, values, filter),
          findRatesTo(tx, tenantId, options),
          filter.withTexts || isLong(options) ? undefined : findFacts(tx, values, options),
        ]);
        const counted = await count(tx, values, filter, listed);
        const isWhole = more === null && (filter.after === null || filter.after === 'count');
        const chosen = await choose({ listed, counted, isWhole });
        if (!chosen.ok) return chosen;
        const candidates = chosen.value.candidates as readonly VersionedCandidate[];
        const [facts, known] = await Promise.all([
          early ?? findFacts(tx, { ...values, resourceIds: candidates.map(({ id }) => id) }, options),
          findConfigurations(tx, tenantId, candidates, caches),
        ]);
        return ok({ chosen: chosen.value, more, fxRates, ...facts, ...known });
      }),
  };
}

async function list(tx: Tx, values: CandidateValues, filter: SearchFilter) {
  const { tenantId } = values;
  const [versions, rows] = await Promise.all([
    tx.query<{ version: bigint }>(findCatalogVersion({ tenantId })),
    tx.query<CandidatesRow & CandidateWithTexts>(findCandidates(values, filter)),
  ]);
  const read = createCandidateReader(versions[0]?.version ?? 0n);
  const found = filter.withTexts
    ? rows.map(({ candidate, texts }) => ({ ...read(candidate), texts }))
    : (rows[0]?.candidates ?? '').split('\n').flatMap((line) => (line === '' ? [] : read(line)));
  const most = filter.after === 'count' ? values.limit : MAX_CANDIDATES;
  const listed = found.slice(0, most);
  const last = listed.at(-1);
  const more = found.length > most && last !== undefined ? { createdAt: last.createdAt, id: last.id } : null;
  return { listed, more };
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
