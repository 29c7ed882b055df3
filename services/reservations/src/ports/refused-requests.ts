export interface RefusedRequest {
  readonly tenantId: string;
  readonly reservationId: string;
  /** `confirm-hold` */
  readonly operation: string;
  readonly code: string;
  readonly requestId: string;
}

/** Refusals change nothing: without this no record would tell of them. */
export interface RefusedRequestRepository {
  record(refused: RefusedRequest): Promise<void>;
  /** Deletes a batch of those that were last met 30 days ago. Returns their number. */
  purge(): Promise<number>;
}
