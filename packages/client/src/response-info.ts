export interface ResponseInfo {
  readonly status: number;
  /** Names the request in the logs of the API. */
  readonly requestId: string | null;
  /** For `ifMatch` and `ifNoneMatch` of a later call. */
  readonly etag: string | null;
  /** True where an earlier request with the same Idempotency-Key made what is answered. */
  readonly replayed: boolean;
  readonly headers: Headers;
}

/** One for all copies of this package: the answers of the CommonJS module are known to the ES module. */
const KNOWN = Symbol.for('@lodging/client/responses');
const shared = globalThis as { [KNOWN]?: WeakMap<object, ResponseInfo> };
const known = (shared[KNOWN] ??= new WeakMap<object, ResponseInfo>());

/** What came with an answer of this client beside its body. Undefined for anything else. */
export function responseInfo(answer: object): ResponseInfo | undefined {
  return known.get(answer);
}

export function remember(answer: object, { status, headers }: Response): void {
  known.set(answer, {
    status,
    requestId: headers.get('x-request-id'),
    etag: headers.get('etag'),
    replayed: headers.get('idempotent-replayed') === 'true',
    headers,
  });
}
