import { JetStreamApiError } from '@nats-io/jetstream';

/** The server has used up `max_file_store`: as one server says it, and as a cluster does. */
const WITHOUT_STORAGE = [10_023, 10_047];
/** A process tries again after half a minute at the latest, this one or another: an older failure may be over. */
const KNOWN_FOR_MS = 60_000;

export interface RelayFailure {
  /** Why events could not be published just now; null where they were, or where this process does not know. */
  current(): string | null;
  /** Undefined: they were published. */
  note(error: unknown): void;
}

export function createRelayFailure(): RelayFailure {
  let latest: { readonly why: string; readonly atMs: number } | undefined;
  return {
    current: () => (latest && performance.now() - latest.atMs < KNOWN_FOR_MS ? latest.why : null),
    note(error) {
      latest = error === undefined ? undefined : { why: describe(error), atMs: performance.now() };
    },
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The client says so of each subject at which no stream listens, and does not export the class.
  if (error.name === 'JetStreamNotEnabled') return 'no stream takes them';
  const isFull = error instanceof JetStreamApiError && WITHOUT_STORAGE.includes(error.code);
  return isFull ? `JetStream has no storage left (${error.message})` : error.message;
}
