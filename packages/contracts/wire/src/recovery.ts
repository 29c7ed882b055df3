import { z } from 'zod';
import { rpc } from './rpc.ts';
import { instant, uuid } from './shapes.ts';

/** An event that the stream has and the outbox of its publisher lacks: the database was set back to before it. */
export const lostEvent = z.object({
  id: uuid,
  type: z.string(),
  tenantId: uuid,
  livemode: z.boolean(),
  occurredAt: z.string(),
  aggregateId: z.string(),
  aggregateVersion: z.number(),
  /** As it was published; no event has guest data. */
  data: z.unknown(),
});
export type LostEvent = z.infer<typeof lostEvent>;

/** A stay that events tell of. Its place is null where no lost event names it. */
export const stayToLookUp = z.object({
  tenantId: uuid,
  id: uuid,
  place: z.object({ resourceId: uuid, from: z.string(), to: z.string() }).nullable(),
});
export type StayToLookUp = z.infer<typeof stayToLookUp>;

/** What one service has of a stay, by names of its own. A service that has nothing leaves the stay out. */
export const stayKnowledge = z.object({
  id: uuid,
  knows: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type StayKnowledge = z.infer<typeof stayKnowledge>;

/** A claim that a stay of the restored database needs and does not get: its nights are sold to another one. */
export const unclaimedStay = z.object({ tenantId: uuid, id: uuid, code: z.string() });
export type UnclaimedStay = z.infer<typeof unclaimedStay>;

export const recoveryStep = z.object({
  /** Events of the outbox that are sent once more. */
  resent: z.int(),
  /** Stays whose units were claimed again, or found claimed. */
  claimed: z.int(),
  unclaimed: z.array(unclaimedStay),
  /** Where the next call continues; null when nothing is left. */
  next: z.string().nullable(),
});
export type RecoveryStep = z.infer<typeof recoveryStep>;

/** After a restore to an earlier moment, of all services or of one. */
export function recoveryOf(context: string) {
  const common = { context, refusals: [], idempotent: true, platformOnly: true } as const;
  return {
    /** In the order of the stream, beginning with the first message at `since`, or after the message `after`. */
    listLostEvents: rpc({
      ...common,
      name: 'list-lost-events',
      request: z.object({ since: instant, after: z.int().nullable() }),
      /** `next`: the last message that was read, where there are more. */
      response: z.object({ events: z.array(lostEvent), read: z.int(), next: z.int().nullable() }),
    }),
    /** These events have no effect here any more, however late they arrive: their publisher does not know of them. */
    dropLostEvents: rpc({
      ...common,
      name: 'drop-lost-events',
      request: z.object({
        /** In which they are. A service that does not consume it drops nothing. */
        stream: z.string(),
        events: z.array(z.object({ id: uuid, tenantId: uuid, aggregateId: z.string() })).max(1_000),
      }),
      response: z.object({ dropped: z.int() }),
    }),
    lookUpStays: rpc({
      ...common,
      name: 'look-up-stays',
      request: z.object({ stays: z.array(stayToLookUp).max(200) }),
      response: z.object({ stays: z.array(stayKnowledge) }),
    }),
    /** Tells the consumers once more what was published since, and makes what depends on another schema whole. */
    recover: rpc({
      ...common,
      name: 'recover',
      request: z.object({
        since: instant,
        after: z.string().nullable(),
        /** Known stays of which later events were lost: their units may have been freed since. */
        stays: z.array(z.object({ tenantId: uuid, id: uuid })).max(1_000),
        /** Where there are too many to name: all claim their units, whenever they changed. */
        everyStay: z.boolean().optional(),
      }),
      response: recoveryStep,
    }),
  };
}
