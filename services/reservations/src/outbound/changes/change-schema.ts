import {
  boolean,
  instant,
  integer,
  jsonb,
  minorUnits,
  pgTable,
  primaryKey,
  selectList,
  text,
  uuid,
} from '@lodging/kit-postgres';
import type { Actor } from '../../domain/history/history.ts';
import type { ChangeRefund, ChangeState, StayChange } from '../../domain/changes/stay-change.ts';
import { proposalOfColumn } from './proposal-json.ts';

export const stayChanges = pgTable(
  'stay_changes',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid('id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    livemode: boolean('livemode').notNull(),
    idempotencyKey: uuid('idempotency_key'),
    fingerprint: text('fingerprint').notNull(),
    state: text('state').$type<ChangeState>().notNull(),
    settle: text('settle', { enum: ['now', 'later'] }).notNull(),
    proposal: jsonb('proposal').$type<unknown>().notNull(),
    refundMinorUnits: minorUnits('refund_minor_units').notNull(),
    dueMinorUnits: minorUnits('due_minor_units').notNull(),
    movesUnits: boolean('moves_units').notNull(),
    partIds: uuid('part_ids').array().notNull(),
    isPayable: boolean('is_payable').notNull(),
    isPaid: boolean('is_paid').notNull(),
    actor: jsonb('actor').$type<Actor>().notNull(),
    requestId: text('request_id'),
    note: text('note'),
    action: text('action', { enum: ['changed', 'relocated'] }).notNull(),
    refunds: jsonb('refunds').$type<readonly ChangeRefund[]>(),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull(),
    attempt: integer('attempt').notNull(),
    nextAttemptAt: instant('next_attempt_at'),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

export type ChangeRow = typeof stayChanges.$inferSelect;

export const changeColumns = selectList(stayChanges);

export function toStayChange(row: ChangeRow): StayChange {
  const { proposal, refundMinorUnits, dueMinorUnits, actor, requestId, note, ...rest } = row;
  return {
    ...rest,
    proposal: proposalOfColumn(proposal),
    refund: refundMinorUnits,
    due: dueMinorUnits,
    author: { actor, requestId, note },
  };
}
