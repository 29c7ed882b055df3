import type { QueryResultRow } from 'pg';
import type {
  BlockRow,
  ChangeRow,
  ClaimRow,
  DatabaseState,
  InboxRow,
  OutboxRow,
  PaymentRow,
  RefundRow,
  ReservationRow,
} from '../end-state.ts';

export type Query = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

const PUBLISHERS = ['inventory', 'reservations', 'payments'];
const CONSUMERS = ['inventory', 'reservations', 'payments', 'channels', 'notifications'];

export interface PublishedRow extends OutboxRow {
  readonly stream_sequence: string | null;
}

/** Rows of the tenants alone, as the superuser; nothing is written. */
export async function readDatabase(
  query: Query,
  tenants: readonly string[],
): Promise<Omit<DatabaseState, 'outbox'> & { readonly outbox: readonly PublishedRow[] }> {
  const of = <Row extends QueryResultRow>(text: string): Promise<Row[]> => query<Row>(text, [tenants]);
  const [reservations, claims, changes, blocks, payments, refunds, outbox, inbox, deadLetters] =
    await Promise.all([
      of<ReservationRow>(`SELECT tenant_id, id, state, version, resource_id, starts_at::text, ends_at::text, quantity,
      idempotency_key FROM reservations.reservations WHERE tenant_id = ANY($1)`),
      of<ClaimRow>(`SELECT tenant_id, claim_id, resource_id, kind, state, starts_at::text, ends_at::text, units,
      left_at::text, block_id FROM inventory.claims WHERE tenant_id = ANY($1)`),
      of<ChangeRow>(`SELECT tenant_id, id, reservation_id, state FROM reservations.stay_changes
      WHERE tenant_id = ANY($1)`),
      of<BlockRow>(`SELECT tenant_id, id, resource_id, starts_at::text, ends_at::text, units
      FROM inventory.blocks WHERE tenant_id = ANY($1)`),
      of<PaymentRow>(`SELECT tenant_id, id, reservation_id, state, amount_minor_units::text, provider_intent_id,
      change_id FROM payments.payments WHERE tenant_id = ANY($1)`),
      of<RefundRow>(`SELECT tenant_id, id, reservation_id, state, reason, amount_minor_units::text, provider_refund_id
      FROM payments.refunds WHERE tenant_id = ANY($1)`),
      of<PublishedRow>(
        PUBLISHERS.map(
          (service) => `SELECT '${service}' AS service, tenant_id, id, type, aggregate_id,
          aggregate_version::text, position::text, published_at IS NOT NULL AS published, stream_sequence::text,
          NULL::boolean AS in_stream FROM ${service}.outbox WHERE tenant_id = ANY($1)`,
        ).join(' UNION ALL '),
      ),
      of<InboxRow>(
        CONSUMERS.map(
          (service) =>
            `SELECT '${service}' AS service, event_id FROM ${service}.inbox WHERE tenant_id = ANY($1)`,
        ).join(' UNION ALL '),
      ),
      of<{ consumer: string; error: string }>(
        CONSUMERS.map(
          (service) => `SELECT consumer, error FROM ${service}.dead_letters
          WHERE replayed_at IS NULL AND (tenant_id = ANY($1) OR tenant_id IS NULL)`,
        ).join(' UNION ALL '),
      ),
    ]);
  return { reservations, claims, changes, blocks, payments, refunds, outbox, inbox, deadLetters };
}
