import type { ListPosition, Result } from '@lodging/kernel';
import type { TakenUnits } from '../domain/peak-units.ts';
import type { StaySnapshot } from '../domain/quote-stay.ts';
import type { ResourceConfig, ResourceKind } from '../domain/resource.ts';
import type {
  Candidate,
  CandidatesRefusal,
  Chosen,
  ListedCandidates,
} from '../domain/search/choose-candidates.ts';
import type { SearchedSpan } from '../domain/search/check-time.ts';

/** What a search looks at; an undefined filter is none. */
export interface SearchFilter {
  readonly kinds: readonly ResourceKind[] | undefined;
  readonly roomTypeIds: readonly string[] | undefined;
  readonly resourceIds: readonly string[] | undefined;
  readonly features: readonly string[] | undefined;
  readonly ratePlanCodes: readonly string[] | undefined;
  readonly lodgingOnly: boolean;
  /** The texts of the candidates are read, too. */
  readonly withTexts: boolean;
  /** Candidates are counted; else those after this position are listed, as many as a page may look at. */
  readonly after: 'count' | ListPosition | null;
}

export interface SearchCandidate extends Candidate {
  readonly createdAt: string;
}

/** The data of a search, all of one moment. */
export interface SearchSnapshot extends Pick<StaySnapshot, 'taxRules' | 'policies' | 'fxRates'> {
  readonly chosen: Chosen<SearchCandidate>;
  /** The last candidate that was listed, where more follow. */
  readonly more: ListPosition | null;
  readonly resources: ReadonlyMap<string, ResourceConfig>;
  readonly taken: Pick<ReadonlyMap<string, readonly TakenUnits[]>, 'get'>;
  /** By rate plan id. */
  readonly nightlyRates: Pick<ReadonlyMap<string, ReadonlyMap<string, bigint>>, 'get'>;
}

export interface SearchRepository {
  /** `choose` decides which candidates are read whole, or refuses the search. */
  find(
    tenantId: string,
    filter: SearchFilter,
    options: {
      /** Contains the stays of every candidate. */
      readonly span: SearchedSpan;
      readonly displayCurrency: string | undefined;
      readonly now: Temporal.Instant;
    },
    choose: (
      listed: ListedCandidates<SearchCandidate>,
    ) => Promise<Result<Chosen<SearchCandidate>, CandidatesRefusal>>,
  ): Promise<Result<SearchSnapshot, CandidatesRefusal>>;
}
