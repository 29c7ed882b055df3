import type { Party } from '../domain/occupancy-rules.ts';
import type { ResourceKind } from '../domain/resource.ts';
import type { Span } from '../domain/stay.ts';
import type { SearchSnapshot } from './search.ts';

/** The data of the stays near some others, all of one moment. */
export interface NearSnapshot extends Omit<SearchSnapshot, 'chosen' | 'more'> {
  /** For each resource those that are looked at beside it, in order. */
  readonly siblings: ReadonlyMap<string, readonly string[]>;
}

export interface Near {
  readonly resourceIds: readonly string[];
  /** Resources that it does not fit are none. */
  readonly party: Party;
  /** What a sibling must be; undefined is anything. */
  readonly kinds: readonly ResourceKind[] | undefined;
  readonly features: readonly string[] | undefined;
}

export interface AlternativeRepository {
  find(
    tenantId: string,
    near: Near,
    options: {
      /** Contains the stays that are looked at, on the axis of every resource. */
      readonly span: Span;
      readonly displayCurrency: string | undefined;
      readonly now: Temporal.Instant;
    },
  ): Promise<NearSnapshot>;
}
