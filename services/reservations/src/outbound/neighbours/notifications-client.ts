import { listSentMails, sendCodeMail } from '@lodging/contract-notifications';
import { instantText, localDate } from '@lodging/kernel';
import { Unavailable } from '@lodging/kit-messaging';
import type { Bus, UnavailableReason } from '@lodging/kit-messaging';
import { codesFailed, codesSent } from '../../metrics.ts';
import { MailUnconfirmed } from '../../ports/neighbours.ts';
import type { NotificationsClient } from '../../ports/neighbours.ts';

/** Covers the exchange with the mail server. */
const MAIL_TIMEOUT_MS = 10_000;
const LIST_TIMEOUT_MS = 5_000;

export function createNotificationsClient(bus: Bus): NotificationsClient {
  return {
    async listSentMails(ctx, reservationIds) {
      const request = { reservationIds: [...reservationIds] };
      const answer = await bus.request(listSentMails, request, ctx, { timeoutMs: LIST_TIMEOUT_MS });
      if (!answer.ok) throw new Unavailable(listSentMails.subject, 'timeout');
      return Map.groupBy(answer.value.mails, ({ reservationId }) => reservationId);
    },
    async sendCode(ctx, { expiresAt, languages, property, stay, ...addressed }) {
      const mail = {
        ...addressed,
        expiresAt: instantText(expiresAt),
        languages: [...languages],
        ...(property !== undefined && { property }),
        stay: stayToWire(stay),
      };
      try {
        const answer = await bus.request(sendCodeMail, mail, ctx, { timeoutMs: MAIL_TIMEOUT_MS });
        if (!answer.ok) throw new Unavailable(sendCodeMail.subject, 'timeout');
      } catch (error) {
        codesFailed.add(1, { 'lodging.reason': 'mail' });
        if (!isOutcomeUnknown(error)) throw error;
        throw new MailUnconfirmed('the mail with a code may arrive', { cause: error });
      }
      codesSent.add(1);
    },
  };
}

function stayToWire({
  resourceName,
  window,
  timeZone,
}: Parameters<NotificationsClient['sendCode']>[1]['stay']) {
  const dateOf = (at: Temporal.Instant) => localDate(at, timeZone).toString();
  return { resourceName, from: dateOf(window.from), to: dateOf(window.to) };
}

/** Notifications took the request and did not say what became of it. */
const UNKNOWN: readonly UnavailableReason[] = ['timeout', 'silent', 'not-connected', 'unreadable-answer'];

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Unavailable && UNKNOWN.includes(error.reason);
}
