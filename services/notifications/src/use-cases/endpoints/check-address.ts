import { refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { ReceiverHost } from '../../ports/deliveries.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';

/** Refuses an address to which no webhook may be sent. */
export async function checkAddress(
  { sender }: Pick<NotificationsDeps, 'sender'>,
  url: string,
): Promise<Result<ReceiverHost, Refusal<'validation_failed'>>> {
  const checked = await sender.check(url);
  if (checked.ok) return checked;
  const message = checked.refusal.detail;
  return refuse('validation_failed', message, { errors: [{ pointer: '/url', message }] });
}
