import type { RequestContext } from '@lodging/kit-runtime';
import type { Alternative, AlternativeKind } from '../../domain/alternatives/alternative.ts';
import type { Party } from '../../domain/units/occupancy-rules.ts';
import type { StaySearch } from '../../domain/search/search.ts';
import { suggestAlternatives } from './suggest-alternatives.ts';
import type { RefusedStay, SuggestDeps } from './suggest-alternatives.ts';

interface StayWithAlternatives extends RefusedStay {
  readonly party: Party;
  readonly childAges?: readonly number[] | undefined;
  readonly displayCurrency?: string | undefined;
  readonly kinds: readonly AlternativeKind[];
  /** How many. */
  readonly alternatives?: number | undefined;
  readonly now: Temporal.Instant;
}

/** A request for one stay asks nothing of an offer but its guests and currency. */
const ANY_OFFER = {
  ratePlanCodes: undefined,
  freeCancellation: false,
  maxTotalMinorUnits: undefined,
  plans: 'cheapest',
  bookableOnly: true,
  sort: 'price',
} as const;

/** The alternatives of one stay; none unless it was refused. */
export async function suggestForStay(
  deps: SuggestDeps,
  ctx: RequestContext,
  {
    party,
    childAges,
    displayCurrency: currency,
    kinds,
    alternatives: most = 0,
    now,
    ...stay
  }: StayWithAlternatives,
): Promise<readonly Alternative[]> {
  const refused = stay.reasons.length === 0 ? [] : [stay];
  const search: StaySearch = {
    ...ANY_OFFER,
    time: { kind: 'window', window: stay.window },
    party,
    childAges,
    currency,
  };
  const wanted = { most, convertibleOnly: true };
  const [found = []] = await suggestAlternatives(deps, ctx, { refused, search, kinds, wanted, now });
  return found;
}
