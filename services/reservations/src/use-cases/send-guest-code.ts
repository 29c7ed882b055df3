import type { RequestContext } from '@lodging/kit-runtime';
// send-guest-code: mails a one-time code to the guest of an active hold. Only a keyed digest of it is kept.
import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { instantText } from '../domain/facts.ts';
import { codeExpiry, issueCode, withdrawCode } from '../domain/guest-code.ts';
import type { GuestCodes } from '../domain/guest-code.ts';
import { asSeenAt } from '../domain/reservation.ts';
import { holdNotFound, holdNotHeld } from './hold-refusals.ts';
import type { CodeDigests, GuestCodeStore, GuestMail } from './ports.ts';

export interface SendGuestCodeDeps {
  readonly guestCodes: GuestCodeStore;
  readonly codeDigests: CodeDigests;
  readonly guestMail: GuestMail;
  readonly codeSeconds: number;
}

interface Issued {
  readonly before: GuestCodes;
  readonly expiresAt: Temporal.Instant;
}

export async function sendGuestCode(
  deps: SendGuestCodeDeps,
  ctx: RequestContext,
  command: { readonly reservationId: string; readonly email: string },
): Promise<Result<{ accepted: boolean; expiresAt: string }>> {
  const { tenantId } = ctx;
  const { reservationId, email } = command;
  const code = deps.codeDigests.draw();
  const digest = deps.codeDigests.digest({ tenantId, reservationId, email, code });

  const issued = await deps.guestCodes.change<Issued>(tenantId, reservationId, (reservation, codes, at) => {
    const refused = (refusal: Refusal) => ({ codes, answer: { ok: false as const, refusal } });
    const seen = asSeenAt(reservation, at);
    if (seen.state === 'pending') return refused(holdNotFound().refusal);
    if (seen.state !== 'held') return refused(holdNotHeld().refusal);
    const expiresAt = codeExpiry(at, deps.codeSeconds, seen.holdExpiresAt);
    const next = issueCode(codes, { digest, expiresAt }, at);
    return next.ok ? { codes: next.value, answer: ok({ before: codes, expiresAt }) } : refused(next.refusal);
  });
  if (issued === undefined) return holdNotFound();
  if (!issued.ok) return issued;

  const { before, expiresAt } = issued.value;
  try {
    await deps.guestMail.sendCode(ctx, { reservationId, to: email, code, expiresAt });
  } catch (error) {
    await deps.guestCodes.change(tenantId, reservationId, (_reservation, codes) => ({
      codes: withdrawCode(codes, digest, before),
      answer: ok(null),
    }));
    throw error;
  }
  return ok({ accepted: true, expiresAt: instantText(expiresAt) });
}
