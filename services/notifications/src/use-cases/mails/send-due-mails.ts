import { systemContext } from '@lodging/kit-runtime';
import { languageOf } from '../../domain/mails/mail-kind.ts';
import { fromNameOf } from '../../domain/mails/mail-settings.ts';
import { MAX_UNCONFIRMED, nextAttemptAt } from '../../domain/mails/mail-retry.ts';
import { suppressionOf, switchedOff } from '../../domain/mails/suppression.ts';
import type { StayFacts } from '../../domain/mails/stay-facts.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import { ReservationsUnavailable } from '../../ports/neighbours.ts';
import type {
  GuestMailOutcome,
  GuestMailToSend,
  LeasedMail,
  MailResult,
  RenderedMail,
} from '../../ports/mails.ts';
import { writeMail } from './write-mail.ts';

export type SendDueMailsDeps = Pick<
  NotificationsDeps,
  | 'guestMails'
  | 'guestMailer'
  | 'reservations'
  | 'mailTemplates'
  | 'templateEngine'
  | 'writeStayCalendar'
  | 'mailDomain'
  | 'clock'
  | 'onMailError'
>;

const TIMEOUT_MS = 10_000;

/** Leases due mails until there are none. A mail that fails does not delay the others. */
export async function sendDueMails(deps: SendDueMailsDeps, signal: AbortSignal): Promise<void> {
  for (let found = true; found && !signal.aborted;) {
    const leased = await deps.guestMails.lease(deps.clock.now());
    await Promise.all(leased.map((mail) => sendOne(deps, mail)));
    found = leased.length > 0;
  }
}

async function sendOne(deps: SendDueMailsDeps, mail: LeasedMail): Promise<void> {
  try {
    const result = await attempt(deps, mail);
    await deps.guestMails.record(mail, result, deps.clock.now());
  } catch (error) {
    // Its lease ends by itself, and the mail is due again.
    deps.onMailError(error, mail);
  }
}

async function attempt(deps: SendDueMailsDeps, mail: LeasedMail): Promise<MailResult> {
  const off = switchedOff(mail, mail.settings);
  if (off !== undefined) return { state: 'suppressed', reason: off };
  try {
    const ctx = systemContext(mail.tenantId, mail.livemode, { timeoutMs: TIMEOUT_MS });
    const facts = await deps.reservations.readStay(ctx, mail.reservationId);
    if (facts === undefined) return { state: 'suppressed', reason: 'booking_not_found' };
    return await deliver(deps, mail, facts);
  } catch (error) {
    if (!(error instanceof ReservationsUnavailable)) throw error;
    return retried(mail, mail.attempts, { reason: 'booking_unavailable', now: deps.clock.now() });
  }
}

async function deliver(deps: SendDueMailsDeps, mail: LeasedMail, facts: StayFacts): Promise<MailResult> {
  const { guestMails, guestMailer, clock } = deps;
  const { livemode, settings } = mail;
  const now = clock.now();
  const suppression = suppressionOf(mail, settings, facts, now);
  if (suppression !== undefined) return { state: 'suppressed', reason: suppression };
  const address = facts.guest.email ?? '';
  const written = await contentOf(deps, mail, facts, now);
  if (written === undefined)
    return retried(mail, Math.max(mail.attempts, UNWRITTEN_ATTEMPTS), { reason: 'not_written', now });
  if (!(await guestMails.admit(mail, address, now))) return { state: 'suppressed', reason: 'address_limit' };
  const outcome = await guestMailer.send({
    ...written,
    messageId: `<${mail.id}@${deps.mailDomain}>`,
    fromName: fromNameOf(settings),
    replyTo: settings.replyTo,
    to: livemode ? address : (settings.testMailbox ?? ''),
  });
  return resultOf(mail, outcome, clock.now());
}

/** No attempt was counted: the pause is that after a few. */
const UNWRITTEN_ATTEMPTS = 3;

/** Undefined: it cannot be made of these facts, which is recorded, so that it is not tried without end. */
async function contentOf(
  deps: SendDueMailsDeps,
  mail: LeasedMail,
  facts: StayFacts,
  now: Temporal.Instant,
): Promise<(RenderedMail & Pick<GuestMailToSend, 'calendar'>) | undefined> {
  const { tenantId, settings } = mail;
  const language = languageOf(facts.guest.language, settings.languages);
  try {
    const rendered = await writeMail(deps, tenantId, { ...mail, language }, { settings, facts, now });
    return { ...rendered, calendar: calendarOf(deps, mail, facts, now) };
  } catch (error) {
    deps.onMailError(error, mail);
    return undefined;
  }
}

const WITH_CALENDAR: readonly string[] = ['booking_confirmed', 'booking_changed', 'booking_cancelled'];

function calendarOf(
  { writeStayCalendar }: SendDueMailsDeps,
  { tenantId, kind, settings }: LeasedMail,
  facts: StayFacts,
  now: Temporal.Instant,
): string | null {
  if (!WITH_CALENDAR.includes(kind)) return null;
  const { propertyName, address } = settings;
  return writeStayCalendar(tenantId, facts, { summary: propertyName ?? '', location: address, now });
}

function resultOf(mail: LeasedMail, outcome: GuestMailOutcome, now: Temporal.Instant): MailResult {
  const attempts = mail.attempts + 1;
  switch (outcome) {
    case 'accepted':
      return { state: 'sent' };
    case 'unconfirmed':
      // The server has had it twice: a third time would be one more for the guest.
      if (mail.unconfirmed + 1 >= MAX_UNCONFIRMED) return { state: 'failed', reason: 'unconfirmed' };
      return retried(mail, attempts, { reason: 'unconfirmed', unconfirmed: true, now });
    case 'refused':
      return retried(mail, attempts, { reason: 'address_refused', now });
    case 'unreachable':
      return retried(mail, attempts, { reason: 'mail_server', now });
  }
}

function retried(
  { createdAt }: LeasedMail,
  attempts: number,
  { reason, unconfirmed = false, now }: { reason: string; unconfirmed?: boolean; now: Temporal.Instant },
): MailResult {
  const next = nextAttemptAt({ attempts, createdAt }, now);
  if (next === null) return { state: 'failed', reason };
  return { state: 'queued', reason, nextAttemptAt: next, unconfirmed };
}
