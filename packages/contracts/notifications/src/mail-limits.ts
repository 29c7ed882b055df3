import { rpc } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'notifications';

/** Beyond a million a number is no limit. */
const MAX = 1_000_000;
const limit = z.int().min(0).max(MAX).nullable();

/** How many mails of a tenant one address gets, whatever causes them; null is no limit. */
export const mailLimits = z.object({ mailsPerAddressHour: limit, mailsPerAddressDay: limit });
export type MailLimits = z.infer<typeof mailLimits>;

/** An absent limit stays. */
export const mailLimitChanges = mailLimits.partial();
export type MailLimitChanges = z.infer<typeof mailLimitChanges>;

export const readMailLimits = rpc({
  context,
  name: 'read-mail-limits',
  request: z.object({}),
  response: mailLimits,
  refusals: [],
  idempotent: true,
  platformOnly: true,
});

export const limitMails = rpc({
  context,
  name: 'limit-mails',
  request: mailLimitChanges,
  response: mailLimits,
  refusals: [],
  idempotent: true,
  platformOnly: true,
});
