import { email, instant, rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

/**
 * An RPC and not an event, because events are stored and a code is never stored in clear. An error says that the mail was
 * not sent, `mail_unconfirmed` that it may arrive.
 */
export const sendCodeMail = rpc({
  context: 'notifications',
  name: 'send-code-mail',
  request: z.object({
    reservationId: uuid,
    to: email,
    code: z.string().regex(/^\d{6}$/),
    expiresAt: instant,
  }),
  response: z.object({ accepted: z.literal(true) }),
  refusals: ['mail_unconfirmed'],
  idempotent: false,
  calledFor: ['reservations.v1.send-guest-code'],
});
