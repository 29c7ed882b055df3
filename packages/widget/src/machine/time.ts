import type { Step } from './events.ts';
import { isHolding } from './model.ts';
import type { Model, Task } from './model.ts';
import { holdEnded, run } from './steps.ts';

const RECHECK_MS = 10_000;

/** At its end the hold is read, repeatedly until its state is known: the payment may have arrived in time. */
export function time(model: Model, nowMs: number): Step {
  const serverMs = nowMs + model.clockOffsetMs;
  const end = model.hold?.holdExpiresAt ?? null;
  const isOver = end !== null && serverMs >= Date.parse(end);
  if (!isHolding(model) || model.busy !== null || !isOver) return { model, task: null };
  if (!mayBePaid(model)) return { model: holdEnded(model), task: null };
  const { notice, quietSinceMs } = model;
  // A refusal stands for a while, so that it can be read and the server has its time.
  if (notice !== null && quietSinceMs === null)
    return { model: { ...model, quietSinceMs: serverMs }, task: null };
  const waitMs = Math.max(RECHECK_MS, (notice?.problem.retryAfterSeconds ?? 0) * 1_000);
  if (quietSinceMs !== null && serverMs < quietSinceMs + waitMs) return { model, task: null };
  return run({ ...model, quietSinceMs: serverMs }, question(model));
}

/** Another tab may have gone further than this one. Before there is a code, none has. */
function mayBePaid({ stage, guestToken, isPaymentOpen }: Model): boolean {
  return stage !== 'email' || guestToken !== null || isPaymentOpen;
}

function question({ guestToken, isPaymentOpen }: Model): Task {
  if (isPaymentOpen && guestToken !== null) return { kind: 'confirm', attempt: 1, delaySeconds: 0 };
  return { kind: 'check' };
}
