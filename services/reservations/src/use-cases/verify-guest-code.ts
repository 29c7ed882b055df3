import type { RequestContext } from '@lodging/kit-runtime';
// verify-guest-code: a right code makes the e-mail the guest's, and yields the token that lets this hold be confirmed.
import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { instantText } from '../domain/facts.ts';
import { tryCode } from '../domain/guest-code.ts';
import { grantFor } from '../domain/guest-grant.ts';
import type { GuestGrant } from '../domain/guest-grant.ts';
import { asSeenAt } from '../domain/reservation.ts';
import { holdNotFound, holdNotHeld } from './hold-refusals.ts';
import type { CodeDigests, GuestCodeStore, GuestTokens } from './ports.ts';

export interface VerifyGuestCodeDeps {
  readonly guestCodes: GuestCodeStore;
  readonly codeDigests: CodeDigests;
  readonly guestTokens: GuestTokens;
}

interface Verified {
  readonly grant: GuestGrant;
  readonly at: Temporal.Instant;
}

export async function verifyGuestCode(
  deps: VerifyGuestCodeDeps,
  ctx: RequestContext,
  command: { readonly reservationId: string; readonly email: string; readonly code: string },
): Promise<Result<{ guestVerificationToken: string; expiresAt: string }>> {
  const { tenantId } = ctx;
  const { reservationId, email, code } = command;
  const offered = deps.codeDigests.digest({ tenantId, reservationId, email, code });

  const verified = await deps.guestCodes.change<Verified>(
    tenantId,
    reservationId,
    (reservation, codes, at) => {
      const refused = (refusal: Refusal) => ({ codes, answer: { ok: false as const, refusal } });
      const seen = asSeenAt(reservation, at);
      if (seen.state === 'pending') return refused(holdNotFound().refusal);
      if (seen.state !== 'held') return refused(holdNotHeld().refusal);
      const tried = tryCode(codes, offered, deps.codeDigests.same, at);
      if (!tried.answer.ok) return { codes: tried.codes, answer: tried.answer };
      return { codes: tried.codes, guestEmail: email, answer: ok({ grant: grantFor(seen), at }) };
    },
  );
  if (verified === undefined) return holdNotFound();
  if (!verified.ok) return verified;

  const { grant, at } = verified.value;
  return ok({
    guestVerificationToken: await deps.guestTokens.sign(grant, at),
    expiresAt: instantText(grant.expiresAt),
  });
}
