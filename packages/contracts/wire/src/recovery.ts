import { z } from 'zod';
import { rpc } from './rpc.ts';
import { instant, uuid } from './shapes.ts';

/** An event that is in the stream and not in the outbox of its publisher: a restore lost it. */
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

/** A stay of lost events. `place` is null where no lost event names the resource. */
export const stayToLookUp = z.object({
  tenantId: uuid,
  id: uuid,
  place: z.object({ resourceId: uuid, from: z.string(), to: z.string() }).nullable(),
});
export type StayToLookUp = z.infer<typeof stayToLookUp>;

/** Data of one service about a stay, under the service’s own names. A service without data omits the stay. */
export const stayKnowledge = z.object({
  id: uuid,
  knows: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type StayKnowledge = z.infer<typeof stayKnowledge>;

/** A stay of the restored database without its claim: its nights are sold to another stay. */
export const unclaimedStay = z.object({ tenantId: uuid, id: uuid, code: z.string() });
export type UnclaimedStay = z.infer<typeof unclaimedStay>;

export const recoveryStep = z.object({
  /** Events of the outbox that are published once more. */
  resent: z.int(),
  /** Stays whose units were reclaimed, or were still claimed. */
  claimed: z.int(),
  unclaimed: z.array(unclaimedStay),
  /** Cursor of the next call; null at the end. */
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
    /** Marks events as lost, so that they have no effect here even when they arrive later. */
    dropLostEvents: rpc({
      ...common,
      name: 'drop-lost-events',
      request: z.object({
        /** The stream of the events. A service that does not consume it drops nothing. */
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
    /** Publishes the events since then once more, and repairs what depends on another schema. */
    recover: rpc({
      ...common,
      name: 'recover',
      request: z.object({
        since: instant,
        after: z.string().nullable(),
        /** Stays with lost events: their units may have been released. Null: all stays reclaim their units. */
        stays: z
          .array(z.object({ tenantId: uuid, id: uuid }))
          .max(1_000)
          .nullable(),
      }),
      response: recoveryStep,
    }),
  };
}
