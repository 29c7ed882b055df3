/**
 * Thrown by a handler that needs a server outside of the product, which cannot be reached. Its event is delivered again until
 * the server is back, however long that takes, and makes no dead letter meanwhile.
 */
export class OutsideOutage extends Error {
  override readonly name = 'OutsideOutage';
}

interface Delivered {
  readonly durable: string;
  readonly eventId: string;
}

const MAX_EVENTS = 10_000;

/** The events whose last delivery to this process failed by an outage. */
const waiting = new Set<string>();
const keyOf = ({ durable, eventId }: Delivered): string => `${durable} ${eventId}`;

export function failedByOutage(delivered: Delivered): boolean {
  return waiting.has(keyOf(delivered));
}

/** Of more than MAX_EVENTS the oldest are dropped: each has a dead letter while it is delivered the next time. */
export function rememberOutcome(delivered: Delivered, error?: unknown): void {
  const key = keyOf(delivered);
  waiting.delete(key);
  if (!(error instanceof OutsideOutage)) return;
  waiting.add(key);
  const [oldest] = waiting;
  if (waiting.size > MAX_EVENTS && oldest !== undefined) waiting.delete(oldest);
}
