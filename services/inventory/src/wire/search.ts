import type * as contract from '@lodging/contract-inventory';
import type { ResponseOf } from '@lodging/contract-wire';
import { instantText, ok, orderedTranslations, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { endPage } from '@lodging/kit-messaging';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PlanOffer } from '../domain/search/offers.ts';
import type { RankedResult, SearchPosition } from '../domain/search/ranked.ts';
import type { SearchedTime } from '../domain/search/search.ts';
import type { SearchPage, SearchStays } from '../use-cases/search/search-stays.ts';
import { alternativesToWire } from './alternatives.ts';
import { roomTypeToWire } from './resources.ts';

export type Request = contract.SearchStaysRequest;

/** An empty list is no filter. */
function filterList<T>(list: readonly T[] | undefined): T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : [...new Set(list)];
}

export function searchFromWire(request: Request, after: SearchPosition | null): SearchStays {
  const { adults, childAges, quantity, maxTotalMinorUnits: most } = request;
  const children = request.children ?? childAges?.length;
  const ratePlanCodes = filterList(request.ratePlanCodes);
  const { kinds, roomTypeIds, resourceIds, features } = request;
  return {
    time: timeFromWire(request),
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

function timeFromWire({ dates, window, flexible }: Request): SearchedTime {
  if (dates !== undefined) return { kind: 'dates', ...dates };
  if (window !== undefined) {
    const { from, to } = window;
    return { kind: 'window', window: { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) } };
  }
  if (flexible === undefined) throw new Error('a search without a time passed its checks');
  const weekdays = filterList(flexible.arrivalWeekdays);
  return { kind: 'flexible', ...flexible, arrivalWeekdays: weekdays && new Set(weekdays) };
}

export function searchPageToWire(
  searched: SearchPage,
  positionToWire: (next: SearchPosition) => string,
): ResponseOf<typeof contract.searchStays> {
  const { asOf, evaluated, results, next } = searched;
  const page = { rows: results, hasMore: next !== null };
  const { items, last, isCut } = endPage(page, (result) => resultToWire(result, searched));
  // A page that is not cut may go on after candidates that are no results.
  const after = isCut && last !== undefined ? last.position : next;
  return {
    asOf: instantText(asOf),
    evaluated,
    results: items,
    nextAfter: after && positionToWire(after),
  };
}

function resultToWire(
  result: RankedResult,
  page: SearchPage,
): ResponseOf<typeof contract.searchStays>['results'][number] {
  const { resource, dated, reasons, unitsLeft, cheapest, offers, problems } = result;
  const { id, kind, name, slug, capacity, currency, timezone, photoUrls, features, roomType } = resource;
  const { from, to } = dated.stay.window;
  const shown = {
    photoUrls: [...photoUrls],
    features: [...features],
    roomType: roomType && roomTypeToWire(roomType),
    ...orderedTranslations(resource.translations),
  };
  return {
    resource: { id, kind, name, slug, capacity, currency, timezone, ...shown },
    from: instantText(from),
    to: instantText(to),
    nights: dated.pricedDates.length,
    available: reasons.length === 0,
    reasons: [...reasons],
    unitsLeft,
    bookable: cheapest !== null,
    cheapest: cheapest && offerToWire(cheapest, result, page),
    offers: offers.map((offer) => offerToWire(offer, result, page)),
    problems: [...problems],
    alternatives: alternativesToWire(page.alternativesOf(result), page.shownCurrency),
  };
}

function offerToWire(offer: PlanOffer, result: RankedResult, { cancellationOf, shownCurrency }: SearchPage) {
  const { resource } = result;
  const { plan, reasons, priced } = offer;
  const { refundability, freeUntil } = cancellationOf(result, offer);
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
    ...orderedTranslations(plan?.translations),
  };
}

/** A position is good for one search, and for this long. */
const LIFETIME = { minutes: 15 };

const written = z.object({
  search: z.string(),
  at: z.int(),
  created: z.tuple([z.string(), z.string()]).optional(),
  place: z
    .object({
      rank: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      amount: z.string().regex(/^\d+$/),
      nights: z.int().positive(),
      name: z.string(),
      id: z.string(),
    })
    .optional(),
});

export function positionToWire(
  request: contract.SearchStaysRequest,
  next: SearchPosition,
  now: Temporal.Instant,
): string {
  const issued = { search: fingerprintOf(request), at: now.epochMilliseconds };
  if (next.kind === 'created') return JSON.stringify({ ...issued, created: [next.at.createdAt, next.at.id] });
  const { amountMinorUnits, ...place } = next.at;
  return JSON.stringify({ ...issued, place: { ...place, amount: String(amountMinorUnits) } });
}

/** Null for the first page. */
export function positionFromWire(
  request: contract.SearchStaysRequest,
  now: Temporal.Instant,
): Result<SearchPosition | null, Refusal<'invalid_cursor'>> {
  if (request.after === null) return ok(null);
  const position = parse(request.after);
  if (position === undefined || position.search !== fingerprintOf(request))
    return refuse('invalid_cursor', 'The cursor belongs to another search.');
  if (now.epochMilliseconds > position.at + Temporal.Duration.from(LIFETIME).total('milliseconds'))
    return refuse('invalid_cursor', 'The cursor is older than 15 minutes.');
  const { created, place } = position;
  if (created !== undefined) return ok({ kind: 'created', at: { createdAt: created[0], id: created[1] } });
  if (place === undefined) return refuse('invalid_cursor', 'The cursor has no position.');
  const { amount, ...rest } = place;
  return ok({ kind: 'place', at: { ...rest, amountMinorUnits: BigInt(amount) } });
}

function parse(text: string): z.infer<typeof written> | undefined {
  try {
    return written.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The request is parsed, so its fields have one order. */
function fingerprintOf({ after: _after, limit: _limit, ...search }: contract.SearchStaysRequest): string {
  return createHash('sha256').update(JSON.stringify(search)).digest('base64url');
}
