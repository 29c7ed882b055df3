import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { tooManyHolds } from '../../domain/guests/client-limits.ts';
import { checkMetadata } from '../../domain/stay/metadata.ts';
import type { Metadata } from '../../domain/stay/metadata.ts';
import { invalidQuoteToken, matchesRequest } from '../../domain/quotes/quote.ts';
import type { Quote } from '../../domain/quotes/quote.ts';
import {
  idempotencyKeyConflict,
  quoteExpired,
  referenceTaken,
} from '../../domain/creation/reservation-creation.ts';
import type {
  IdempotentRequest,
  NewReservation,
  ReservationCreation,
} from '../../domain/creation/reservation-creation.ts';
import { asOf, noBookingDetails } from '../../domain/stay/reservation.ts';
import type { BookingDetails, PendingReservation, Reservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { claimAndHold } from './claim-and-hold.ts';
import { answerExisting, createOnce } from './idempotent-create.ts';
import type { CreateAttempt } from './idempotent-create.ts';
import { limitHold } from '../guests/limit-hold.ts';
import { refuseSoldOut } from './refuse-sold-out.ts';

export type PlaceHoldDeps = Pick<
  ReservationsDeps,
  | 'inventory'
  | 'soldOut'
  | 'creations'
  | 'quoteTokens'
  | 'reportKeyLimit'
  | 'newId'
  | 'holdSeconds'
  | 'guestHashes'
  | 'unitsForSale'
>;

export interface PlaceHold {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly signedQuoteToken: string;
  readonly partySize?: number | undefined;
  readonly metadata?: Metadata | undefined;
  readonly externalReference?: string | undefined;
}

export interface PlacedHold {
  readonly reservation: Reservation;
  readonly replayed: boolean;
}

/** Holds the units of a quote: once per Idempotency-Key and once per quote. */
export async function placeHold(
  deps: PlaceHoldDeps,
  ctx: RequestContext,
  input: PlaceHold,
): Promise<Result<PlacedHold>> {
  const {
    idempotencyKey,
    fingerprint,
    signedQuoteToken,
    partySize,
    metadata = {},
    externalReference,
  } = input;
  const isPublishable = ctx.caller.kind === 'publishable';
  const checked = checkMetadata(metadata, { isPublishable });
  if (!checked.ok) return checked;
  if (isPublishable && externalReference !== undefined)
    return refuse('secret_key_required', '`externalReference` requires a secret key.');
  const quote = await deps.quoteTokens.read(signedQuoteToken);
  if (quote === undefined || !matchesRequest(quote, { tenantId: ctx.tenantId, partySize })) {
    // Keys are kept longer than the signing key of a token: a repeated request must still get its answer.
    const existing = await deps.creations.findByKey(ctx.tenantId, idempotencyKey);
    if (existing === undefined || existing.reservation.state === 'pending') return invalidQuoteToken();
    return existing.hasFingerprint(fingerprint) ? replay(existing) : idempotencyKeyConflict();
  }
  const request = { idempotencyKey, fingerprint, expiresAt: quote.expiresAt };
  const details = { ...noBookingDetails, metadata, externalReference: externalReference ?? null };
  return createOnce(() => attemptHold(deps, ctx, { quote, request, details }));
}

interface WantedHold {
  readonly quote: Quote;
  readonly request: IdempotentRequest;
  readonly details: BookingDetails;
}

async function attemptHold(
  deps: PlaceHoldDeps,
  ctx: RequestContext,
  wanted: WantedHold,
): Promise<CreateAttempt<PlacedHold>> {
  const resume = async (pending: PendingReservation): Promise<CreateAttempt<PlacedHold>> => {
    const held = await claimAndHold(deps, ctx, pending);
    if (held === 'wait') return held;
    if (!held.ok && held.refusal.code === 'hold_conflict') deps.soldOut.add(ctx.tenantId, pending.stay);
    return held.ok ? ok({ reservation: held.value, replayed: false }) : held;
  };
  const hold = await newHold(deps, ctx, wanted);
  const soldOut = await refuseSoldOut(deps, ctx, hold);
  if (soldOut !== undefined) return soldOut;
  const outcome = await deps.creations.create(ctx.tenantId, hold);
  switch (outcome.kind) {
    case 'created':
      return resume(outcome.reservation);
    case 'exists':
      return answerExisting(deps, {
        existing: outcome.existing,
        request: wanted.request,
        replay: async (existing) => replay(existing),
        resume,
      });
    case 'discarded':
      return 'wait';
    case 'expired':
      return quoteExpired();
    case 'reference_taken':
      return referenceTaken(outcome.reservationId);
    case 'limited':
      if (outcome.by === 'key') deps.reportKeyLimit(ctx, 'holds');
      return tooManyHolds(outcome.by, outcome.retryAfterSeconds);
  }
}

function replay({ reservation, at }: ReservationCreation): Result<PlacedHold> {
  return ok({ reservation: asOf(reservation, at), replayed: true });
}

async function newHold(
  deps: PlaceHoldDeps,
  ctx: RequestContext,
  { quote, request, details }: WantedHold,
): Promise<NewReservation> {
  return {
    ...details,
    id: deps.newId(),
    livemode: ctx.livemode,
    stay: quote.stay,
    total: quote.total,
    occupancy: { adults: quote.partySize - quote.children, children: quote.children },
    source: 'direct',
    paidOffline: false,
    quoteId: quote.id,
    terms: quote.terms,
    awaitsPaymentHandle: false,
    request,
    limited: await limitHold(deps, ctx, quote.stay),
    holdSeconds: deps.holdSeconds,
  };
}
