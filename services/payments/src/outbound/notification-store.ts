import type { Database } from '@lodging/kit-postgres';
import { currentTraceparent } from '@lodging/kit-runtime';
import type { Notification } from '../domain/notification.ts';
import { notificationsSettled } from '../metrics.ts';
import type { Notifications } from '../use-cases/ports.ts';

const STORE = `
  INSERT INTO provider_events (account_id, provider_event_id, type, notification, traceparent)
  VALUES ($1, $2, $3, $4::jsonb, $5) ON CONFLICT DO NOTHING RETURNING provider_event_id`;

/** What is taken is out of sight for as long as its work may last, and due again if the process dies over it. */
const TAKE = `
  UPDATE provider_events AS taken SET attempts = attempts + 1, next_attempt_at = now() + interval '30 seconds'
  FROM (SELECT account_id, provider_event_id FROM provider_events
        WHERE state = 'waiting' AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
  WHERE taken.account_id = due.account_id AND taken.provider_event_id = due.provider_event_id
  RETURNING taken.notification, taken.attempts, taken.received_at, taken.traceparent`;

const SETTLE = `
  UPDATE provider_events SET state = $3, reason = $4, settled_at = now()
  WHERE account_id = $1 AND provider_event_id = $2 AND state = 'waiting'`;

const POSTPONE = `
  UPDATE provider_events SET reason = $3, next_attempt_at = now() + make_interval(secs => $4)
  WHERE account_id = $1 AND provider_event_id = $2 AND state = 'waiting'`;

const FORGET = `
  DELETE FROM provider_events WHERE settled_at < now() - interval '30 days' AND state IN ('applied', 'ignored')`;

const PAUSES_SECONDS = [1, 5, 30, 120, 600];
const LONGEST_PAUSE_SECONDS = 3600;

interface Row {
  readonly notification: Notification;
  readonly attempts: number;
  readonly received_at: Temporal.Instant;
  readonly traceparent: string | null;
}

/** A notification has no tenant until it is applied, so all of this is the job role's. */
export function notificationStore(db: Database): Notifications {
  return {
    async store(notification) {
      const { accountId, providerEventId, type } = notification;
      const values = [
        accountId ?? '',
        providerEventId,
        type,
        JSON.stringify(notification),
        currentTraceparent(),
      ];
      const rows = await db.acrossTenants((tx) =>
        tx.query({ name: 'notification_store', text: STORE, values }),
      );
      return rows.length > 0;
    },
    async takeDue(limit) {
      const rows = await db.acrossTenants((tx) =>
        tx.query<Row>({ name: 'notifications_take', text: TAKE, values: [limit] }),
      );
      return rows.map((row) => ({
        notification: row.notification,
        attempts: row.attempts,
        receivedAt: row.received_at,
        traceparent: row.traceparent,
      }));
    },
    async settle({ notification, attempts }, verdict) {
      const id = [notification.accountId ?? '', notification.providerEventId];
      const pause = PAUSES_SECONDS[attempts - 1] ?? LONGEST_PAUSE_SECONDS;
      const statement =
        verdict.state === 'later'
          ? { name: 'notification_postpone', text: POSTPONE, values: [...id, verdict.reason, pause] }
          : {
              name: 'notification_settle',
              text: SETTLE,
              values: [...id, verdict.state, verdict.state === 'applied' ? null : verdict.reason],
            };
      await db.acrossTenants((tx) => tx.query(statement));
      notificationsSettled.add(1, { 'lodging.outcome': verdict.state });
    },
    async forgetOld() {
      await db.acrossTenants((tx) => tx.query({ name: 'notifications_forget', text: FORGET }));
    },
  };
}
