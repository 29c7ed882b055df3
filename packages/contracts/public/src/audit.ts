import { instant, text, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { pageQuery } from './paging.ts';

export const auditQuery = pageQuery.extend({
  tenantId: uuid.optional(),
  /** The kind, the id or the name of the actor. */
  actor: text({ min: 1, max: 300 }).optional(),
  action: text({ min: 1, max: 100 }).optional(),
  from: instant.optional(),
  /** Exclusive. */
  to: instant.optional(),
});

const auditValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

export const auditEntryResponse = z.object({
  id: uuid,
  at: z.string(),
  actor: z.object({
    kind: z.enum(['admin_token', 'secret_key', 'operator', 'guest', 'system']),
    id: z.string(),
    name: z.string().nullable(),
  }),
  /** The live tenant, also for its sandbox. */
  tenantId: uuid.nullable(),
  action: z.string(),
  target: z.object({ kind: z.string(), id: z.string() }).nullable(),
  requestId: z.string(),
  address: z.string().nullable(),
  /** A secret is named, and `set` stands for its value. */
  changes: z.array(z.object({ field: z.string(), before: auditValue, after: auditValue })),
});
export type AuditEntryResponse = z.infer<typeof auditEntryResponse>;
export const auditList = z.object({
  entries: z.array(auditEntryResponse),
  nextCursor: z.string().nullable(),
});
