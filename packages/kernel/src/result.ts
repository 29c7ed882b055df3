/** An expected failure, returned and not thrown. `code` is the public problem code, `extra` its additional fields. */
export interface Refusal<Code extends string = string> {
  readonly code: Code;
  readonly detail: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

export type Result<T, R = Refusal> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: R };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse<Code extends string>(
  code: Code,
  detail: string,
  extra?: Readonly<Record<string, unknown>>,
): { readonly ok: false; readonly refusal: Refusal<Code> } {
  return { ok: false, refusal: extra === undefined ? { code, detail } : { code, detail, extra } };
}

/** For the default case of an exhaustive switch. Throws. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
