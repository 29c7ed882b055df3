import type { RequestEvent } from './send.ts';

export interface LodgingOptions {
  /**
   * A secret key (servers), a publishable key (browsers) or the token of an operator's session. On servers the variable
   * `LODGING_KEY` is read where this option is not named at all; undefined is a client without a key.
   */
  readonly key?: string | undefined;
  /** The address of the API, such as `https://api.example.com`. On servers the variable `LODGING_URL` where not named. */
  readonly baseUrl?: string | undefined;
  /** For all tries of one call together; 60 seconds where absent. */
  readonly deadlineMs?: number | undefined;
  /** For each try; 20 seconds where absent. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is repeated at the most; 4 where absent. */
  readonly maxRetries?: number | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of `fetch`: `same-origin` for a page whose session is in a cookie of this host. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Called after each try, for logs and metrics. What it throws is ignored. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
}

export interface CallOptions {
  /** Ends the call with a `LodgingError` of code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** For all tries of this call together. */
  readonly deadlineMs?: number | undefined;
  /** For each try of this call. */
  readonly timeoutMs?: number | undefined;
  /** How often this call is repeated at the most. */
  readonly maxRetries?: number | undefined;
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

/** Of a `request` that is written by hand. */
export interface RequestOptions extends CreateOptions, ReadOptions, ChangeOptions {
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Names as the API has them; null and undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
}
