import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Caller, RequestContext } from '@lodging/kit-runtime';
import { spendCodes } from '../domain/client-limits.ts';
import type { CodeQuota } from '../domain/client-limits.ts';
import { codeExpiry, issueCode, withdrawCode } from '../domain/guest-code.ts';
import type { GuestCodes } from '../domain/guest-code.ts';
import { mayBecomeGuest } from '../domain/guest-grant.ts';
import { asOf } from '../domain/reservation.ts';
import type { Reservation } from '../domain/reservation.ts';
import { MailUnconfirmed } from '../ports/notifications.ts';
import type { CodeDecision, GuestCodeHasher, GuestCodeRepository, GuestHashes } from '../ports/guests.ts';
import type { NotificationsClient } from '../ports/notifications.ts';
import { codeQuotas } from './limited-client.ts';
import { guestEmailMismatch, holdNotFound, holdNotHeld } from './refusals.ts';

export interface SendGuestCodeDeps {
  readonly guestCodes: GuestCodeRepository;
  readonly guestCodeHasher: GuestCodeHasher;
  readonly guestHashes: GuestHashes;
  readonly notifications: NotificationsClient;
  readonly codeSeconds: number;
}

export interface SendGuestCode {
  readonly reservationId: string;
  readonly email: string;
}

interface IssuedCode {
  readonly before: GuestCodes;
  readonly expiresAt: Temporal.Instant;
}

/** Mails a one-time code to the guest of a hold. Only a keyed digest of the code is stored, before the mail is sent. */
export async function sendGuestCode(
  deps: SendGuestCodeDeps,
  ctx: RequestContext,
  { reservationId, email }: SendGuestCode,
): Promise<Result<{ readonly expiresAt: Temporal.Instant }>> {
  const { tenantId } = ctx;
  const code = deps.guestCodeHasher.generate();
  const digest = deps.guestCodeHasher.digest({ tenantId, reservationId, email, code });
  const quotas = codeQuotas(deps.guestHashes, ctx, email);
  const issued = await deps.guestCodes.update(
    tenantId,
    reservationId,
    (reservation, codes, at, sends) =>
      limitIssue(
        issue(deps, ctx.caller, reservation, codes, { digest, email, at }),
        codes,
        at,
        quotas,
        sends,
      ),
    { quotas },
  );
  if (issued === undefined) return holdNotFound();
  if (!issued.ok) return issued;

  const { before, expiresAt } = issued.value;
  try {
    await deps.notifications.sendCode(ctx, { reservationId, to: email, code, expiresAt });
  } catch (error) {
    if (error instanceof MailUnconfirmed) throw error.cause;
    await deps.guestCodes.update(tenantId, reservationId, (_reservation, codes) => ({
      codes: withdrawCode(codes, digest, before),
      answer: ok(null),
    }));
    throw error;
  }
  return ok({ expiresAt });
}

function issue(
  { codeSeconds }: SendGuestCodeDeps,
  caller: Caller,
  reservation: Reservation,
  codes: GuestCodes,
  { digest, email, at }: { readonly digest: string; readonly email: string; readonly at: Temporal.Instant },
): CodeDecision<IssuedCode> {
  const current = asOf(reservation, at);
  if (current.state === 'pending') return { codes, answer: holdNotFound() };
  if (current.state !== 'held') return { codes, answer: holdNotHeld() };
  if (!mayBecomeGuest(current, email, caller)) return { codes, answer: guestEmailMismatch() };
  const expiresAt = codeExpiry(at, codeSeconds, current.holdExpiresAt);
  const next = issueCode(codes, { digest, expiresAt }, at);
  return next.ok ? { codes: next.value, answer: ok({ before: codes, expiresAt }) } : { codes, answer: next };
}

/** A code counts when it is issued, and stays counted: whether its mail arrives is often not known. */
function limitIssue(
  issued: CodeDecision<IssuedCode>,
  codes: GuestCodes,
  at: Temporal.Instant,
  quotas: readonly CodeQuota[],
  sends: readonly (readonly Temporal.Instant[])[],
): CodeDecision<IssuedCode> {
  if (!issued.answer.ok) return issued;
  const spent = spendCodes(quotas, sends, at);
  return spent.ok ? { ...issued, sends: spent.value } : { codes, answer: spent };
}
