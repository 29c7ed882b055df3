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
  listLines,
  listWithTexts,
  positionOf,
} from './list-candidates.ts';
import type { CandidateLine } from './list-candidates.ts';
import { LoadLimitExceeded } from './load-limit-exceeded.ts';
import { findConfigurations, findRatesTo } from './read-configurations.ts';
import type { Caches, FoundConfigurations } from './read-configurations.ts';
import { readFacts, SHORT_MS } from './read-facts.ts';
import type { Facts } from './read-facts.ts';
import { candidateValues, MOST_OF_RESOURCE } from './search-statements.ts';
import type { CandidateValues } from './search-statements.ts';

type Found = Result<SearchSnapshot, SelectionRefusal>;

interface Reading {
  readonly tenantId: string;
  readonly filter: CandidateFilter;
  readonly options: SearchOptions;
  readonly caches: Caches;
  readonly select: Parameters<SearchRepository['find']>[3];
  /** Grows as rows are read, so that it is known of a search that ends in between. */
  readonly loaded: { -readonly [Part in keyof Loaded]: Loaded[Part] };
}

export function createSearchRepository(db: Database, caches: Caches): SearchRepository {
  return {
    async find(tenantId, filter, options, select) {
      const loaded = { weight: 0, facts: 0 };
      const reading = { tenantId, filter, options, caches, select, loaded };
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
  const { tenantId, filter, options, caches, select, loaded } = reading;
  const values = candidateValues(tenantId, filter);
  const [listed, fxRates, early] = await Promise.all([
    listLines(tx, values, filter),
    findRatesTo(tx, tenantId, options),
    // Long spans have many facts: these are read only once the search is known not to be too broad.
    isLong(options) ? undefined : factsWithinLimit(tx, values, reading),
  ]);
  const known = await findConfigurations(tx, tenantId, listed.lines, {
    ...caches,
    catalog: listed.catalog,
    limit: options.limits.weight,
    loaded,
  });
  const { lines, more } = fittingPart(listed.lines, known, options, listed.more);
  const candidates = describeCandidates(lines, known.resources, filter);
  const counted = await countAll(tx, values, filter, candidates);
  const selected = await select({ candidates, counted, isWhole: isWhole(filter, more) });
  if (!selected.ok) return selected;
  const facts = early ?? (await factsWithinLimit(tx, ofCandidates(values, selected.value), reading));
  return ok({ selection: selected.value, more, fxRates, ...facts, ...known });
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
  { options: { span, limits }, loaded }: Pick<Reading, 'options' | 'loaded'>,
): Promise<Facts> {
  const { found, foundOfOne, ...facts } = await readFacts(tx, values, span, limits.facts);
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
