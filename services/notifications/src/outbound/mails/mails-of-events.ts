import type { PublicEvent } from '../../domain/events/public-event.ts';
import { mailIdOf } from './mail-id.ts';

/**
 * A part of the statement that logs events: the mails that they cause, in the same commit, and none where the tenant has no
 * settings. An event that comes a day late, after a restore perhaps, is not reported any more.
 */
export const MAILS_OF_EVENTS = `
    INSERT INTO guest_mails (tenant_id, id, livemode, reservation_id, kind, fact, version, state, reason, next_attempt_at, created_at, ended_at)
    SELECT $tenantId::uuid, mail_id, livemode, reservation_id, mail_kind, mail_fact, mail_version,
      CASE WHEN reason IS NULL THEN 'queued' ELSE 'suppressed' END, reason,
      CASE WHEN reason IS NULL THEN $now::timestamptz END, $now::timestamptz,
      CASE WHEN reason IS NOT NULL THEN $now::timestamptz END
    FROM (
      SELECT incoming.*, CASE WHEN NOT settings.enabled THEN 'disabled'
        WHEN NOT coalesce((settings.mails ->> mail_kind)::boolean, true) THEN 'switched_off'
        WHEN occurred_at < $now::timestamptz - interval '24 hours' THEN 'not_current' END AS reason
      FROM incoming, mail_settings AS settings
      WHERE settings.tenant_id = $tenantId::uuid AND mail_kind IS NOT NULL AND incoming.id IN (SELECT event_id FROM mark)
    ) AS reported
    ON CONFLICT DO NOTHING`;

interface MailEvent {
  readonly event: Pick<PublicEvent, 'mail' | 'reservationId'>;
}

export function mailColumns(tenantId: string, events: readonly MailEvent[]) {
  return {
    mail_id: events.map(({ event: { mail, reservationId } }) =>
      mail === undefined ? null : mailIdOf({ tenantId, reservationId, ...mail }),
    ),
    mail_kind: events.map(({ event }) => event.mail?.kind ?? null),
    mail_fact: events.map(({ event }) => event.mail?.fact ?? null),
    mail_version: events.map(({ event }) => event.mail?.version ?? null),
  };
}
