import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { DueReminders, ReminderPage } from '../../ports/mails.ts';

export type ListDueRemindersDeps = Pick<ReservationsDeps, 'reminders'>;

export async function listDueReminders(
  { reminders }: ListDueRemindersDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  page: ReminderPage,
): Promise<Result<DueReminders>> {
  return ok(await reminders.listDue(tenantId, page));
}
