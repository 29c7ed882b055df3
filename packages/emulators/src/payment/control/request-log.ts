export interface LoggedRequest {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
  readonly apiVersion: string | null;
  readonly idempotencyKey: string | null;
  readonly params: unknown;
  /** Null where the connection was closed without an answer. */
  readonly status: number | null;
  readonly replayed: boolean;
}

const MAX_REQUESTS = 2000;

export class RequestLog {
  #requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > 2 * MAX_REQUESTS) this.#requests = this.#requests.slice(-MAX_REQUESTS);
  }

  newestFirst(limit = MAX_REQUESTS): LoggedRequest[] {
    return this.#requests.slice(-limit).toReversed();
  }

  clear(): void {
    this.#requests = [];
  }
}
