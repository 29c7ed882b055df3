/** An expected failure, returned and not thrown. `code` is the public problem code, `extra` its additional fields. */
export interface Refusal<Code extends string = string> {
  readonly code: Code;
  readonly detail: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

export type Result<T, R = Refusal> = { readonly ok: true; readonly value: T } | RefusedWith<R>;

/** The refused side of a result. */
export interface RefusedWith<R> {
  readonly ok: false;
  readonly refusal: R;
}

export type Refused<Code extends string = string> = RefusedWith<Refusal<Code>>;

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse<Code extends string>(
  code: Code,
  detail: string,
  extra?: Readonly<Record<string, unknown>>,
): Refused<Code> {
  return { ok: false, refusal: extra === undefined ? { code, detail } : { code, detail, extra } };
}

/** The same refusal, or what `map` makes of the value. */
export function mapResult<From, To, R>(result: Result<From, R>, map: (value: From) => To): Result<To, R> {
  return result.ok ? ok(map(result.value)) : result;
}

/** For the default case of an exhaustive switch. Throws. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
