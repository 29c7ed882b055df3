import { leaseDueRows, namedStatement } from '@lodging/kit-postgres';
import type { Database, Statement } from '@lodging/kit-postgres';
import { currentTraceparent } from '@lodging/kit-runtime';
import { isUnneeded } from '../../domain/notifications/notification.ts';
import type { Notification } from '../../domain/notifications/notification.ts';
import { notificationsEnded } from '../../metrics.ts';
import type { NotificationRepository } from '../../ports/notifications.ts';
import type { ProviderEventRow } from '../schema.ts';
import { deserializeNotification, serializeNotification } from './stored-notification.ts';

interface Key {
  readonly accountId: string;
  readonly providerEventId: string;
}

type Values = Key & Pick<ProviderEventRow, 'type' | 'traceparent'> & { readonly notification: string };

const COLUMNS =
  '(account_id, provider_event_id, type, notification, traceparent, state, reason, settled_at, attempts)';

const storeEvent = namedStatement<Values & Pick<ProviderEventRow, 'state' | 'reason'>>(
  'notification_store',
  `INSERT INTO provider_events ${COLUMNS}
   VALUES ($accountId, $providerEventId, $type, $notification::jsonb, $traceparent, $state, $reason,
     CASE WHEN $state <> 'waiting' THEN now() END, 0)
   ON CONFLICT DO NOTHING RETURNING provider_event_id`,
);

const storeAppliedEvent = namedStatement<Values>(
  'notification_store_applied',
  `INSERT INTO provider_events ${COLUMNS}
   VALUES ($accountId, $providerEventId, $type, $notification::jsonb, $traceparent, 'applied', NULL, now(), 1)`,
);

/** A leased notification becomes due again after 30 seconds, unless it has an outcome: its process may have died. */
const takeDue = namedStatement<{ limit: number }>(
  'notifications_take_due',
  leaseDueRows({
    table: 'provider_events',
    key: ['account_id', 'provider_event_id'],
    due: `waiting.state = 'waiting' AND waiting.next_attempt_at <= now()`,
    orderBy: 'waiting.next_attempt_at',
    limit: '$limit',
    set: `attempts = leased.attempts + 1, next_attempt_at = now() + interval '30 seconds'`,
    returning: 'leased.notification, leased.attempts, leased.received_at AS "receivedAt", leased.traceparent',
  }),
);

const OF_KEY = `WHERE account_id = $accountId AND provider_event_id = $providerEventId AND state = 'waiting'`;

const endEvent = namedStatement<Key & Pick<ProviderEventRow, 'state' | 'reason'>>(
  'notification_end',
  `UPDATE provider_events SET state = $state, reason = $reason, settled_at = now() ${OF_KEY}`,
);

const postponeEvent = namedStatement<Key & { readonly reason: string; readonly delaySeconds: number }>(
  'notification_postpone',
  `UPDATE provider_events SET reason = $reason, next_attempt_at = now() + make_interval(secs => $delaySeconds)
   ${OF_KEY}`,
);

const purge = {
  name: 'notifications_purge',
  text: `DELETE FROM provider_events
         WHERE settled_at < now() - interval '30 days' AND state IN ('applied', 'ignored')`,
};

/** By attempt; the last one repeats. */
const DELAYS_SECONDS = [1, 5, 30, 120, 600];
const MAX_DELAY_SECONDS = 3600;

/** A notification has no tenant before it is applied, so only the job role sees it. */
export function createNotificationRepository(db: Database): NotificationRepository {
  return {
    async store(notification) {
      const isIgnored = isUnneeded(notification);
      const statement = storeEvent({
        ...valuesOf(notification),
        state: isIgnored ? 'ignored' : 'waiting',
        reason: isIgnored ? 'unneeded' : null,
      });
      const [stored = []] = await db.writeAcrossTenants([statement]);
      const isNew = stored.length > 0;
      if (isNew && isIgnored) notificationsEnded.add(1, { 'lodging.outcome': 'ignored' });
      return isNew;
    },
    async takeDue(limit) {
      const [rows = []] = await db.writeAcrossTenants<
        Pick<ProviderEventRow, 'notification' | 'attempts' | 'receivedAt' | 'traceparent'>
      >([takeDue({ limit })]);
      return rows.map((row) => ({ ...row, notification: deserializeNotification(row.notification) }));
    },
    async recordOutcome({ notification, attempts }, outcome) {
      const key = keyOf(notification);
      const { state } = outcome;
      const reason = state === 'applied' ? null : outcome.reason;
      const delaySeconds = DELAYS_SECONDS[attempts - 1] ?? MAX_DELAY_SECONDS;
      const statement =
        outcome.state === 'later'
          ? postponeEvent({ ...key, reason: outcome.reason, delaySeconds })
          : endEvent({ ...key, state: outcome.state, reason });
      await db.writeAcrossTenants([statement]);
      notificationsEnded.add(1, { 'lodging.outcome': state });
    },
    async purgeOld() {
      await db.acrossTenants((tx) => tx.query(purge));
    },
  };
}

/** For the transaction of the change that the notification reports. Fails where the event is stored already. */
export function storeApplied(notification: Notification): Statement {
  return storeAppliedEvent(valuesOf(notification));
}

function valuesOf(notification: Notification) {
  return {
    ...keyOf(notification),
    type: notification.type,
    notification: serializeNotification(notification),
    traceparent: currentTraceparent() ?? null,
  };
}

function keyOf({ accountId, providerEventId }: Notification): Key {
  return { accountId: accountId ?? '', providerEventId };
}
