import { ok } from '@lodging/kernel';
import type { ListPosition, Result } from '@lodging/kernel';
import type { Database, Tx } from '@lodging/kit-postgres';
import type { Selection, SelectionRefusal } from '../../domain/search/candidates.ts';
import type {
  CandidateFilter,
  Loaded,
  SearchOptions,
  SearchRepository,
  SearchSnapshot,
} from '../../ports/search.ts';
import {
  countAll,
  countListed,
  describeCandidates,
  listWithTexts,
  pageSizeOf,
  positionOf,
  readCatalogVersion,
  readLines,
} from './list-candidates.ts';
import type { CandidateLine } from './list-candidates.ts';
import { LoadLimitExceeded } from './load-limit-exceeded.ts';
import { findConfigurations, findRatesTo, findRules } from './read-configurations.ts';
import type { Caches, FoundConfigurations } from './read-configurations.ts';
import { claimBounds, factsOf, readFacts, readRatesOf, SHORT_MS } from './read-facts.ts';
import type { Facts, ReadFacts } from './read-facts.ts';
import { createRecentCandidates } from './recent-candidates.ts';
import type { RecentCandidatesCache } from './recent-candidates.ts';
import {
  candidateValues,
  listCandidates,
  listCandidatesWithClaims,
  MOST_OF_RESOURCE,
} from './search-statements.ts';
import type { CandidatesRow, CandidateValues, LinesRow } from './search-statements.ts';

type Found = Result<SearchSnapshot, SelectionRefusal>;

interface Reading {
  readonly tenantId: string;
  readonly filter: CandidateFilter;
  readonly options: SearchOptions;
  readonly caches: Caches & { readonly recent: RecentCandidatesCache };
  readonly select: Parameters<SearchRepository['find']>[3];
  /** Grows as rows are read, so that it is known of a search that ends in between. */
  readonly loaded: { -readonly [Part in keyof Loaded]: Loaded[Part] };
}

export function createSearchRepository(db: Database, caches: Caches): SearchRepository {
  const recent = createRecentCandidates();
  return {
    async find(tenantId, filter, options, select) {
      const loaded = { weight: 0, facts: 0 };
      const reading = { tenantId, filter, options, caches: { ...caches, recent }, select, loaded };
      const find = filter.withTexts ? findByWords : findByFilter;
      try {
        return { found: await db.readSnapshotInTenant(tenantId, (tx) => find(tx, reading)), loaded };
      } catch (error) {
        if (!(error instanceof LoadLimitExceeded)) throw error;
        return { found: { isTooHeavy: true, ...error.loading }, loaded };
      }
    },
  };
}

async function findByFilter(tx: Tx, reading: Reading): Promise<Found> {
  const { tenantId, filter, options, select } = reading;
  const values = candidateValues(tenantId, filter);
  const [listed, fxRates] = await Promise.all([
    listWithFacts(tx, values, reading),
    findRatesTo(tx, tenantId, options),
  ]);
  const { early } = listed;
  const { known, candidates, more } = await describeListed(tx, values, listed, reading);
  const counted = await countAll(tx, values, filter, candidates);
  const selected = await select({ candidates, counted, isWhole: isWhole(filter, more) });
  if (!selected.ok) return selected;
  const facts = early ?? (await factsWithinLimit(tx, ofCandidates(values, selected.value), reading));
  return ok({ selection: selected.value, more, fxRates, ...facts, ...known });
}

interface ListedText {
  readonly text: string | null;
  readonly catalog: bigint;
  readonly early?: Facts;
}

/** Long spans have many facts: these are read only once the search is known not to be too broad. */
async function listWithFacts(tx: Tx, values: CandidateValues, reading: Reading): Promise<ListedText> {
  const { span, limits } = reading.options;
  if (isLong(reading.options)) {
    const [catalog, [row]] = await Promise.all([
      readCatalogVersion(tx, values),
      tx.query<CandidatesRow>(listCandidates(values)),
    ]);
    return { text: row?.candidates ?? null, catalog };
  }
  const statement = listCandidatesWithClaims({ ...values, ...claimBounds(span), mostFacts: limits.facts });
  const [catalog, [row], rates] = await Promise.all([
    readCatalogVersion(tx, values),
    tx.query<CandidatesRow & LinesRow>(statement),
    readRatesOf(tx, values, span, limits.facts),
  ]);
  const early = withinLimit(factsOf(row, rates), values, reading);
  return { text: row?.candidates ?? null, catalog, early };
}

/** Lines that were listed before are neither read nor described again. */
async function describeListed(tx: Tx, values: CandidateValues, listed: ListedText, reading: Reading) {
  const { tenantId, options, caches } = reading;
  const pageSize = pageSizeOf(values, reading.filter);
  const recent = caches.recent.get(listed.text, { ...reading.filter, pageSize });
  if (recent === undefined || recent.weight > options.limits.weight)
    return describeLines(tx, listed, reading, pageSize);
  const rules = await findRules(tx, tenantId, { ...caches, catalog: listed.catalog });
  const { candidates, more, resources } = recent;
  return { known: { resources, ...rules }, candidates, more };
}

async function describeLines(
  tx: Tx,
  { text, catalog }: ListedText,
  { tenantId, filter, options, caches, loaded }: Reading,
  pageSize: number,
) {
  const listed = readLines(text, pageSize);
  const limit = options.limits.weight;
  const found = await findConfigurations(tx, tenantId, listed.lines, { ...caches, catalog, limit, loaded });
  const { resources, weight, ...rules } = found;
  const { lines, more } = fittingPart(listed.lines, found, options, listed.more);
  const candidates = describeCandidates(lines, resources, filter);
  if (lines === listed.lines)
    caches.recent.set(text, { ...filter, pageSize }, { candidates, more, resources, weight });
  return { known: { resources, ...rules }, candidates, more };
}

/** Facts and configurations are read for the candidates that have the words: all are too many. */
async function findByWords(tx: Tx, reading: Reading): Promise<Found> {
  const { tenantId, filter, options, caches, select, loaded } = reading;
  const values = candidateValues(tenantId, filter);
  const [listed, fxRates] = await Promise.all([
    listWithTexts(tx, values, filter, { limits: options.limits, loaded }),
    findRatesTo(tx, tenantId, options),
  ]);
  const counted = countListed(listed.candidates);
  const selected = await select({
    candidates: listed.candidates,
    counted,
    isWhole: isWhole(filter, listed.more),
  });
  if (!selected.ok) return selected;
  const { candidates } = selected.value;
  const [facts, known] = await Promise.all([
    factsWithinLimit(tx, ofCandidates(values, selected.value), reading),
    findConfigurations(tx, tenantId, candidates, {
      ...caches,
      catalog: listed.catalog,
      limit: options.limits.weight,
      loaded,
    }),
  ]);
  const { lines, more } = fittingPart(candidates, known, options, listed.more);
  const selection = { ...selected.value, candidates: candidates.slice(0, lines.length) };
  return ok({ selection, more, fxRates, ...facts, ...known });
}

function isWhole({ after }: CandidateFilter, more: ListPosition | null): boolean {
  return more === null && (after === null || after === 'count');
}

function isLong({ span }: SearchOptions): boolean {
  return span.end - span.start > SHORT_MS;
}

function ofCandidates(values: CandidateValues, { candidates }: Selection): CandidateValues {
  return { ...values, resourceIds: candidates.map(({ id }) => id) };
}

async function factsWithinLimit(
  tx: Tx,
  values: CandidateValues,
  reading: Pick<Reading, 'options' | 'loaded'>,
): Promise<Facts> {
  const { span, limits } = reading.options;
  return withinLimit(await readFacts(tx, values, span, limits.facts), values, reading);
}

function withinLimit(
  { found, foundOfOne, ...facts }: ReadFacts,
  values: CandidateValues,
  { options: { limits }, loaded }: Pick<Reading, 'options' | 'loaded'>,
): Facts {
  loaded.facts += found;
  if (found > limits.facts)
    throw new LoadLimitExceeded({ candidates: values.limit - 1, loaded: found, limit: limits.facts });
  if (foundOfOne > MOST_OF_RESOURCE)
    throw new LoadLimitExceeded({ candidates: 1, loaded: foundOfOne, limit: MOST_OF_RESOURCE });
  return facts;
}

/** The lines whose configurations were found; fewer than all of them are only a page in order of creation. */
function fittingPart(
  lines: readonly CandidateLine[],
  { resources, weight }: Pick<FoundConfigurations, 'resources' | 'weight'>,
  { limits, mayCut }: SearchOptions,
  more: ListPosition | null,
) {
  if (resources.size === lines.length) return { lines, more };
  if (!mayCut)
    throw new LoadLimitExceeded({ candidates: lines.length, loaded: weight, limit: limits.weight });
  const fitting = lines.slice(0, resources.size);
  return { lines: fitting, more: positionOf(fitting.at(-1)) };
}
