import type { ListPosition } from '@lodging/kernel';
import type { Candidate } from '../../domain/search/candidates.ts';
import type { CandidateFilter } from '../../ports/search.ts';
import type { FoundConfigurations } from './read-configurations.ts';

/** What was made of a text of candidates, with the configurations that have the versions of the text. */
export interface RecentCandidates extends Pick<FoundConfigurations, 'resources' | 'weight'> {
  readonly candidates: readonly Candidate[];
  readonly more: ListPosition | null;
}

/** Beside the text, what the candidates depend on. */
interface Described extends Pick<CandidateFilter, 'ratePlanCodes'> {
  readonly pageSize: number;
}

export interface RecentCandidatesCache {
  get(text: string | null, by: Described): RecentCandidates | undefined;
  set(text: string | null, by: Described, recent: RecentCandidates): void;
}

const MOST = 8;
/** Of the configurations of one: as much as a light search loads. */
const MOST_WEIGHT = 10_000;

/**
 * By the text that Postgres sent: it has the id and the version of each candidate, so that what was made of it is right as
 * long as the text is the same. A search by rate plans is not kept.
 */
export function createRecentCandidates(): RecentCandidatesCache {
  // A Map keeps the order of insertion.
  const entries = new Map<string, RecentCandidates & { readonly pageSize: number }>();
  return {
    get(text, { ratePlanCodes, pageSize }) {
      if (text === null || ratePlanCodes !== undefined) return undefined;
      const found = entries.get(text);
      if (found?.pageSize !== pageSize) return undefined;
      entries.delete(text);
      entries.set(text, found);
      return found;
    },
    set(text, { ratePlanCodes, pageSize }, recent) {
      if (text === null || ratePlanCodes !== undefined || recent.weight > MOST_WEIGHT) return;
      entries.set(text, { ...recent, pageSize });
      const [oldest] = entries.keys();
      if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
    },
  };
}
