import type { RequestContext } from '@lodging/kit-runtime';
// place-hold: turns a quote into units held for a while. Once per key and once per quote, whatever breaks in between.
import { ok } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import {
  isSameRequest,
  otherBody,
  quoteExpired,
  idempotencyStatus,
  stillRunning,
} from '../domain/opening.ts';
import type { OpeningRequest } from '../domain/opening.ts';
import { fitsRequest, invalidQuoteToken } from '../domain/quote.ts';
import type { Quote } from '../domain/quote.ts';
import { asSeenAt } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { claimAndHold } from './claim-and-hold.ts';
import type { ClaimDeps } from './claim-and-hold.ts';
import type { Fingerprint, NewReservation, Opened, Pause, QuoteTokens, OpeningStore } from './ports.ts';

export interface PlaceHoldDeps extends ClaimDeps {
  readonly openings: OpeningStore;
  readonly quoteTokens: QuoteTokens;
  readonly fingerprint: Fingerprint;
  readonly newId: NewId;
  readonly pause: Pause;
  readonly holdSeconds: number;
}

export interface PlaceHold {
  readonly idempotencyKey: string;
  readonly signedQuoteToken: string;
  readonly partySize?: number | undefined;
}

export interface PlacedHold {
  readonly reservation: Reservation;
  readonly replayed: boolean;
}

/** A request that finds its twin at work waits about two seconds for it. */
const LOOKS_BEFORE_GIVING_UP = 40;
const PAUSE_MS = 50;

export async function placeHold(
  deps: PlaceHoldDeps,
  ctx: RequestContext,
  command: PlaceHold,
): Promise<Result<PlacedHold>> {
  const { idempotencyKey, signedQuoteToken, partySize } = command;
  const fingerprint = deps.fingerprint('place-hold', { signedQuoteToken, partySize });

  const quote = await deps.quoteTokens.read(signedQuoteToken);
  if (quote === undefined || !fitsRequest(quote, { tenantId: ctx.tenantId, partySize })) {
    // The key that signed a token may be gone long before the Idempotency-Key is forgotten.
    const found = await deps.openings.findByKey(ctx.tenantId, idempotencyKey);
    if (found === undefined || found.reservation.state === 'pending') return invalidQuoteToken();
    if (!isSameRequest(found, { fingerprint })) return otherBody();
    return ok({ reservation: asSeenAt(found.reservation, found.at), replayed: true });
  }

  const request = { idempotencyKey, fingerprint, quoteExpiresAt: quote.expiresAt };
  for (let look = 1; look <= LOOKS_BEFORE_GIVING_UP; look += 1) {
    const opened = await deps.openings.open(ctx.tenantId, newHold(deps, ctx, quote, request));
    const answer = await proceed(deps, ctx, request, opened);
    if (answer !== 'wait') return answer;
    await deps.pause(PAUSE_MS);
  }
  return stillRunning();
}

async function proceed(
  deps: PlaceHoldDeps,
  ctx: RequestContext,
  request: OpeningRequest,
  opened: Opened,
): Promise<Result<PlacedHold> | 'wait'> {
  if (opened.kind === 'too_late') return quoteExpired();
  if (opened.kind === 'given_back') return 'wait';
  if (opened.kind === 'opened') return fresh(await claimAndHold(deps, ctx, opened.reservation));

  const standing = idempotencyStatus(opened.found, request);
  if (!standing.ok) return standing;
  if (standing.value.kind === 'running') return 'wait';
  if (standing.value.kind === 'done')
    return ok({ reservation: asSeenAt(standing.value.reservation, opened.found.at), replayed: true });

  const { id, attempt } = standing.value.reservation;
  const taken = await deps.openings.takeOver(ctx.tenantId, id, attempt.number);
  return taken === undefined ? 'wait' : fresh(await claimAndHold(deps, ctx, taken));
}

function fresh(held: Result<Reservation>): Result<PlacedHold> {
  return held.ok ? ok({ reservation: held.value, replayed: false }) : held;
}

function newHold(
  deps: PlaceHoldDeps,
  ctx: RequestContext,
  quote: Quote,
  request: OpeningRequest,
): NewReservation {
  return {
    id: deps.newId(),
    livemode: ctx.livemode,
    stay: quote.stay,
    total: quote.total,
    occupancy: { adults: quote.partySize, children: 0 },
    source: 'direct',
    guestEmail: null,
    guestName: null,
    guestPhone: null,
    awaitsPaymentHandle: false,
    quoteId: quote.id,
    idempotencyKey: request.idempotencyKey,
    fingerprint: request.fingerprint,
    openUntil: quote.expiresAt,
    holdSeconds: deps.holdSeconds,
  };
}
