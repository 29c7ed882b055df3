export interface LodgingOptions {
  /** A secret key (servers), a publishable key (browsers) or the token of an operator's session. */
  readonly key?: string | undefined;
  /** The address of the API, without `/v1`: `https://api.example.com`. */
  readonly baseUrl: string;
  /** For all tries of one call together; 60 seconds where absent. */
  readonly deadlineMs?: number | undefined;
  /** For each try; 20 seconds where absent. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is repeated at the most; 4 where absent. */
  readonly maxRetries?: number | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For all tries of this call together. */
  readonly deadlineMs?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface CreateOptions extends CallOptions {
  /** A UUID. Made where absent; pass your own to repeat the call after a restart. */
  readonly idempotencyKey?: string | undefined;
}

export interface ReadOptions extends CallOptions {
  /** The ETag of what you have: the call answers undefined where it is still the same. */
  readonly ifNoneMatch?: string | undefined;
}

export interface ChangeOptions extends CallOptions {
  /** The ETag of the version to change; another one is refused with `version_mismatch`. */
  readonly ifMatch?: string | undefined;
}
