import type { ListPosition } from '@lodging/kernel';
import type { Tx } from '@lodging/kit-postgres';
import type { ResourceConfig } from '../../domain/resources/resource.ts';
import { MAX_CANDIDATES } from '../../domain/search/candidates.ts';
import type { Candidate, CandidateList } from '../../domain/search/candidates.ts';
import { searchedPlans } from '../../domain/search/evaluated.ts';
import { textWork } from '../../domain/search/work.ts';
import type { CandidateFilter, LoadLimits } from '../../ports/search.ts';
import { LoadLimitExceeded } from './load-limit-exceeded.ts';
import {
  countCandidates,
  findCatalogVersion,
  listCandidates,
  listCandidatesWithTexts,
} from './search-statements.ts';
import type { CandidatesRow, CandidateValues, CandidateWithTexts } from './search-statements.ts';

/** A candidate in `listCandidates`. The rest of it is in its configuration, which is mostly in the cache. */
export type CandidateLine = Pick<Candidate, 'id' | 'version' | 'createdAt'>;

export interface ListedLines {
  readonly lines: readonly CandidateLine[];
  /** The last one, where more follow. */
  readonly more: ListPosition | null;
  /** The version of the tenant's rules. */
  readonly catalog: bigint;
}

export async function listLines(
  tx: Tx,
  values: CandidateValues,
  filter: CandidateFilter,
): Promise<ListedLines> {
  const [catalog, [row]] = await Promise.all([
    readCatalogVersion(tx, values),
    tx.query<CandidatesRow>(listCandidates(values)),
  ]);
  return { ...readLines(row?.candidates ?? null, pageSizeOf(values, filter)), catalog };
}

export function readLines(text: string | null, limit: number): Pick<ListedLines, 'lines' | 'more'> {
  const lines = text === null ? [] : text.split('\n');
  const listed = lines.slice(0, limit).map(readLine);
  return { lines: listed, more: lines.length > limit ? positionOf(listed.at(-1)) : null };
}

export interface ListedTexts extends Pick<ListedLines, 'more' | 'catalog'> {
  readonly candidates: readonly Candidate[];
}

/** Candidates of a search with words are too many for their configurations, so that all fields are in the statement. */
export async function listWithTexts(
  tx: Tx,
  values: CandidateValues,
  filter: CandidateFilter,
  { limits: { textBytes }, loaded }: { limits: LoadLimits; loaded: { weight: number } },
): Promise<ListedTexts> {
  const [catalog, rows] = await Promise.all([
    readCatalogVersion(tx, values),
    tx.query<CandidateWithTexts>(listCandidatesWithTexts({ ...values, textBytes })),
  ]);
  const all = rows[0]?.found ?? 0;
  if (rows.length < all) {
    // Texts within the limit are counted when words are looked for in them.
    loaded.weight += rows.reduce((sum, { texts = [] }) => sum + textWork(texts), 0);
    throw new LoadLimitExceeded({ candidates: all, loaded: textBytes + 1, limit: textBytes });
  }
  const limit = pageSizeOf(values, filter);
  const candidates = rows
    .slice(0, limit)
    .map(({ candidate, found: _found, ...row }) => ({ ...row, ...readLine(candidate) }));
  return { candidates, more: rows.length > limit ? positionOf(candidates.at(-1)) : null, catalog };
}

export async function readCatalogVersion(tx: Tx, { tenantId }: CandidateValues): Promise<bigint> {
  const [catalog] = await tx.query<{ version: bigint }>(findCatalogVersion({ tenantId }));
  return catalog?.version ?? 0n;
}

function readLine(line: string): CandidateLine {
  const [first, second] = [line.indexOf('\t'), line.lastIndexOf('\t')];
  return {
    id: line.slice(0, first),
    version: BigInt(line.slice(first + 1, second)),
    createdAt: line.slice(second + 1),
  };
}

export function pageSizeOf({ limit }: CandidateValues, { after }: CandidateFilter): number {
  return after === 'count' ? limit : MAX_CANDIDATES;
}

export function positionOf(last: CandidateLine | undefined): ListPosition | null {
  return last === undefined ? null : { createdAt: last.createdAt, id: last.id };
}

/** Every line has a configuration in the same snapshot. */
export function describeCandidates(
  lines: readonly CandidateLine[],
  resources: ReadonlyMap<string, ResourceConfig>,
  { ratePlanCodes: codes }: CandidateFilter,
): Candidate[] {
  const wanted = { ratePlanCodes: codes && new Set(codes) };
  return lines.flatMap((line) => {
    const config = resources.get(line.id);
    if (config === undefined) return [];
    const { kind, currency, timezone, checkInTime, checkOutTime } = config;
    const plans = searchedPlans(config, wanted).length;
    return { ...line, kind, currency, timezone, checkInTime, checkOutTime, plans };
  });
}

export function countListed(candidates: readonly Candidate[]): CandidateList['counted'] {
  const plans = candidates.reduce((sum, one) => sum + one.plans, 0);
  return { candidates: candidates.length, plans };
}

/** A statement more where there may be more than were listed. */
export async function countAll(
  tx: Tx,
  values: CandidateValues,
  { after }: CandidateFilter,
  candidates: readonly Candidate[],
): Promise<CandidateList['counted']> {
  const listed = countListed(candidates);
  if (after !== 'count' || listed.candidates < values.limit) return listed;
  const [counted] = await tx.query<CandidateList['counted']>(countCandidates(values));
  return counted ?? listed;
}
