export interface LoggedRequest {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
  readonly apiVersion: string | null;
  readonly idempotencyKey: string | null;
  readonly params: unknown;
  /** Null where the reply was lost. */
  readonly status: number | null;
  readonly replayed: boolean;
}

const KEPT = 2000;

export class RequestLog {
  #requests: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > 2 * KEPT) this.#requests = this.#requests.slice(-KEPT);
  }

  newestFirst(limit = KEPT): LoggedRequest[] {
    return this.#requests.slice(-limit).toReversed();
  }

  clear(): void {
    this.#requests = [];
  }
}
