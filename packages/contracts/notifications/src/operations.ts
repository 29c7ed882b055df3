import { boundedArray, email, instant, localDate, rpc, uuid } from '@lodging/contract-wire';
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
    /** Best first; the mail is in the first one that it has words in, else in English. */
    languages: boundedArray(z.string(), { max: 20 }).optional(),
    property: z.string().optional(),
    /** Local dates of the stay. `resourceName` is null where inventory did not answer in time. */
    stay: z.object({ resourceName: z.string().nullable(), from: localDate, to: localDate }).optional(),
  }),
  response: z.object({ accepted: z.literal(true) }),
  refusals: ['mail_unconfirmed'],
  idempotent: false,
  calledFor: ['reservations.v1.send-guest-code'],
});
