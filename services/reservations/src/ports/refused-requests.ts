export interface RefusedRequest {
  readonly tenantId: string;
  readonly reservationId: string;
  /** `confirm-hold` */
  readonly operation: string;
  readonly code: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
}

/** Requests that were refused alike, the last of which is recorded. */
export interface RefusedTimes {
  readonly times: number;
  readonly firstAgoMs: number;
  readonly lastAgoMs: number;
}

/** Refusals change nothing: without this no record would tell of them. */
export interface RefusedRequestRepository {
  record(refused: RefusedRequest, seen: RefusedTimes): Promise<void>;
  /** Deletes a batch of those that were last met 30 days ago. Returns their number. */
  purge(): Promise<number>;
}
