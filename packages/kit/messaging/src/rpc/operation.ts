import type { Refusal } from '@lodging/kernel';
import type { ZodType } from 'zod';

/** The shape that contracts declare; this package only needs to read it. */
export interface Operation<Req, Res> {
  /** `rpc.<context>.v<n>.<use-case>` */
  readonly subject: string;
  readonly request: ZodType<Req>;
  readonly response: ZodType<Res>;
  readonly refusals: readonly string[];
  /** True when a second run of one request changes nothing more, so that the first caller may try again. */
  readonly idempotent: boolean;
}

export type Answer<Res> =
  | { readonly ok: true; readonly value: Res; readonly replayed: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** What a handler gives back: a value, a value that an earlier run already gave, or a refusal. */
export type Outcome<Res> =
  | { readonly ok: true; readonly value: Res; readonly replayed?: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** The answer of an earlier run of the same command. */
export function okReplayed<T>(value: T): { readonly ok: true; readonly value: T; readonly replayed: true } {
  return { ok: true, value, replayed: true };
}
