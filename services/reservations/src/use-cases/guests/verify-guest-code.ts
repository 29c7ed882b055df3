import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Caller, RequestContext } from '@lodging/kit-runtime';
import { verifyCode } from '../../domain/guests/guest-code.ts';
import type { GuestCodes } from '../../domain/guests/guest-code.ts';
import { grantFor, mayBecomeGuest } from '../../domain/guests/guest-grant.ts';
import type { GuestGrant } from '../../domain/guests/guest-grant.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { SealedGuest } from '../../domain/stay/guest-details.ts';
import type { Reservation } from '../../domain/stay/reservation.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { CodeDecision } from '../../ports/guests.ts';
import { guestOf } from '../../domain/history/author.ts';
import { guestEmailMismatch, holdNotFound, holdNotHeld } from '../../domain/stay/refusals.ts';

export type VerifyGuestCodeDeps = Pick<ReservationsDeps, 'guestCodes' | 'guestCodeHasher' | 'guestTokens'>;

export interface VerifyGuestCode {
  readonly reservationId: string;
  readonly email: string;
  readonly code: string;
  /** What the guest says beside the address; what is absent stays as it is. */
  readonly guest: Partial<SealedGuest>;
}

export interface VerifiedGuest {
  readonly token: string;
  readonly grant: GuestGrant;
}

interface Granted {
  readonly grant: GuestGrant;
  readonly at: Temporal.Instant;
}

/** Verifies a one-time code: stores the e-mail as the guest's, and signs the token that confirms this hold. */
export async function verifyGuestCode(
  deps: VerifyGuestCodeDeps,
  ctx: RequestContext,
  { reservationId, email, code, guest }: VerifyGuestCode,
): Promise<Result<VerifiedGuest>> {
  const { tenantId } = ctx;
  const digests = deps.guestCodeHasher.digests({ tenantId, reservationId, email, code });
  const verified = await deps.guestCodes.update(
    tenantId,
    reservationId,
    (reservation, codes, at) => verify(deps, ctx.caller, reservation, codes, { digests, email, guest, at }),
    { author: guestOf(ctx) },
  );
  if (verified === undefined) return holdNotFound();
  if (!verified.ok) return verified;
  const { grant, at } = verified.value;
  return ok({ token: await deps.guestTokens.sign(grant, at), grant });
}

interface Given {
  readonly digests: readonly [string, ...string[]];
  readonly email: string;
  readonly guest: Partial<SealedGuest>;
  readonly at: Temporal.Instant;
}

function verify(
  { guestCodeHasher }: VerifyGuestCodeDeps,
  caller: Caller,
  reservation: Reservation,
  codes: GuestCodes,
  { digests, email, guest, at }: Given,
): CodeDecision<Granted> {
  const current = asOf(reservation, at);
  if (current.state === 'pending') return { codes, answer: holdNotFound() };
  if (current.state !== 'held') return { codes, answer: holdNotHeld() };
  const stored = codes.current?.digest ?? '';
  const digest = digests.find((one) => guestCodeHasher.equals(stored, one)) ?? digests[0];
  const verified = verifyCode(codes, digest, guestCodeHasher.equals, at);
  if (!verified.answer.ok) return { codes: verified.codes, answer: verified.answer };
  // A code that was sent before the booking had its address.
  if (!mayBecomeGuest(current, email, caller)) return { codes: verified.codes, answer: guestEmailMismatch() };
  const language = codes.current?.language ?? null;
  const details = { ...guest, ...(language !== null && { guestLanguage: language }), guestEmail: email };
  return { codes: verified.codes, verified: details, answer: ok({ grant: grantFor(current), at }) };
}
