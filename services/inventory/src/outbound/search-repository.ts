import { ok } from '@lodging/kernel';
import type { Database, Tx } from '@lodging/kit-postgres';
import { MAX_RATE_AGE } from '../domain/exchange-rate.ts';
import type { PublishedRate } from '../domain/exchange-rate.ts';
import type { ResourceConfig } from '../domain/resource.ts';
import { MAX_CANDIDATES } from '../domain/search/choose-candidates.ts';
import { DAY_MS } from '../domain/day-number.ts';
import type { Span } from '../domain/stay.ts';
import type { Catalog } from '../ports.ts';
import type { SearchCandidate, SearchFilter, SearchRepository } from '../ports/search.ts';
import type { CatalogCache } from './catalog-cache.ts';
import { findCatalog, readCatalog } from './catalog-statements.ts';
import type { CatalogRow } from './catalog-statements.ts';
import { readTakenText } from './calendar-statements.ts';
import type { ConfigCache } from './config-cache.ts';
import { findConfigs, readConfig } from './resource-statements.ts';
import type { ConfigRow } from './resource-statements.ts';
import {
  candidateValues,
  countCandidates,
  findCandidates,
  findClaimsOfCandidates,
  findRatesBetween,
  findRatesOfCandidates,
} from './search-statements.ts';
import type { CandidateRow, CandidateValues } from './search-statements.ts';
import { spanBounds, timestampOf } from './span-bounds.ts';

/** A claim that is not marked as long; facts of no longer a span are read with the candidates. */
const SHORT_MS = 31 * DAY_MS;

interface Caches {
  readonly configs: ConfigCache;
  readonly catalogs: CatalogCache;
}

type Options = Parameters<SearchRepository['find']>[2];
type Candidate = SearchCandidate & Pick<CandidateRow, 'version' | 'catalog'>;

export function createSearchRepository(db: Database, caches: Caches): SearchRepository {
  return {
    find: (tenantId, filter, options, choose) =>
      db.readSnapshotInTenant(tenantId, async (tx) => {
        const values = candidateValues(tenantId, filter);
        // With words the candidates are known only when their texts were read; long spans have many facts, and wait
        // until it is known that the search is not too broad.
        const [{ listed, more }, fxRates, early] = await Promise.all([
          list(tx, values, filter),
          findRates(tx, tenantId, options),
          filter.withTexts || isLong(options) ? undefined : findFacts(tx, values, options),
        ]);
        const counted = await count(tx, values, filter, listed);
        const isWhole = more === null && (filter.after === null || filter.after === 'count');
        const chosen = await choose({ listed, counted, isWhole });
        if (!chosen.ok) return chosen;
        const candidates = chosen.value.candidates as readonly Candidate[];
        const named = { ...values, resourceIds: candidates.map(({ id }) => id) };
        const [facts, known] = await Promise.all([
          early ?? findFacts(tx, named, options),
          findConfigurations(tx, tenantId, candidates, caches),
        ]);
        return ok({ chosen: chosen.value, more, fxRates, ...facts, ...known });
      }),
  };
}

async function list(tx: Tx, values: CandidateValues, filter: SearchFilter) {
  const rows = await tx.query<CandidateRow>(findCandidates(values, filter));
  const most = filter.after === 'count' ? values.limit : MAX_CANDIDATES;
  const listed = rows.slice(0, most).map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }));
  const last = listed.at(-1);
  const more = rows.length > most && last !== undefined ? { createdAt: last.createdAt, id: last.id } : null;
  return { listed, more };
}

async function count(
  tx: Tx,
  values: CandidateValues,
  { after, withTexts }: SearchFilter,
  listed: readonly Candidate[],
): Promise<{ readonly candidates: number; readonly plans: number }> {
  const plans = listed.reduce((sum, one) => sum + one.plans, 0);
  const all = { candidates: listed.length, plans };
  if (after !== 'count' || withTexts || listed.length < values.limit) return all;
  const [counted] = await tx.query<typeof all>(countCandidates(values));
  return counted ?? all;
}

async function findRates(tx: Tx, tenantId: string, { displayCurrency: currency, now }: Options) {
  if (currency === undefined) return [];
  const period = { notBefore: now.subtract(MAX_RATE_AGE).toString(), now: now.toString() };
  return tx.query<PublishedRate>(findRatesBetween({ tenantId, currency, ...period }));
}

async function findFacts(tx: Tx, values: CandidateValues, { span }: Options) {
  const [claims, rates] = await Promise.all([
    tx.query<{ id: string; taken: string }>(findClaimsOfCandidates({ ...values, ...claimBounds(span) })),
    tx.query<{ id: string; rates: string }>(findRatesOfCandidates({ ...values, ...datesOf(span) })),
  ]);
  return {
    taken: parsedWhenRead(new Map(claims.map(({ id, taken }) => [id, taken])), readTakenText),
    nightlyRates: parsedWhenRead(new Map(rates.map(({ id, rates: text }) => [id, text])), readRates),
  };
}

function isLong({ span }: Options): boolean {
  return span.end - span.start > SHORT_MS;
}

/** A search that is refused, or whose page is full, parses nothing in vain; the others parse as they judge, in turns. */
function parsedWhenRead<T>(
  texts: ReadonlyMap<string, string>,
  parse: (text: string) => T,
): Pick<ReadonlyMap<string, T>, 'get'> {
  const parsed = new Map<string, T>();
  return {
    get(id) {
      const text = texts.get(id);
      if (text === undefined) return undefined;
      const known = parsed.get(id) ?? parse(text);
      parsed.set(id, known);
      return known;
    },
  };
}

function claimBounds(span: Span) {
  const { start, end, maxEnd: longEnd } = spanBounds(span);
  return { start, end, longEnd, shortEnd: timestampOf(span.end + SHORT_MS) };
}

function datesOf({ start, end }: Span): { readonly first: string; readonly last: string } {
  return { first: timestampOf(start).slice(0, 10), last: timestampOf(end).slice(0, 10) };
}

function readRates(text: string): ReadonlyMap<string, bigint> {
  return new Map(
    text.split(',').map((rate) => {
      const [date = '', amount = ''] = rate.split(' ');
      return [date, BigInt(amount)];
    }),
  );
}

/** From the caches where the versions are those of the snapshot, else read in it. */
async function findConfigurations(
  tx: Tx,
  tenantId: string,
  candidates: readonly Candidate[],
  { configs, catalogs }: Caches,
): Promise<{ resources: ReadonlyMap<string, ResourceConfig> } & Pick<Catalog, 'taxRules' | 'policies'>> {
  const resources = new Map<string, ResourceConfig>();
  const missing: string[] = [];
  for (const { id, version } of candidates) {
    const cached = configs.get(tenantId, id);
    if (cached?.version === version) resources.set(id, cached.config);
    else missing.push(id);
  }
  const cachedCatalog = catalogs.get(tenantId);
  const isCurrent = candidates.length === 0 || cachedCatalog?.version === candidates[0]?.catalog;
  const [rows, catalogRows] = await Promise.all([
    missing.length === 0 ? [] : tx.query<ConfigRow>(findConfigs({ tenantId, resourceIds: missing })),
    isCurrent ? [] : tx.query<CatalogRow>(findCatalog({ tenantId })),
  ]);
  for (const row of rows) {
    const versioned = readConfig(row);
    configs.set(tenantId, versioned);
    resources.set(versioned.config.id, versioned.config);
  }
  const [catalogRow] = catalogRows;
  const catalog = catalogRow === undefined ? cachedCatalog : readCatalog(catalogRow);
  if (catalogRow !== undefined && catalog !== undefined) catalogs.set(tenantId, catalog);
  return { resources, taxRules: catalog?.taxRules ?? [], policies: catalog?.policies ?? new Map() };
}
