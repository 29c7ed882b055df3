const DAY_MS = 24 * 60 * 60 * 1000;

/** As long as a publisher keeps what it sent, so that it can make a damaged stream whole again. */
export const STREAM_MAX_AGE_MS = 7 * DAY_MS;

export interface StreamDeclaration {
  /** `EVT_<CONTEXT>` */
  readonly name: string;
  readonly subjects: readonly string[];
  /** Copies in a cluster; 1 where nothing is said. */
  readonly replicas?: number | undefined;
}

export interface StreamState {
  /** Tells a stream from its successor of the same name. */
  readonly createdAt: string;
  readonly firstSequence: number;
  readonly lastSequence: number;
}
