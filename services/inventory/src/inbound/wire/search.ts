import type * as contract from '@lodging/contract-inventory';
import type { ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { PlanOffer } from '../../domain/search/judge-offers.ts';
import type { SearchedTime } from '../../domain/search/search.ts';
import type { SearchPage, SearchPosition, SearchResult, SearchStays } from '../../use-cases/search-stays.ts';
import { encodeAlternatives } from './alternatives.ts';

type Request = contract.SearchStaysRequest;

/** An empty list is no filter. */
function filterList<T>(list: readonly T[] | undefined): T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : [...new Set(list)];
}

export function decodeSearch(request: Request, after: SearchPosition | null): SearchStays {
  const { adults, childAges, quantity, maxTotalMinorUnits: most } = request;
  const children = request.children ?? childAges?.length;
  const ratePlanCodes = filterList(request.ratePlanCodes);
  const { kinds, roomTypeIds, resourceIds, features } = request;
  return {
    time: decodeTime(request),
    party: { partySize: adults + (children ?? 0), quantity, children },
    childAges,
    ratePlanCodes: ratePlanCodes && new Set(ratePlanCodes),
    freeCancellation: request.freeCancellation,
    currency: request.currency,
    maxTotalMinorUnits: most === undefined ? undefined : BigInt(most),
    plans: request.plans,
    bookableOnly: request.bookableOnly,
    sort: request.sort,
    filter: {
      kinds: filterList(kinds),
      roomTypeIds: filterList(roomTypeIds),
      resourceIds: filterList(resourceIds),
      features: filterList(features),
      ratePlanCodes,
    },
    text: request.text,
    alternatives: request.alternatives,
    limit: request.limit,
    after,
  };
}

function decodeTime({ dates, window, flexible }: Request): SearchedTime {
  if (dates !== undefined) return { kind: 'dates', ...dates };
  if (window !== undefined) {
    const { from, to } = window;
    return { kind: 'window', window: { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) } };
  }
  if (flexible === undefined) throw new Error('a search without a time passed its checks');
  const weekdays = filterList(flexible.arrivalWeekdays);
  return { kind: 'flexible', ...flexible, arrivalWeekdays: weekdays && new Set(weekdays) };
}

export function encodeSearchPage(
  { asOf, evaluated, work, results, next }: SearchPage,
  writePosition: (next: SearchPosition) => string,
): ResponseOf<typeof contract.searchStays> {
  return {
    asOf: instantText(asOf),
    evaluated,
    results: results.map(encodeResult),
    nextAfter: next && writePosition(next),
    work,
  };
}

function encodeResult(result: SearchResult): ResponseOf<typeof contract.searchStays>['results'][number] {
  const { resource, dated, reasons, unitsLeft, cheapest, offers, problems } = result;
  const { id, kind, name, slug, capacity, currency, timezone, photoUrls, features, roomType } = resource;
  const { from, to } = dated.stay.window;
  const shown = { photoUrls: [...photoUrls], features: [...features], roomType };
  return {
    resource: { id, kind, name, slug, capacity, currency, timezone, ...shown },
    from: instantText(from),
    to: instantText(to),
    nights: dated.pricedDates.length,
    available: reasons.length === 0,
    reasons: [...reasons],
    unitsLeft,
    bookable: cheapest !== null,
    cheapest: cheapest && encodeOffer(cheapest, result),
    offers: offers.map((offer) => encodeOffer(offer, result)),
    problems: [...problems],
    alternatives: encodeAlternatives(result.alternatives, result.shownCurrency),
  };
}

function encodeOffer(offer: PlanOffer, { resource, termsOf, shownCurrency }: SearchResult) {
  const { plan, reasons, priced } = offer;
  const { refundability, freeUntil } = termsOf(offer);
  const shown = priced?.displayMinorUnits ?? null;
  return {
    ratePlanId: plan?.id ?? null,
    ratePlanCode: plan?.code ?? null,
    name: plan?.name ?? null,
    available: reasons.length === 0,
    reasons: [...reasons],
    totalMinorUnits: priced && String(priced.bill.totalMinorUnits),
    currency: resource.currency,
    displayTotal:
      shown === null
        ? null
        : { amountMinorUnits: String(shown), currency: shownCurrency ?? resource.currency },
    averageNightMinorUnits: priced && String(priced.averageNightMinorUnits),
    dueAtPropertyMinorUnits: String(priced?.bill.dueAtPropertyMinorUnits ?? 0n),
    refundability,
    freeUntil: freeUntil && instantText(freeUntil),
  };
}
