export interface Problem {
  readonly code: string;
  readonly detail: string;
  /** More fields of the body. `retryAfterSeconds` becomes the Retry-After header instead. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
