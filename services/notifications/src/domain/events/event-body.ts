import { instantText } from '@lodging/kernel';
import type { PublicEvent } from './public-event.ts';

/** The body around its `sequence`, which is known only when the event is logged. */
export interface EventBody {
  readonly head: string;
  readonly tail: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** 20 KiB without the longest sequence. */
const MAX_BYTES = 20 * 1_024 - 20;
export const PING = 'webhook.ping';

export function renderBody(event: PublicEvent): EventBody {
  const { id, type, livemode, occurredAt } = event;
  const timestamp = instantText(Temporal.Instant.from(occurredAt));
  const start = JSON.stringify({ id, type, timestamp, apiVersion: 'v1', livemode });
  const head = `${start.slice(0, -1)},"sequence":`;
  const tails = [event.object, scalarFields(event.object), idOf(event.object)].map((object) =>
    tailOf(object, event.more),
  );
  return { head, tail: tails.find((tail) => sizeOf(head + tail) <= MAX_BYTES) ?? tailOf({}) };
}

/** A ping is no event of a reservation: its sequence is 0, and it is not logged. */
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

function tailOf(object: Fields, more: Fields = {}): string {
  return `,${JSON.stringify({ data: { object, ...more } }).slice(1)}`;
}

/** Nested values are dropped from a body that is too long; the API has them. */
function scalarFields(object: Fields): Fields {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => typeof value !== 'object' || value === null),
  );
}

function idOf(object: Fields): Fields {
  return 'id' in object ? { id: object['id'] } : {};
}

/** UTF-8 needs at most three bytes for each unit of a string. */
function sizeOf(text: string): number {
  let size = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    size += point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
  }
  return size;
}
