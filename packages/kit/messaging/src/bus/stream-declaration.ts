const DAY_MS = 24 * 60 * 60 * 1000;

/** As long as a publisher keeps published events in its outbox, so that it can repair a damaged stream. */
export const STREAM_MAX_AGE_MS = 7 * DAY_MS;

export interface StreamDeclaration {
  /** `EVT_<CONTEXT>` */
  readonly name: string;
  readonly subjects: readonly string[];
  /** Its durable consumers, named after the consuming services. */
  readonly consumers?: readonly string[];
  /** Copies in a cluster; 1 unless given. */
  readonly replicas?: number | undefined;
}

export interface StreamState {
  /** Distinguishes a stream from a later one of the same name. */
  readonly createdAt: string;
  readonly firstSequence: number;
  readonly lastSequence: number;
}
