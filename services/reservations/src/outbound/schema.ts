import { instant } from '@lodging/kit-postgres';
import { boolean, customType, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const guestCodes = pgTable(
  'guest_codes',
  {
    tenantId: uuid('tenant_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    digest: text('digest'),
    expiresAt: instant('expires_at'),
    wrongTries: integer('wrong_tries').notNull(),
    used: boolean('used').notNull(),
    sentAt: instant('sent_at').array().notNull(),
    triedAt: instant('tried_at').array().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.reservationId] })],
);

export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  use: text('use', { enum: ['quote', 'guest'] }).notNull(),
  publicKey: jsonb('public_key').$type<Record<string, unknown>>().notNull(),
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: instant('created_at').notNull(),
  signsUntil: instant('signs_until').notNull(),
  verifiesUntil: instant('verifies_until').notNull(),
});
export type SigningKeyRow = typeof signingKeys.$inferSelect;
