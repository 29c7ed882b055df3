import type { TooHeavy } from '../../ports/search.ts';

/** Ends the transaction of a search. */
export class LoadLimitExceeded extends Error {
  override readonly name = 'LoadLimitExceeded';
  readonly loading: Omit<TooHeavy, 'isTooHeavy'>;

  constructor(loading: Omit<TooHeavy, 'isTooHeavy'>) {
    super('a search would load more than it may');
    this.loading = loading;
  }
}
