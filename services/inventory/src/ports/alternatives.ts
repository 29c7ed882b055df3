import type { ResourceKind } from '../domain/time/resource-kind.ts';
import type { Party } from '../domain/units/occupancy-rules.ts';
import type { LoadLimits, SearchFacts, SearchOptions } from './search.ts';

/** The facts of the refused stays, and of those near them. */
export interface NearFacts extends SearchFacts {
  /** For each resource those that are evaluated beside it, in order. */
  readonly siblings: ReadonlyMap<string, readonly string[]>;
}

export interface Near {
  readonly resourceIds: readonly string[];
  /** Resources that it does not fit are none. */
  readonly party: Party;
  /** The requirements for a sibling; undefined: none. */
  readonly kinds: readonly ResourceKind[] | undefined;
  readonly features: readonly string[] | undefined;
}

export interface NearOptions extends Pick<SearchOptions, 'span' | 'displayCurrency' | 'now'> {
  readonly limits: Omit<LoadLimits, 'textBytes'>;
}

export interface AlternativeRepository {
  /** Leaves out resources whose configurations exceed the limit; undefined where claims or rates exceed it. */
  find(tenantId: string, near: Near, options: NearOptions): Promise<NearFacts | undefined>;
}

export class AlternativesTimeout extends Error {
  override readonly name = 'AlternativesTimeout';
}
