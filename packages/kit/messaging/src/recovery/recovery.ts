import { ok } from '@lodging/kernel';
import type { Database } from '@lodging/kit-postgres';
import type { Bus } from '../bus/bus.ts';
import type { Operation } from '../rpc/operation.ts';
import { on } from '../rpc/route.ts';
import type { Route } from '../rpc/route.ts';
import { dropLostEvents } from './drop-lost.ts';
import type { EventToDrop, OnDropped } from './drop-lost.ts';
import { findLostEvents } from './lost-events.ts';
import type { LostEvents } from './lost-events.ts';
import { isResendCursor, resendSome } from './resend.ts';

export interface StayToLookUp {
  readonly tenantId: string;
  readonly id: string;
  readonly place: { readonly resourceId: string; readonly from: string; readonly to: string } | null;
}

export interface StayKnowledge {
  id: string;
  knows: Record<string, string | number | boolean | null>;
}

export interface ClaimsAgain {
  readonly claimed: number;
  readonly unclaimed: { tenantId: string; id: string; code: string }[];
  readonly next: string | null;
}

/** Stays that changed since, and those that are named. */
export interface ClaimAgain {
  readonly since: Temporal.Instant;
  readonly stays: readonly { readonly tenantId: string; readonly id: string }[];
  readonly after: string | null;
}

/** What a service adds to the recovery after its database, or that of another service, was set back. */
export interface Recovery {
  readonly lookUp?: (stays: readonly StayToLookUp[]) => Promise<StayKnowledge[]>;
  readonly onDropped?: OnDropped;
  /** Called before anything is sent again, possibly several times. */
  readonly prepare?: () => Promise<void>;
  /** A part of the stays at a time, after the one that `after` names. */
  readonly claimAgain?: (request: ClaimAgain) => Promise<ClaimsAgain>;
}

interface RecoverRequest extends Omit<ClaimAgain, 'since'> {
  readonly since: string;
  readonly everyStay?: boolean | undefined;
}

const EVER = Temporal.Instant.fromEpochMilliseconds(0);
const NOTHING = { resent: 0, next: null };

export interface RecoveryOperations {
  readonly listLostEvents: Operation<{ since: string; after: number | null }, LostEvents>;
  readonly dropLostEvents: Operation<{ stream: string; events: readonly EventToDrop[] }, { dropped: number }>;
  readonly lookUpStays: Operation<{ stays: readonly StayToLookUp[] }, { stays: StayKnowledge[] }>;
  readonly recover: Operation<RecoverRequest, ClaimsAgain & { resent: number }>;
}

export interface RecoveryParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly publishes?: string | undefined;
  readonly consumes: readonly string[];
  readonly recovery?: Recovery | undefined;
}

export function recoveryRoutes(operations: RecoveryOperations, parts: RecoveryParts): Route[] {
  const { db, bus, publishes, consumes, recovery } = parts;
  return [
    on(operations.listLostEvents, async ({ since, after }) =>
      ok(await findLostEvents(parts, { since: Temporal.Instant.from(since), after })),
    ),
    on(operations.dropLostEvents, async ({ stream, events }) => {
      const from = { db, consumer: bus.name, onDropped: recovery?.onDropped };
      return ok({ dropped: consumes.includes(stream) ? await dropLostEvents(from, events) : 0 });
    }),
    on(operations.lookUpStays, async ({ stays }) => ok({ stays: (await recovery?.lookUp?.(stays)) ?? [] })),
    on(operations.recover, async ({ since: text, after, stays, everyStay }) => {
      const since = Temporal.Instant.from(text);
      if (after === null) await recovery?.prepare?.();
      const isResending = publishes !== undefined && (after === null || isResendCursor(after));
      const { resent, next } = isResending ? await resendSome(db, { since, after }) : NOTHING;
      if (next !== null) return ok({ resent, claimed: 0, unclaimed: [], next });
      const from = { since: everyStay === true ? EVER : since, after: isResending ? null : after, stays };
      const claims = await recovery?.claimAgain?.(from);
      return ok({ resent, ...(claims ?? { claimed: 0, unclaimed: [], next: null }) });
    }),
  ];
}
