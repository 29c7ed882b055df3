import { GuestLodging, LodgingError } from '@lodging/client';
import type { Answer, BookingApi, Party } from './booking-api.ts';
import { guestFetch } from './guest-fetch.ts';
import { LODGING_KINDS } from './lodging-kinds.ts';
import type { Alternative, Problem, Reason, ResourcePage } from './records.ts';

/** A guest waits for the answer, so that a failure is shown early; the guest may retry. */
const LIMITS = { deadlineMs: 20_000, maxRetries: 1 };
/** In addition to what a refusal says. */
const WITH_ALTERNATIVES = { alternatives: 3 };

interface Access {
  /** The address of the API, without `/v1`. */
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly language: Parameters<typeof guestFetch>[1];
}

export function clientApi({ baseUrl, publishableKey: key, language }: Access): BookingApi {
  const lodging = new GuestLodging({ baseUrl, key, fetch: guestFetch('strict-origin', language), ...LIMITS });
  let resources: Promise<Answer<ResourcePage>> | null = null;
  return {
    search: ({ arrival, departure, resourceId, bookableOnly, currency, cursor, ...party }) =>
      answered(
        lodging.search({
          dates: { arrival, departure },
          adults: party.adults,
          ...childrenOf(party, 'children'),
          ...(resourceId === null ? { kinds: [...LODGING_KINDS] } : { resourceIds: [resourceId] }),
          plans: 'all',
          bookableOnly,
          ...(!bookableOnly && WITH_ALTERNATIVES),
          // Prices of several currencies have an order in one alone.
          ...(currency === null ? { sort: 'name' } : { currency }),
          ...(cursor !== null && { cursor }),
        }),
      ),
    async resources() {
      resources ??= answered(lodging.resources.list({ limit: 100 }));
      const answer = await resources;
      if (!answer.ok) resources = null;
      return answer;
    },
    resource: (id) => answered(lodging.resources.get(id)),
    calendar: (id, from, to) => answered(lodging.resources.getCalendar(id, { from, to })),
    quote: ({ resourceId, ratePlanId, from, to, currency, ...party }) =>
      answered(
        lodging.quotes.create({
          resourceId,
          from,
          to,
          partySize: party.adults + party.childAges.length,
          ...childrenOf(party, 'occupancyChildren'),
          ...(ratePlanId !== null && { ratePlanId }),
          ...(currency !== null && { currency }),
          ...WITH_ALTERNATIVES,
        }),
      ),
    hold: (signedQuoteToken, idempotencyKey) =>
      answered(lodging.holds.create({ signedQuoteToken }, { idempotencyKey })),
    sendCode: (holdId, email, language) => answered(lodging.holds.sendCode(holdId, { email, language })),
    verifyCode: (holdId, email, code, guest) =>
      answered(lodging.holds.verifyCode(holdId, { email, code, guest })),
    checkout: (holdId, successUrl, cancelUrl) =>
      answered(lodging.holds.createCheckoutSession(holdId, { successUrl, cancelUrl })),
    confirm: (holdId, guestVerificationToken) =>
      answered(lodging.holds.confirm(holdId, { guestVerificationToken })),
  };
}

function childrenOf<Name extends string>({ childAges }: Party, name: Name) {
  if (childAges.length === 0) return {};
  return { [name]: childAges.length, childAges: [...childAges] } as { [N in Name]: number } & {
    childAges: number[];
  };
}

async function answered<T>(call: PromiseLike<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof LodgingError) return { ok: false, problem: problemOf(error) };
    throw error;
  }
}

function problemOf(error: LodgingError): Problem {
  const { code, status, requestId, retryAfterSeconds } = error;
  // Which of them a refusal has follows from its code.
  const members: Partial<{ reasons: Reason[]; alternatives: Alternative[]; missingDates: string[] }> =
    Object(error);
  return {
    code,
    status,
    requestId: requestId ?? null,
    retryAfterSeconds: retryAfterSeconds ?? null,
    reasons: members.reasons ?? [],
    alternatives: members.alternatives ?? [],
    missingDates: members.missingDates ?? [],
  };
}
