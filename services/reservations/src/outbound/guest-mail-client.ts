import { sendCodeMail } from '@lodging/contract-notifications';
import type { Bus } from '@lodging/kit-messaging';
import { instantText } from '../domain/facts.ts';
import { codesFailed, codesSent } from '../metrics.ts';
import type { GuestMail } from '../use-cases/ports.ts';

/** A mail server takes its time. */
const MAIL_MS = 10_000;

export function guestMailClient(bus: Bus): GuestMail {
  return {
    async sendCode(call, { reservationId, to, code, expiresAt }) {
      const mail = { reservationId, to, code, expiresAt: instantText(expiresAt) };
      try {
        const answer = await bus.ask(sendCodeMail, mail, call, { timeoutMs: MAIL_MS });
        if (!answer.ok) throw new Error(`the code could not be mailed: ${answer.refusal.code}`);
      } catch (error) {
        codesFailed.add(1, { 'lodging.reason': 'mail' });
        throw error;
      }
      codesSent.add(1);
    },
  };
}
