import { inSpan } from '@lodging/kit-runtime';
import { isUnneeded } from '../domain/notification.ts';
import type { Notification, NotificationOutcome, Subject } from '../domain/notification.ts';
import type { Alerts, DueNotification, NotificationRepository } from '../ports.ts';
import { applyNotification } from './apply-notification.ts';
import type { Arrivals } from './arrivals.ts';
import type { ApplyNotificationDeps } from './apply-notification.ts';

export interface ProcessNotificationsDeps extends ApplyNotificationDeps {
  readonly notifications: NotificationRepository;
  readonly alerts: Alerts;
  readonly arrivals: Arrivals;
  /** Aborted when the service stops: it takes no more then. */
  readonly signal: AbortSignal;
}

const BATCH = 10;
/** A notification about a payment that is unknown for so long is parked. */
const RETRY_FOR = { hours: 24 };

/** What this process stored it applies itself; the store is asked for what is tried again, or was left by another one. */
export interface NotificationWork {
  /** Stores one, and takes it where it is to be applied. False where this event is stored already. */
  store(notification: Notification): Promise<boolean>;
  /** Applies what it took, and what is due in the store, where it has not been asked for a second. */
  run(): Promise<void>;
  /** Applies what it took, for a few seconds. The rest is due in the store when its lease ends. */
  finish(): Promise<void>;
}

/** What is taken is applied long before its lease ends. */
const MOST_TAKEN = 100;
/** Then its lease is over, or nearly: another process may apply it. */
const TAKEN_FOR_MS = 9000;
const ASK_EVERY_MS = 900;
/** A batch that takes longer waits for the provider or the database: what comes meanwhile is left to any process. */
const SLOW_MS = 1000;
/** The last events are published after it, within the limit of the drain. */
const FINISH_WITHIN_MS = 5000;

export function createNotificationWork(deps: ProcessNotificationsDeps): NotificationWork {
  const { notifications, signal, arrivals } = deps;
  const taken = createTaken();
  const room = createRoom();
  const due = createDueSearch(deps);
  const apply = (batch: readonly DueNotification[]) =>
    room.duringBatch(() =>
      Promise.all(byPayment(batch).map((ofPayment) => processInOrder(deps, ofPayment, taken.end))),
    );
  return {
    async store(notification) {
      // Refunds and sessions are rare: they are found in the store, where those of several processes meet.
      const isIntent = notification.subject.kind === 'intent';
      const leave = isIntent && !signal.aborted ? room.enter() : undefined;
      const endArrival = arrivals.begin(notification);
      const end = () => {
        endArrival();
        leave?.();
      };
      const until = performance.now() + TAKEN_FOR_MS;
      let leased: DueNotification | null = null;
      try {
        const stored = await notifications.store(notification, { lease: leave !== undefined });
        ({ leased } = stored);
        if (leased !== null) taken.add(leased, { until, end });
        else if (stored.isNew && !isUnneeded(notification)) due.askNow();
        return stored.isNew;
      } finally {
        if (leased === null) end();
      }
    },
    async run() {
      for (;;) {
        const found = await due.find();
        await apply([...found, ...taken.next()]);
        if (found.length < BATCH && taken.isEmpty()) return;
      }
    },
    async finish() {
      const until = performance.now() + FINISH_WITHIN_MS;
      while (!taken.isEmpty() && performance.now() < until) await apply(taken.next());
    },
  };
}

interface Hold {
  readonly until: number;
  /** Called once it is applied, or left to others. */
  readonly end: () => void;
}

function createTaken() {
  const waiting: DueNotification[] = [];
  const holds = new WeakMap<DueNotification, Hold>();
  const end = (due: DueNotification): void => holds.get(due)?.end();
  return {
    end,
    isEmpty: () => waiting.length === 0,
    add(due: DueNotification, hold: Hold): void {
      waiting.push(due);
      holds.set(due, hold);
    },
    /** The next batch. What waited too long is left to whoever leases it. */
    next(): DueNotification[] {
      const now = performance.now();
      const batch = waiting.splice(0, BATCH);
      const isMine = (due: DueNotification) => now < (holds.get(due)?.until ?? 0);
      for (const due of batch) if (!isMine(due)) end(due);
      return batch.filter(isMine);
    },
  };
}

/** For what is being stored with a lease, is taken, or is being applied. */
function createRoom() {
  let held = 0;
  let batchBeganAt = Infinity;
  return {
    /** Returns the function that leaves it; undefined where there is no room. */
    enter(): (() => void) | undefined {
      if (held >= MOST_TAKEN || performance.now() - batchBeganAt >= SLOW_MS) return undefined;
      held += 1;
      return () => {
        held -= 1;
      };
    },
    async duringBatch(work: () => Promise<unknown>): Promise<void> {
      batchBeganAt = performance.now();
      try {
        await work();
      } finally {
        batchBeganAt = Infinity;
      }
    },
  };
}

function createDueSearch({
  notifications,
  clock,
}: Pick<ProcessNotificationsDeps, 'notifications' | 'clock'>) {
  let askedAt = 0;
  return {
    askNow(): void {
      askedAt = 0;
    },
    /** Nothing where the store has just been asked and had less than a batch. */
    async find(): Promise<DueNotification[]> {
      const now = clock.now().epochMilliseconds;
      // The clock may be set back.
      if (Math.abs(now - askedAt) < ASK_EVERY_MS) return [];
      // First, because what is stored meanwhile may have come too late for the answer.
      askedAt = now;
      const due = await notifications.takeDue(BATCH);
      if (due.length === BATCH) askedAt = 0;
      return due;
    },
  };
}

/**
 * Those of one payment in the order of the provider: a decline that a success has overtaken is not published. The
 * provider's time has whole seconds; within one, an intent is declined before it succeeds.
 */
async function processInOrder(
  deps: ProcessNotificationsDeps,
  ofPayment: DueNotification[],
  onApplied: (due: DueNotification) => void,
): Promise<void> {
  for (const due of ofPayment.toSorted(inOrderOfProvider)) {
    await inTraceOf(due, () => processNotification(deps, due));
    onApplied(due);
  }
}

function inOrderOfProvider({ notification: one }: DueNotification, { notification: other }: DueNotification) {
  const rank = ({ subject }: Notification) => (isSuccess(subject) ? 1 : 0);
  return Temporal.Instant.compare(one.createdAt, other.createdAt) || rank(one) - rank(other);
}

function isSuccess(subject: Subject): boolean {
  return subject.kind === 'intent' && subject.status === 'succeeded';
}

function byPayment(batch: readonly DueNotification[]): DueNotification[][] {
  const intentOf = ({ subject }: Notification) => ('intentId' in subject ? subject.intentId : null);
  const groups = Map.groupBy(
    batch,
    ({ notification }) => intentOf(notification) ?? notification.providerEventId,
  );
  return [...groups.values()];
}

/** Continues the trace of the request that delivered the notification. */
function inTraceOf(
  { notification: { type }, traceparent }: DueNotification,
  work: () => Promise<void>,
): Promise<void> {
  const attributes = { 'lodging.notification.type': type };
  return inSpan(`apply ${type}`, { attributes, traceparent: traceparent ?? undefined }, work);
}

async function processNotification(deps: ProcessNotificationsDeps, due: DueNotification): Promise<void> {
  const { notifications, alerts } = deps;
  try {
    const outcome = parkWhenOld(deps, due, await applyNotification(deps, due.notification));
    if (outcome.state === 'parked') alerts.notificationParked(due.notification, outcome.reason);
    if (outcome.state !== 'applied' || outcome.isSettled !== true) await notifications.settle(due, outcome);
  } catch (error) {
    alerts.notificationFailed(due.notification, error);
    const outcome = parkWhenOld(deps, due, { state: 'later', reason: 'failed' });
    // Without this it becomes due again when its lease ends.
    await notifications.settle(due, outcome).catch(() => undefined);
  }
}

function parkWhenOld(
  { clock }: ProcessNotificationsDeps,
  { receivedAt }: DueNotification,
  outcome: NotificationOutcome,
): NotificationOutcome {
  if (outcome.state !== 'later') return outcome;
  const isOld = Temporal.Instant.compare(clock.now(), receivedAt.add(RETRY_FOR)) > 0;
  return isOld ? { state: 'parked', reason: outcome.reason } : outcome;
}
