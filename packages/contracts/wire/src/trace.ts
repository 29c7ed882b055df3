import { z } from 'zod';
import { rpc } from './rpc.ts';
import { uuid } from './shapes.ts';

/** A booking without the data of its guest. */
export const tracedBooking = z.object({
  id: uuid,
  /** Null during a rollout: of a service that does not return it. */
  reference: z.string().nullable().default(null),
  tenantId: uuid,
  livemode: z.boolean(),
  state: z.string(),
  version: z.int(),
  resourceId: uuid,
  from: z.string(),
  to: z.string(),
  source: z.string(),
  createdAt: z.string(),
});
export type TracedBooking = z.infer<typeof tracedBooking>;

export const traceEntry = z.object({
  at: z.string(),
  /**
   * request: that changed nothing. change: by a request or a timer. event. mail. provider_call, notification: to and from the
   * payment provider. webhook. Any text is accepted: during a rollout a service may return kinds that the reader does not know.
   */
  kind: z.string(),
  what: z.string(),
  /** How it ended, or null where there is nothing to say. */
  outcome: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Of the trace in which it was recorded; the trace itself may not have been kept. */
  traceId: z.string().nullable(),
  detail: z.string().nullable(),
});
export type TraceEntry = z.infer<typeof traceEntry>;

/** Records of the service about one booking. The owner of the booking finds the tenant; the request names it to the others. */
export function traceOf(context: string) {
  return {
    traceBooking: rpc({
      context,
      name: 'trace-booking',
      request: z.object({ bookingId: uuid, tenantId: uuid.nullable() }),
      response: z.object({ booking: tracedBooking.nullable(), entries: z.array(traceEntry) }),
      refusals: [],
      idempotent: true,
      platformOnly: true,
    }),
  };
}
