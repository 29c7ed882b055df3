import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { ParkedNotification, ParkedNotifications } from '../../ports/notifications.ts';

const COLUMNS = `
  provider_event_id AS "eventId", account_id AS "accountId", (notification -> 'livemode')::boolean AS livemode,
  type, coalesce(reason, '') AS reason, notification -> 'subject' ->> 'intentId' AS "intentId",
  settled_at AS "parkedAt"`;

const WAITS = `state = 'parked' AND dismissed_at IS NULL`;

const list = {
  name: 'parked_notifications_list',
  text: `SELECT ${COLUMNS} FROM provider_events WHERE ${WAITS} ORDER BY settled_at, provider_event_id LIMIT 1000`,
};

const dismiss = namedStatement<{ readonly eventId: string; readonly reason: string }>(
  'parked_notification_dismiss',
  `UPDATE provider_events SET dismissed_at = now(), dismissed_reason = $reason
   WHERE provider_event_id = $eventId AND ${WAITS} RETURNING ${COLUMNS}`,
);

/** A parked notification belongs to no payment, and to no tenant, so only the job role sees it. */
export function createParkedNotificationRepository(db: Database): ParkedNotifications {
  return {
    list: () => db.acrossTenants((tx) => tx.query<ParkedNotification>(list)),
    async dismiss(eventId, reason) {
      const statement = dismiss({ eventId, reason });
      const [dismissed = []] = await db.writeAcrossTenants<ParkedNotification>([statement]);
      return dismissed[0];
    },
  };
}
