import type { PublicEvent } from './public-event.ts';

/** The body around its `sequence`, which is known only when the event is logged. */
export interface EventBody {
  readonly head: string;
  readonly tail: string;
}

type Facts = Readonly<Record<string, unknown>>;

/** 20 KiB, less what a sequence takes. */
const MOST_BYTES = 20 * 1_024 - 20;
export const PING = 'webhook.ping';

export function renderBody(event: PublicEvent): EventBody {
  const { id, type, livemode, occurredAt } = event;
  const timestamp = Temporal.Instant.from(occurredAt).toString({ smallestUnit: 'millisecond' });
  const start = JSON.stringify({ id, type, timestamp, apiVersion: 'v1', livemode });
  const head = `${start.slice(0, -1)},"sequence":`;
  const tails = [event.object, plainFacts(event.object), idOf(event.object)].map(tailOf);
  return { head, tail: tails.find((tail) => sizeOf(head + tail) <= MOST_BYTES) ?? tailOf({}) };
}

/** Not an event of any reservation: sequence 0, and in no log. */
export function renderPing(ping: {
  readonly id: string;
  readonly endpointId: string;
  readonly livemode: boolean;
  readonly occurredAt: string;
}): string {
  const { head, tail } = renderBody({
    ...ping,
    type: PING,
    reservationId: '',
    object: { webhookEndpointId: ping.endpointId },
  });
  return `${head}0${tail}`;
}

function tailOf(object: Facts): string {
  return `,${JSON.stringify({ data: { object } }).slice(1)}`;
}

/** What is too long to send is left to be asked for. */
function plainFacts(object: Facts): Facts {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => typeof value !== 'object' || value === null),
  );
}

function idOf(object: Facts): Facts {
  return 'id' in object ? { id: object['id'] } : {};
}

/** UTF-8 needs at most three bytes for each unit of a string. */
function sizeOf(text: string): number {
  let size = 0;
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0;
    size += point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
  }
  return size;
}
