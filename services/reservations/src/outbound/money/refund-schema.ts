import { instant, integer, minorUnits, pgTable, primaryKey, text, uuid } from '@lodging/kit-postgres';
import type { RefundCause } from '../../domain/stay/refund-obligation.ts';

export const refunds = pgTable(
  'refunds',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    amountMinorUnits: minorUnits('amount_minor_units').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    version: integer('version').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export const refundObligations = pgTable(
  'refund_obligations',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    cause: text('cause').$type<RefundCause>().notNull(),
    /** Null: everything. */
    amountMinorUnits: minorUnits('amount_minor_units'),
    decidedAt: instant('decided_at').notNull(),
    settledAt: instant('settled_at'),
    attempt: integer('attempt').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId, table.cause] })],
);
