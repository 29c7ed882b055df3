import { email, instant, rpc, uuid } from '@lodging/contract-wire';
import { z } from 'zod';

/** An RPC and not an event, because events are stored and a code is never stored in clear. */
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
