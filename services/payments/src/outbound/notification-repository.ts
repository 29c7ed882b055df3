import { leaseDueRows, namedStatement } from '@lodging/kit-postgres';
import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { currentTraceparent } from '@lodging/kit-runtime';
import { isUnneeded } from '../domain/notification.ts';
import type { Notification } from '../domain/notification.ts';
import { notificationsSettled } from '../metrics.ts';
import type { NotificationRepository } from '../ports.ts';
import type { ProviderEventRow } from './schema.ts';
import { deserializeNotification, serializeNotification } from './stored-notification.ts';

interface Key {
  readonly accountId: string;
  readonly providerEventId: string;
}

const storeEvent = namedStatement<
  Key &
    Pick<ProviderEventRow, 'type' | 'traceparent' | 'state' | 'reason'> & {
      readonly notification: string;
      readonly lease: boolean;
    }
>(
  'notification_store',
  `INSERT INTO provider_events
     (account_id, provider_event_id, type, notification, traceparent, state, reason, settled_at, attempts,
      next_attempt_at)
   VALUES ($accountId, $providerEventId, $type, $notification::jsonb, $traceparent, $state, $reason,
     CASE WHEN $state <> 'waiting' THEN now() END, CASE WHEN $lease THEN 1 ELSE 0 END,
     CASE WHEN $lease THEN now() + interval '10 seconds' ELSE now() END)
   ON CONFLICT DO NOTHING RETURNING received_at AS "receivedAt"`,
);

/** A leased notification becomes due again after 30 seconds, unless it was settled: its process may have died. */
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

const settleEvent = namedStatement<Key & Pick<ProviderEventRow, 'state' | 'reason'>>(
  'notification_settle',
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
    async store(notification, { lease }) {
      const isIgnored = isUnneeded(notification);
      const isLeased = lease && !isIgnored;
      const traceparent = currentTraceparent() ?? null;
      const statement = storeEvent({
        ...keyOf(notification),
        state: isIgnored ? 'ignored' : 'waiting',
        reason: isIgnored ? 'unneeded' : null,
        type: notification.type,
        notification: serializeNotification(notification),
        traceparent,
        lease: isLeased,
      });
      const [[stored] = []] = await db.writeAcrossTenants<Pick<ProviderEventRow, 'receivedAt'>>([statement]);
      if (stored === undefined) return { isNew: false, leased: null };
      if (isIgnored) notificationsSettled.add(1, { 'lodging.outcome': 'ignored' });
      return { isNew: true, leased: isLeased ? { ...stored, notification, attempts: 1, traceparent } : null };
    },
    async takeDue(limit) {
      const [rows = []] = await db.writeAcrossTenants<
        Pick<ProviderEventRow, 'notification' | 'attempts' | 'receivedAt' | 'traceparent'>
      >([takeDue({ limit })]);
      return rows.map((row) => ({ ...row, notification: deserializeNotification(row.notification) }));
    },
    async settle({ notification, attempts }, outcome) {
      const key = keyOf(notification);
      const { state } = outcome;
      const reason = state === 'applied' ? null : outcome.reason;
      const delaySeconds = DELAYS_SECONDS[attempts - 1] ?? MAX_DELAY_SECONDS;
      const statement =
        outcome.state === 'later'
          ? postponeEvent({ ...key, reason: outcome.reason, delaySeconds })
          : settleEvent({ ...key, state: outcome.state, reason });
      await db.writeAcrossTenants([statement]);
      notificationsSettled.add(1, { 'lodging.outcome': state });
    },
    async purgeOld() {
      await db.acrossTenants((tx) => tx.query(purge));
    },
  };
}

/** For the transaction of the change that the notification reports. */
export function settleAsApplied(notification: Notification): ReadStatement {
  return settleEvent({ ...keyOf(notification), state: 'applied', reason: null });
}

function keyOf({ accountId, providerEventId }: Notification): Key {
  return { accountId: accountId ?? '', providerEventId };
}
