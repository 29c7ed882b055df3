import { lostPayment } from '@lodging/contract-payments';
import { boundedRecord, instant, stayKnowledge, unclaimedStay, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { unreachableService } from './admin-ops.ts';

/** The moment to which the database was set back. */
export const recoveryQuery = z.object({ since: instant });

const MOST_SERVICES = 20;

/** Progress of a recovery, by service. A missing service has not begun; null: it is complete. */
const recoveryPosition = z.object({
  /** Messages of its stream that were compared. */
  read: boundedRecord(z.string(), z.int().nullable(), MOST_SERVICES),
  /** Cursor of the replay of each service. */
  published: boundedRecord(z.string(), z.string().nullable(), MOST_SERVICES),
});
export type RecoveryPosition = z.infer<typeof recoveryPosition>;

export const recoveryRequest = recoveryQuery.extend({ after: recoveryPosition.optional() });

/** State of the stay in the last lost event. */
const lastPublished = z.object({
  state: z.string(),
  version: z.int().nullable(),
  resourceId: z.string(),
  from: z.string(),
  to: z.string(),
  quantity: z.int(),
  totalMinorUnits: z.string(),
  currency: z.string(),
  source: z.string(),
  externalReference: z.string().nullable(),
});

const eventName = z.object({ id: z.string(), type: z.string(), occurredAt: z.string() });
const knowledge = stayKnowledge.shape.knows.nullable();

export const lostStay = z.object({
  id: z.string(),
  tenantId: z.string(),
  livemode: z.boolean(),
  /** unknown: reservations does not have the stay. set_back: the stay is as before these events. unclear: reservations does not answer. */
  kind: z.enum(['unknown', 'set_back', 'unclear']),
  /** Null where only events of payments were lost. */
  lastPublished: lastPublished.nullable(),
  events: z.array(eventName),
  /** Data of each service about the stay; null: the service has none. */
  reservations: knowledge,
  inventory: knowledge,
  payments: knowledge,
  notifications: knowledge,
  /** Payments that only the provider has. */
  lostIntents: z.array(z.string()),
});
export type LostStay = z.infer<typeof lostStay>;

export const recoveryReport = z.object({
  since: z.string(),
  /** False: the time limit was reached before all messages were read. A later `since` reads less. */
  complete: z.boolean(),
  /** Messages of the streams that were compared. */
  read: z.int(),
  stays: z.array(lostStay),
  /** Lost events without a stay. */
  otherEvents: z.array(eventName.extend({ tenantId: z.string(), aggregateId: z.string() })),
  lostPayments: z.array(lostPayment),
  unreachable: z.array(unreachableService),
});
export type RecoveryReport = z.infer<typeof recoveryReport>;

export const claimRepairRequest = z.object({ tenantId: uuid, bookingId: uuid });

export const claimRepair = z.object({
  /** claimed: the stay has its units. released: no stay has this id. unchanged: no repair was needed. */
  claim: z.enum(['claimed', 'released', 'unchanged']),
});

export const recoveryResult = z.object({
  since: z.string(),
  /** False: continue with `next`; where `next` is null, repeat the whole recovery. */
  complete: z.boolean(),
  next: recoveryPosition.nullable(),
  /** Why later steps were skipped; null: no step was skipped. */
  stopped: z.string().nullable(),
  /** By service: lost events that were dropped, and own events that were published once more. */
  services: z.array(z.object({ service: z.string(), dropped: z.int(), resent: z.int() })),
  /** Number of stays that have their units. */
  claimed: z.int(),
  unclaimed: z.array(unclaimedStay),
  unreachable: z.array(unreachableService),
});
export type RecoveryResult = z.infer<typeof recoveryResult>;
