import { findStream } from '@lodging/kit-messaging';
import type { Bus, StreamState } from '@lodging/kit-messaging';
import { jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamManager, StoredMsg } from '@nats-io/jetstream';

/** Concurrent requests: a publisher may read only single messages of its own stream. */
const AT_ONCE = 100;

export interface StreamPosition {
  readonly stream: string;
  readonly since: Temporal.Instant;
  /** The last message that was read before; null at the beginning. */
  readonly after: number | null;
}

export interface StreamChunk {
  readonly messages: readonly StoredMsg[];
  readonly through: number;
}

/** Chunks from the first message at `since`, or after the one that is named, up to what is the last one now. */
export async function* readStream(
  bus: Bus,
  { stream, since, after }: StreamPosition,
): AsyncGenerator<StreamChunk & { readonly last: number }> {
  const state = await findStream(bus, stream);
  if (state === undefined || state.lastSequence === 0) return;
  const manager = await jetstreamManager(bus.connection, { checkAPI: false });
  const last = state.lastSequence;
  let next = after === null ? await firstSince(manager, { stream, since, state }) : after + 1;
  while (next <= last) {
    const through = Math.min(next + AT_ONCE - 1, last);
    const sequences = Array.from({ length: through - next + 1 }, (_, index) => next + index);
    const read = await Promise.all(sequences.map((seq) => manager.streams.getMessage(stream, { seq })));
    yield { messages: read.filter((message) => message !== null), through, last };
    next = through + 1;
  }
}

interface Search {
  readonly stream: string;
  readonly since: Temporal.Instant;
  readonly state: StreamState;
}

/** Messages are stored in the order of their times. One that is gone counts as an early one: they go from the start. */
async function firstSince(manager: JetStreamManager, { stream, since, state }: Search): Promise<number> {
  let [from, to] = [Math.max(1, state.firstSequence), state.lastSequence + 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const message = await manager.streams.getMessage(stream, { seq: middle });
    const isEarly = message === null || message.time.getTime() < since.epochMilliseconds;
    if (isEarly) from = middle + 1;
    else to = middle;
  }
  return from;
}
