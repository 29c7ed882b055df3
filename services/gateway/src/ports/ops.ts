import type {
  BacklogReport,
  DeadLetterDetail,
  DeadLetterRecord,
  HealthReport,
  LostEvent,
  RecoveryStep,
  StayKnowledge,
  StayToLookUp,
  TraceEntry,
  TracedBooking,
} from '@lodging/contract-wire';
import type { Page, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';

/** The operations that every service offers to the platform operator. */
export interface OpsClient {
  readonly service: string;
  reportHealth(ctx: RequestContext): Promise<ServiceAnswer<HealthReport>>;
  reportBacklog(ctx: RequestContext): Promise<ServiceAnswer<BacklogReport>>;
  /** Oldest first; `limit + 1` where there are more. */
  listDeadLetters(
    ctx: RequestContext,
    query: DeadLetterQuery,
  ): Promise<ServiceAnswer<{ deadLetters: DeadLetterRecord[] }>>;
  traceBooking(
    ctx: RequestContext,
    request: { readonly bookingId: string; readonly tenantId: string | null },
  ): Promise<ServiceAnswer<{ booking: TracedBooking | null; entries: TraceEntry[] }>>;
  listLostEvents(
    ctx: RequestContext,
    page: { readonly since: string; readonly after: number | null },
  ): Promise<ServiceAnswer<{ events: LostEvent[]; read: number; next: number | null }>>;
  dropLostEvents(
    ctx: RequestContext,
    lost: { readonly stream: string; readonly events: EventName[] },
  ): Promise<ServiceAnswer<{ dropped: number }>>;
  lookUpStays(ctx: RequestContext, stays: StayToLookUp[]): Promise<ServiceAnswer<{ stays: StayKnowledge[] }>>;
  recover(
    ctx: RequestContext,
    page: {
      readonly since: string;
      readonly after: string | null;
      /** Null: all stays. */
      readonly stays: StayName[] | null;
    },
  ): Promise<ServiceAnswer<RecoveryStep>>;
  readDeadLetter(ctx: RequestContext, deadLetterId: string): Promise<ServiceAnswer<DeadLetterDetail>>;
  replayDeadLetter(ctx: RequestContext, deadLetterId: string): Promise<ServiceAnswer<DeadLetterRecord>>;
  dismissDeadLetter(
    ctx: RequestContext,
    dismissed: { deadLetterId: string; reason: string },
  ): Promise<ServiceAnswer<DeadLetterRecord>>;
}

export interface StayName {
  readonly tenantId: string;
  readonly id: string;
}

export interface EventName extends StayName {
  readonly aggregateId: string;
}

export interface DeadLetterQuery extends Page {
  readonly consumer?: string | undefined;
  readonly includeReplayed: boolean;
}

/** A service that cannot be reached is a value here, not an error: the answers of the others are still shown. */
export type ServiceAnswer<T> =
  | { readonly reached: true; readonly result: Result<T> }
  | { readonly reached: false; readonly why: string };
