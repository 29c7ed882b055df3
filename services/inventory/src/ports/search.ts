import type { ListPosition, Result } from '@lodging/kernel';
import type { ResourceKind } from '../domain/time/resource-kind.ts';
import type { CandidateList, Selection, SelectionRefusal } from '../domain/search/candidates.ts';
import type { CandidateFacts } from '../domain/search/offers.ts';
import type { SearchedSpan } from '../domain/search/search-run.ts';
import type { StaySnapshot } from '../domain/stays/quote-stay.ts';

/** The resources of a search; an undefined filter is none. */
export interface SearchFilter {
  readonly kinds: readonly ResourceKind[] | undefined;
  readonly roomTypeIds: readonly string[] | undefined;
  readonly resourceIds: readonly string[] | undefined;
  readonly features: readonly string[] | undefined;
  readonly ratePlanCodes: readonly string[] | undefined;
}

export interface CandidateFilter extends SearchFilter {
  readonly lodgingOnly: boolean;
  /** The texts of the candidates are read, too. */
  readonly withTexts: boolean;
  /** Candidates are counted; else those after this position are listed, as many as a page may evaluate. */
  readonly after: 'count' | ListPosition | null;
}

/** All of one moment. */
export interface SearchFacts
  extends CandidateFacts, Pick<StaySnapshot, 'taxRules' | 'policies' | 'fxRates'> {}

export interface SearchSnapshot extends SearchFacts {
  readonly selection: Selection;
  /** The last candidate that was listed, where more follow. */
  readonly more: ListPosition | null;
}

/** The maximum that one read may load. */
export interface LoadLimits {
  /** Of configurations: about their bytes, in hundreds. */
  readonly weight: number;
  /** Claims around the stays, and as many nightly rates. */
  readonly facts: number;
  /** Of texts in which words are looked for. */
  readonly textBytes: number;
}

/** What a search read from the database; a configuration in the cache is not loaded. */
export interface Loaded {
  /** Of configurations, and of texts. */
  readonly weight: number;
  readonly facts: number;
}

/** It would load more than it may. */
export interface TooHeavy {
  readonly isTooHeavy: true;
  readonly candidates: number;
  /** As far as it was counted. */
  readonly loaded: number;
  readonly limit: number;
}

export interface SearchOptions {
  /** Contains the stays of every candidate. */
  readonly span: SearchedSpan;
  readonly displayCurrency: string | undefined;
  readonly now: Temporal.Instant;
  readonly limits: LoadLimits;
  /** In order of creation a page ends early where all candidates are too heavy. */
  readonly mayCut: boolean;
}

export interface SearchRepository {
  /** `select` decides which candidates have their facts read, or refuses the search. `loaded` is of every outcome. */
  find(
    tenantId: string,
    filter: CandidateFilter,
    options: SearchOptions,
    select: (list: CandidateList) => Promise<Result<Selection, SelectionRefusal>>,
  ): Promise<{
    readonly found: Result<SearchSnapshot, SelectionRefusal> | TooHeavy;
    readonly loaded: Loaded;
  }>;
}
