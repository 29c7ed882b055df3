import {
  boolean,
  instant,
  integer,
  jsonb,
  minorUnits,
  pgTable,
  primaryKey,
  text,
  uuid,
} from '@lodging/kit-postgres';
import type { ScheduledPaymentState } from '../../domain/money/scheduled-payment.ts';
import type { CancellationRecord, SettlementOutcome } from '../../domain/cancellation/settle.ts';
import type { Settlement } from '../../domain/stay/settlement.ts';

export const scheduledPayments = pgTable(
  'scheduled_payments',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    purpose: text('purpose', { enum: ['balance'] }).notNull(),
    amountMinorUnits: minorUnits('amount_minor_units').notNull(),
    dueAt: instant('due_at').notNull(),
    state: text('state').$type<ScheduledPaymentState>().notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    eventPending: boolean('event_pending').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId, table.purpose] })],
);

export const settlements = pgTable(
  'settlements',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    kind: text('kind').$type<Settlement['kind']>().notNull(),
    keepMinorUnits: minorUnits('keep_minor_units').notNull(),
    offlineMinorUnits: minorUnits('offline_minor_units').notNull(),
    policyCode: text('policy_code'),
    step: text('step').notNull(),
    state: text('state', { enum: ['open', 'settled'] }).notNull(),
    outcome: jsonb('outcome').$type<SettlementOutcome>(),
    mustRecheck: boolean('ask_again').notNull(),
    attempt: integer('attempt').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** Amounts are text, because JSON.parse would read a JSON number as a float. */
export interface SettlementJson extends Pick<
  typeof settlements.$inferSelect,
  'id' | 'kind' | 'policyCode' | 'step' | 'outcome'
> {
  readonly createdAt: string;
  readonly keepMinorUnits: string;
  readonly offlineMinorUnits: string;
}

/** A column of a query of reservations. */
export const balanceOf = `(
  SELECT b.state FROM scheduled_payments AS b
   WHERE b.tenant_id = reservations.tenant_id AND b.reservation_id = reservations.id AND b.purpose = 'balance') AS balance`;

/** A column of a query of reservations. */
export const settlementOf = `(
  SELECT jsonb_build_object('id', s.id, 'kind', s.kind, 'policyCode', s.policy_code, 'step', s.step, 'outcome', s.outcome,
           'createdAt', s.created_at, 'keepMinorUnits', s.keep_minor_units::text,
           'offlineMinorUnits', s.offline_minor_units::text)
    FROM settlements AS s
   WHERE s.tenant_id = reservations.tenant_id AND s.reservation_id = reservations.id) AS settlement`;

/** Steps are stored as text: an index, or what else decided. */
export function asStep(text: string): Settlement['step'] {
  const index = Number(text);
  return Number.isInteger(index) ? index : (text as Exclude<Settlement['step'], number>);
}

export function toCancellationRecord(row: SettlementJson | null): CancellationRecord | null {
  if (row === null) return null;
  const { createdAt, step, keepMinorUnits, offlineMinorUnits, ...rest } = row;
  return {
    ...rest,
    at: Temporal.Instant.from(createdAt),
    step: asStep(step),
    keepMinorUnits: BigInt(keepMinorUnits),
    offlineMinorUnits: BigInt(offlineMinorUnits),
  };
}
