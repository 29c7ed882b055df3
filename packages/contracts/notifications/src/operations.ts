import { email, instant, rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

/** Sends the one-time code by request and reply, not by a stream: a code is never stored in clear. */
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
  refusals: [],
  idempotent: false,
});
