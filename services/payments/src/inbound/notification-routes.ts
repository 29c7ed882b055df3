import * as contract from '@lodging/contract-payments';
import { ok, refuse } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import type { PaymentsDeps } from '../ports/deps.ts';
import { parkedNotificationToWire } from '../wire/notifications.ts';

export function notificationRoutes({
  parkedNotifications,
}: Pick<PaymentsDeps, 'parkedNotifications'>): Route[] {
  return [
    on(contract.listParkedNotifications, async () =>
      ok({ parkedNotifications: (await parkedNotifications.list()).map(parkedNotificationToWire) }),
    ),
    on(contract.dismissParkedNotification, async ({ eventId, reason }) => {
      const dismissed = await parkedNotifications.dismiss(eventId, reason);
      return dismissed === undefined
        ? refuse('parked_notification_not_found', 'No notification with this event id waits.')
        : ok(parkedNotificationToWire(dismissed));
    }),
  ];
}
