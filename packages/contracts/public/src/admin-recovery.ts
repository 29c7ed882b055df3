import { lostPayment } from '@lodging/contract-payments';
import { instant, stayKnowledge, unclaimedStay, uuid } from '@lodging/contract-wire';
import { z } from 'zod';
import { unreachableService } from './admin-ops.ts';

/** The moment to which the database was set back. */
export const recoveryQuery = z.object({ since: instant });

/** How far a recovery came, by service. One that is not named was not begun, and null is the end. */
const recoveryPosition = z.object({
  /** Messages of its stream that were compared. */
  read: z.record(z.string(), z.int().nullable()),
  told: z.record(z.string(), z.string().nullable()),
});
export type RecoveryPosition = z.infer<typeof recoveryPosition>;

export const recoveryRequest = recoveryQuery.extend({ after: recoveryPosition.optional() });

/** As the last of the lost events told it. */
const lastTold = z.object({
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
  /** unknown: nothing is left of it. set_back: it is as it was before these events. unclear: reservations does not answer. */
  kind: z.enum(['unknown', 'set_back', 'unclear']),
  /** Null where only events of payments were lost. */
  lastTold: lastTold.nullable(),
  events: z.array(eventName),
  /** What each service has of it now; null where that is nothing. */
  reservations: knowledge,
  inventory: knowledge,
  payments: knowledge,
  notifications: knowledge,
  /** Payments that the provider alone knows. */
  lostIntents: z.array(z.string()),
});
export type LostStay = z.infer<typeof lostStay>;

export const recoveryReport = z.object({
  since: z.string(),
  /** False where there was no time for all of the streams: a later `since` reads less. */
  complete: z.boolean(),
  /** Messages of the streams that were compared. */
  read: z.int(),
  stays: z.array(lostStay),
  /** Lost events that are about no stay. */
  otherEvents: z.array(eventName.extend({ tenantId: z.string(), aggregateId: z.string() })),
  lostPayments: z.array(lostPayment),
  unreachable: z.array(unreachableService),
});
export type RecoveryReport = z.infer<typeof recoveryReport>;

export const claimMendRequest = z.object({ tenantId: uuid, bookingId: uuid });

export const claimMend = z.object({
  /** released: no stay has this id any more. unchanged: there was nothing to do. */
  claim: z.enum(['claimed', 'released', 'unchanged']),
});

export const recoveryResult = z.object({
  since: z.string(),
  /** False: there is more after `next`, or, where that is null, the whole is to be run again. */
  complete: z.boolean(),
  next: recoveryPosition.nullable(),
  /** Why the steps that must follow another one were left out; null where none was. */
  stopped: z.string().nullable(),
  /** By service: lost events that have no effect there any more, and events of its own that it sends once more. */
  services: z.array(z.object({ service: z.string(), dropped: z.int(), resent: z.int() })),
  /** Stays that have their units. */
  claimed: z.int(),
  unclaimed: z.array(unclaimedStay),
  unreachable: z.array(unreachableService),
});
export type RecoveryResult = z.infer<typeof recoveryResult>;
