import type { Database } from '@lodging/kit-postgres';

export interface MoneySurvey {
  /** When the provider last told us something; null where it has not for 30 days, or never did. */
  readonly lastNotificationAt: string | null;
  /** Stored, and not applied yet. */
  readonly notificationsWaiting: number;
  /** Set aside in the last week, because they fit nothing we know. */
  readonly notificationsParked: number;
}

interface Row extends Omit<MoneySurvey, 'lastNotificationAt'> {
  readonly lastNotificationAt: Temporal.Instant | null;
}

/** When something was settled stands for when it came: that has an index, and lies seconds behind. */
const SURVEY = `
  SELECT greatest(
      (SELECT max(received_at) FROM provider_events WHERE state = 'waiting'),
      (SELECT max(settled_at) FROM provider_events WHERE settled_at IS NOT NULL)) AS "lastNotificationAt",
    (SELECT count(*) FROM provider_events WHERE state = 'waiting')::int4 AS "notificationsWaiting",
    (SELECT count(*) FROM provider_events
     WHERE state = 'parked' AND settled_at > now() - interval '7 days')::int4 AS "notificationsParked"`;

export async function surveyMoney(db: Database): Promise<MoneySurvey> {
  const [row] = await db.acrossTenants((tx) => tx.query<Row>({ name: 'money_survey', text: SURVEY }));
  if (row === undefined) throw new Error('the survey of notifications has no row');
  const { lastNotificationAt, ...counts } = row;
  return {
    ...counts,
    lastNotificationAt: lastNotificationAt?.toString({ smallestUnit: 'millisecond' }) ?? null,
  };
}
