import { systemContext } from '@lodging/kit-runtime';
import type { NotificationsDeps } from '../../ports/deps.ts';
import { ReservationsUnavailable } from '../../ports/neighbours.ts';
import type { RemindingTenant } from '../../ports/mails.ts';

export type QueueRemindersDeps = Pick<
  NotificationsDeps,
  'mailSettings' | 'guestMails' | 'reservations' | 'clock' | 'mailIdOf' | 'onMailError'
>;

const TENANTS = 20;
const TIMEOUT_MS = 20_000;

/** Looks for the reminders that have fallen due since the last time, tenant by tenant. */
export async function queueReminders(deps: QueueRemindersDeps, signal: AbortSignal): Promise<void> {
  for (let found = true; found && !signal.aborted;) {
    const tenants = await deps.mailSettings.leaseReminding(deps.clock.now(), TENANTS);
    for (const tenant of tenants) await queueOf(deps, tenant);
    found = tenants.length === TENANTS;
  }
}

/** A failure is repeated when the lease ends: a reminder that is queued already is queued once. */
async function queueOf(
  { mailSettings, guestMails, reservations, clock, mailIdOf, onMailError }: QueueRemindersDeps,
  { tenantId, livemode, daysBefore, remindedUntil }: RemindingTenant,
): Promise<void> {
  const until = clock.now();
  const ctx = systemContext(tenantId, livemode, { timeoutMs: TIMEOUT_MS });
  try {
    const pages = reservations.listDueReminders(ctx, { after: remindedUntil, until, daysBefore });
    for await (const page of pages) {
      const mails = page.map(({ reservationId, version, arrivalDate }) => {
        // The version is that of what the mail reports: a stay has one reminder for each date of arrival.
        const reported = { kind: 'stay_reminder' as const, fact: arrivalDate, version: 0 };
        const id = mailIdOf({ tenantId, reservationId, ...reported });
        const row = { id, livemode, reservationId, requested: false, suppression: null, createdAt: until };
        return { ...row, ...reported, version };
      });
      await guestMails.add(tenantId, mails);
    }
    await mailSettings.recordReminded(tenantId, remindedUntil, until);
  } catch (error) {
    if (!(error instanceof ReservationsUnavailable)) onMailError(error, { tenantId });
  }
}
