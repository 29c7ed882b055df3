import { ok } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Bus, Operation, Route } from '@lodging/kit-messaging';
import type { Database } from '@lodging/kit-postgres';
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

export interface ReclaimResult {
  readonly claimed: number;
  readonly unclaimed: { tenantId: string; id: string; code: string }[];
  readonly next: string | null;
}

/** Stays that changed since then, and `stays`. */
export interface ReclaimRequest {
  readonly since: Temporal.Instant;
  readonly stays: readonly { readonly tenantId: string; readonly id: string }[];
  readonly after: string | null;
}

/** Steps of one service in the recovery after its database, or that of another service, was restored. */
export interface Recovery {
  readonly lookUp?: (stays: readonly StayToLookUp[]) => Promise<StayKnowledge[]>;
  readonly onDropped?: OnDropped;
  /** Called before events are resent, possibly several times. */
  readonly prepare?: () => Promise<void>;
  /** Reclaims a part of the stays, after the cursor `after`. */
  readonly reclaim?: (request: ReclaimRequest) => Promise<ReclaimResult>;
}

interface RecoverRequest extends Omit<ReclaimRequest, 'since' | 'stays'> {
  readonly since: string;
  /** Null: all stays. */
  readonly stays: ReclaimRequest['stays'] | null;
}

const EVER = Temporal.Instant.fromEpochMilliseconds(0);
const NOTHING = { resent: 0, next: null };

export interface RecoveryOperations {
  readonly listLostEvents: Operation<{ since: string; after: number | null }, LostEvents>;
  readonly dropLostEvents: Operation<{ stream: string; events: readonly EventToDrop[] }, { dropped: number }>;
  readonly lookUpStays: Operation<{ stays: readonly StayToLookUp[] }, { stays: StayKnowledge[] }>;
  readonly recover: Operation<RecoverRequest, ReclaimResult & { resent: number }>;
}

export interface RecoveryDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly publishes?: string | undefined;
  readonly consumes: readonly string[];
  readonly recovery?: Recovery | undefined;
}

export function recoveryRoutes(operations: RecoveryOperations, deps: RecoveryDeps): Route[] {
  const { db, bus, publishes, consumes, recovery } = deps;
  return [
    on(operations.listLostEvents, async ({ since, after }) =>
      ok(await findLostEvents(deps, { since: Temporal.Instant.from(since), after })),
    ),
    on(operations.dropLostEvents, async ({ stream, events }) => {
      const from = { db, consumer: bus.name, onDropped: recovery?.onDropped };
      return ok({ dropped: consumes.includes(stream) ? await dropLostEvents(from, events) : 0 });
    }),
    on(operations.lookUpStays, async ({ stays }) => ok({ stays: (await recovery?.lookUp?.(stays)) ?? [] })),
    on(operations.recover, async ({ since: text, after, stays }) => {
      const since = Temporal.Instant.from(text);
      if (after === null) await recovery?.prepare?.();
      const isResending = publishes !== undefined && (after === null || isResendCursor(after));
      const { resent, next } = isResending ? await resendSome(db, { since, after }) : NOTHING;
      if (next !== null) return ok({ resent, claimed: 0, unclaimed: [], next });
      const selection = stays === null ? { since: EVER, stays: [] } : { since, stays };
      const claims = await recovery?.reclaim?.({ ...selection, after: isResending ? null : after });
      return ok({ resent, ...(claims ?? { claimed: 0, unclaimed: [], next: null }) });
    }),
  ];
}
