import type { NewId } from '@lodging/kernel';
import { namedStatement } from '@lodging/kit-postgres';
import type { ReadStatement } from '@lodging/kit-postgres';
import type { Author, NewHistoryEntry, HistoryEvent } from '../../domain/history/history.ts';

/** Changes that no request and no event caused. */
const OWN: Author = { actor: { kind: 'system', id: null }, requestId: null, note: null };

/** The values of a statement that adds entries. */
export interface HistoryValues {
  readonly tenantId: string;
  readonly id: string;
  readonly historyAt: Temporal.Instant;
  /** JSON. */
  readonly history: string;
}

/**
 * Adds the entries of a change, as a part of its statement: the rows of `$history`, where `condition` holds. The time of a
 * change is that of the database, so entries are in its order.
 */
export function addHistory(condition: string): string {
  return `INSERT INTO reservation_history
       (tenant_id, reservation_id, id, at, action, version, actor, request_id, changes, note)
     SELECT $tenantId::uuid, $id::uuid, entry.id, $historyAt::timestamptz, entry.action, entry.version, entry.actor,
            entry."requestId", entry.changes, entry.note
       FROM jsonb_to_recordset($history::jsonb)
              AS entry (id uuid, action text, version integer, actor jsonb, "requestId" text, changes jsonb, note text)
      WHERE ${condition}`;
}

export function historyValues(
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  entries: readonly NewHistoryEntry[],
  {
    at,
    author = OWN,
    newId,
  }: { readonly at: Temporal.Instant; readonly author?: Author | undefined; readonly newId: NewId },
): HistoryValues {
  const { actor, requestId, note } = author;
  const authored = entries.map((entry) => ({
    ...entry,
    id: newId(),
    actor,
    requestId,
    note: noteOf(entry, note),
  }));
  return { tenantId, id, historyAt: at, history: JSON.stringify(authored) };
}

function noteOf({ note }: NewHistoryEntry, ofAuthor: string | null): string | null {
  return note === null || ofAuthor === null ? (note ?? ofAuthor) : `${note}; ${ofAuthor}`;
}

export const addHistoryOfCompletion = namedStatement<HistoryValues>(
  'history',
  addHistory('EXISTS (SELECT FROM change)'),
);

const insertHistoryEvent = namedStatement<{
  readonly tenantId: string;
  readonly reservationId: string;
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly action: string;
  readonly actor: string;
  readonly changes: string;
  readonly requestId: string | null;
  readonly note: string | null;
  readonly eventId: string;
}>(
  'record_history_event',
  `INSERT INTO reservation_history
     (tenant_id, reservation_id, id, at, action, version, actor, request_id, changes, note, source_event)
   SELECT tenant_id, id, $id::uuid, $at::timestamptz, $action, version, $actor::jsonb, $requestId, $changes::jsonb, $note,
          $eventId::uuid
     FROM reservations WHERE tenant_id = $tenantId AND id = $reservationId
   ON CONFLICT DO NOTHING`,
);

/** Only holds count declined cards: the amount due of a confirmed stay may be tried with any number of cards. */
export const countDeclinedCard = namedStatement<{
  readonly tenantId: string;
  readonly reservationId: string;
}>(
  'count_declined_card',
  `UPDATE reservations SET declined_cards = declined_cards + 1
    WHERE tenant_id = $tenantId AND id = $reservationId AND client_hash IS NOT NULL AND confirmed_at IS NULL`,
);

/** The entry has the version of the reservation, which the event does not change. */
export function recordHistoryEvent(
  tenantId: string,
  { reservationId, eventId, at, entry: { action, changes, note }, author }: HistoryEvent,
  newId: NewId,
): ReadStatement {
  const { requestId } = author;
  const json = { actor: JSON.stringify(author.actor), changes: JSON.stringify(changes) };
  return insertHistoryEvent({
    tenantId,
    reservationId,
    id: newId(),
    at,
    action,
    requestId,
    note,
    eventId,
    ...json,
  });
}
