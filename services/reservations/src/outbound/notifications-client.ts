import { sendCodeMail } from '@lodging/contract-notifications';
import { instantText } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import { codesFailed, codesSent } from '../metrics.ts';
import type { NotificationsClient } from '../ports.ts';

/** Covers the exchange with the mail server. */
const MAIL_TIMEOUT_MS = 10_000;

export function createNotificationsClient(bus: Bus): NotificationsClient {
  return {
    async sendCode(ctx, { reservationId, to, code, expiresAt }) {
      const mail = { reservationId, to, code, expiresAt: instantText(expiresAt) };
      try {
        const answer = await bus.request(sendCodeMail, mail, ctx, { timeoutMs: MAIL_TIMEOUT_MS });
        if (!answer.ok) throw new Error(`notifications did not mail the code: ${answer.refusal.code}`);
      } catch (error) {
        codesFailed.add(1, { 'lodging.reason': 'mail' });
        throw error;
      }
      codesSent.add(1);
    },
  };
}
