import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { Caller, RequestContext } from '@lodging/kit-runtime';
import { refusingQuotas, tooManyCodes } from '../../domain/guests/code-limits.ts';
import type { CodeQuota, RefusingQuota } from '../../domain/guests/code-limits.ts';
import { codeExpiry, issueCode, withdrawCode } from '../../domain/guests/guest-code.ts';
import type { GuestCodes } from '../../domain/guests/guest-code.ts';
import { mayBecomeGuest } from '../../domain/guests/guest-grant.ts';
import { asOf } from '../../domain/stay/reservation.ts';
import type { Reservation, Stay } from '../../domain/stay/reservation.ts';
import { roomNameIn } from '../../domain/stay/room-name.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import { MailUnconfirmed } from '../../ports/neighbours.ts';
import type { CodeDecision } from '../../ports/guests.ts';
import { findCodeQuotas } from './find-code-quotas.ts';
import { guestEmailMismatch, holdNotFound, holdNotHeld } from '../../domain/stay/refusals.ts';

export type SendGuestCodeDeps = Pick<
  ReservationsDeps,
  | 'guestCodes'
  | 'guestCodeHasher'
  | 'guestHashes'
  | 'notifications'
  | 'resourceNames'
  | 'codeSeconds'
  | 'reportKeyLimit'
>;

export interface SendGuestCode {
  readonly reservationId: string;
  readonly email: string;
  /** Of the mail and of the booking. */
  readonly language?: string | undefined;
  /** Of the client, best first: of the mail alone. */
  readonly acceptedLanguages?: readonly string[] | undefined;
  /** From whom the mail is. */
  readonly tenantName?: string | undefined;
}

interface IssuedCode {
  readonly before: GuestCodes;
  readonly issuedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  readonly stay: Stay;
}

/** Mails a one-time code to the guest of a hold. Only a keyed digest of the code is stored, before the mail is sent. */
export async function sendGuestCode(
  deps: SendGuestCodeDeps,
  ctx: RequestContext,
  input: SendGuestCode,
): Promise<Result<{ readonly expiresAt: Temporal.Instant }>> {
  const { tenantId } = ctx;
  const { reservationId, email, language } = input;
  const code = deps.guestCodeHasher.generate();
  const digest = deps.guestCodeHasher.digest({ tenantId, reservationId, email, code });
  const quotas = findCodeQuotas(deps.guestHashes, ctx, email);
  let refusing: readonly RefusingQuota[] = [];
  const issued = await deps.guestCodes.update(
    tenantId,
    reservationId,
    (reservation, codes, at, sends) => {
      refusing = refusingQuotas(quotas, sends, at);
      return limitIssue(
        issue(deps, ctx.caller, reservation, codes, { digest, email, language, at }),
        codes,
        refusing,
      );
    },
    { quotas },
  );
  if (issued === undefined) return holdNotFound();
  if (!issued.ok) {
    if (refusing.some(({ of }) => of === 'key')) deps.reportKeyLimit(ctx, 'codes');
    return issued;
  }

  return mailCode(deps, ctx, input, { ...issued.value, code, digest, quotas });
}

interface CodeToMail extends IssuedCode {
  readonly code: string;
  readonly digest: string;
  readonly quotas: readonly CodeQuota[];
}

/** A code whose mail was not sent is withdrawn. */
async function mailCode(
  deps: SendGuestCodeDeps,
  ctx: RequestContext,
  { reservationId, email, language, acceptedLanguages = [], tenantName }: SendGuestCode,
  { code, digest, quotas, before, issuedAt, expiresAt, stay }: CodeToMail,
): Promise<Result<{ readonly expiresAt: Temporal.Instant }>> {
  const languages = language === undefined ? acceptedLanguages : [language, ...acceptedLanguages];
  const resourceName = roomNameIn(languages, await deps.resourceNames.find(ctx, stay.resourceId));
  try {
    await deps.notifications.sendCode(ctx, {
      reservationId,
      to: email,
      code,
      expiresAt,
      languages,
      property: tenantName,
      stay: { ...stay, resourceName },
    });
  } catch (error) {
    if (error instanceof MailUnconfirmed) throw error.cause;
    await deps.guestCodes.update(
      ctx.tenantId,
      reservationId,
      (_reservation, codes) => ({
        codes: withdrawCode(codes, digest, before),
        withdrawnAt: issuedAt,
        answer: ok(null),
      }),
      // It stays counted for the tenant: what a client causes at the mail server is limited, too.
      { quotas: quotas.filter(({ of }) => of === 'everywhere') },
    );
    throw error;
  }
  return ok({ expiresAt });
}

interface GivenCode {
  readonly digest: string;
  readonly email: string;
  readonly language: string | null | undefined;
  readonly at: Temporal.Instant;
}

function issue(
  { codeSeconds }: SendGuestCodeDeps,
  caller: Caller,
  reservation: Reservation,
  codes: GuestCodes,
  { digest, email, language = null, at }: GivenCode,
): CodeDecision<IssuedCode> {
  const current = asOf(reservation, at);
  if (current.state === 'pending') return { codes, answer: holdNotFound() };
  if (current.state !== 'held') return { codes, answer: holdNotHeld() };
  if (!mayBecomeGuest(current, email, caller)) return { codes, answer: guestEmailMismatch() };
  const expiresAt = codeExpiry(at, codeSeconds, current.holdExpiresAt);
  const next = issueCode(codes, { digest, expiresAt, language }, at);
  return next.ok
    ? { codes: next.value, answer: ok({ before: codes, issuedAt: at, expiresAt, stay: current.stay }) }
    : { codes, answer: next };
}

/** A code counts when it is issued. It stays counted, over all tenants unless it is known that it was not mailed. */
function limitIssue(
  issued: CodeDecision<IssuedCode>,
  codes: GuestCodes,
  refusing: readonly RefusingQuota[],
): CodeDecision<IssuedCode> {
  if (!issued.answer.ok) return issued;
  return refusing.length > 0 ? { codes, answer: tooManyCodes(refusing) } : { ...issued, isIssued: true };
}
