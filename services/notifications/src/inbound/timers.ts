import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';
import type { NotificationsDeps } from '../ports/deps.ts';
import { queueReminders } from '../use-cases/mails/queue-reminders.ts';
import { sendDueMails } from '../use-cases/mails/send-due-mails.ts';
import { queueDeferred } from '../use-cases/deliveries/queue-deferred.ts';

export function timers(deps: NotificationsDeps): Timer[] {
  const { dispatcher, queue, endedRows, purgeOutbox, clock } = deps;
  return [
    // Deliveries that have become due, or whose lease has expired.
    timer({ name: 'sweep-due', seconds: 0.5 }, () => dispatcher.sweep()),
    timer({ name: 'queue-deferred', seconds: 1 }, (signal) => queueDeferred(deps, signal)),
    timer({ name: 'send-guest-mails', seconds: 1 }, (signal) => sendDueMails(deps, signal)),
    timer({ name: 'queue-reminders', seconds: 20 }, (signal) => queueReminders(deps, signal)),
    // Deliveries of disabled and deleted endpoints.
    timer({ name: 'purge-deliveries', seconds: 5 }, async () => {
      await queue.retire(clock.now());
      await endedRows.purgeDeletedEndpoints();
    }),
    timer({ name: 'purge-expired-records', seconds: 3_600 }, async () => {
      await endedRows.purgeExpired(clock.now());
      await deps.guestMails.purge(clock.now());
      await purgeOutbox();
    }),
  ];
}
