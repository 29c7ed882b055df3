import type { Refusal } from '@lodging/kernel';
import type { ZodType } from 'zod';
import type { MessageLimits } from './message-limits.ts';

/** What a list of permissions must hold: one that grants it, or none of the groups. */
export interface PermissionGrant {
  readonly name: string;
  readonly grantedBy: readonly string[];
  readonly groups: readonly string[];
}

/** On whose word an operation runs. */
export interface Callers {
  /** Subjects of operations whose client is also the client of this one: their service passes the mandate on. */
  readonly calledFor: readonly string[];
  /** The service that signs for clients and for the platform's operator. */
  readonly clientsThrough: string;
  /** Of those, the platform's operator alone. */
  readonly platformOnly: boolean;
  /** Services that request it in their own name, for work that no client requested. */
  readonly services: readonly string[];
  /** What a key or an operator needs. Undefined: nothing, or the operation decides. */
  readonly permission?: PermissionGrant | undefined;
  /** Publishable keys, too, which have no permissions. */
  readonly takesPublishable?: boolean | undefined;
}

/** An operation as contracts declare it. */
export interface Operation<Req, Res> extends MessageLimits {
  /** `rpc.<context>.v<n>.<use-case>` */
  readonly subject: string;
  readonly request: ZodType<Req>;
  readonly response: ZodType<Res>;
  readonly refusals: readonly string[];
  /** A second run of the same request has no further effect, so it may be sent again. */
  readonly idempotent: boolean;
  readonly callers: Callers;
}

export type Answer<Res> =
  | { readonly ok: true; readonly value: Res; readonly replayed: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** The result of a handler: a value, the value of an earlier run (`replayed`), or a refusal. */
export type Outcome<Res> =
  | { readonly ok: true; readonly value: Res; readonly replayed?: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** The value of an earlier run of the same request. */
export function okReplayed<T>(value: T): { readonly ok: true; readonly value: T; readonly replayed: true } {
  return { ok: true, value, replayed: true };
}
