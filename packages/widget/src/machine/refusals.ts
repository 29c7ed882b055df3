import type { Problem } from '../api/records.ts';
import type { Step } from './events.ts';
import type { Model, Stage, Task } from './model.ts';
import { holdEnded, rest, run } from './steps.ts';

/** Between two questions whether the payment has come. */
const PAYMENT_DELAYS_SECONDS = [2, 4, 8, 15, 30];

/** Of these the same request may succeed later. */
const TEMPORARY = new Set([
  'connection_failed',
  'deadline_exceeded',
  'unexpected_response',
  'service_unavailable',
  'internal_error',
  'resource_locked',
  'rate_limited',
  'payment_setup_failed',
  'request_timeout',
]);

const ENDED = new Set(['hold_not_found', 'hold_not_held', 'not_confirmable', 'reservation_not_holdable']);

/** Which stage a refusal leads to; its words and alternatives are shown there. */
export function afterRefusal(model: Model, task: Task, problem: Problem): Step {
  if (task.kind === 'confirm' && problem.code === 'payment_required')
    return paymentMissing(model, task, problem);
  if (task.kind === 'checkout' && problem.code === 'already_paid') {
    return run(model, { kind: 'confirm', attempt: 1, delaySeconds: 0 });
  }
  if (ENDED.has(problem.code)) return afterEnd(model, task, problem);
  if (problem.code === 'quote_expired' || problem.code === 'invalid_quote_token') {
    return noticed({ ...model, stage: 'price', holdKey: null }, problem, { kind: 'quote' });
  }
  if (problem.code === 'hold_conflict' || problem.code === 'idempotency_key_conflict') {
    // A new quote shows whether units are left, and alternatives.
    return noticed({ ...model, stage: 'price', holdKey: null }, problem, { kind: 'quote' });
  }
  if (problem.code === 'invalid_guest_token' || problem.code === 'wrong_reservation') {
    return noticed({ ...model, stage: 'email', guestToken: null }, problem, null);
  }
  return noticed({ ...model, stage: stageOf(model, task) }, problem, retryOf(task, problem));
}

/** Without a quote, the widget shows the search results. */
function stageOf(model: Model, task: Task): Stage {
  if (task.kind === 'quote') return model.quote === null ? 'search' : 'price';
  return model.stage;
}

function retryOf(task: Task, { code }: Problem): Task | null {
  if (!TEMPORARY.has(code)) return null;
  if (task.kind === 'confirm') return { ...task, delaySeconds: 0 };
  return task;
}

function noticed(model: Model, problem: Problem, retry: Task | null): Step {
  return { model: { ...rest(model).model, notice: { problem, retry }, quietSinceMs: null }, task: null };
}

/** The guest is back from the payment page, and the money may still be on its way. */
function paymentMissing(model: Model, task: Extract<Task, { kind: 'confirm' }>, problem: Problem): Step {
  if (task.attempt === 0) return rest(model);
  const delaySeconds = PAYMENT_DELAYS_SECONDS[task.attempt - 1];
  if (delaySeconds === undefined) {
    return noticed(model, problem, { kind: 'confirm', attempt: 1, delaySeconds: 0 });
  }
  const next = run(model, { kind: 'confirm', attempt: task.attempt + 1, delaySeconds });
  return { ...next, model: { ...next.model, information: 'payment_pending' } };
}

/** The hold is read, because another tab or the payment may have confirmed it. */
function afterEnd(model: Model, task: Task, problem: Problem): Step {
  if (task.kind !== 'check' && task.kind !== 'hold' && problem.code !== 'hold_not_found') {
    return run(model, { kind: 'check' });
  }
  return { model: holdEnded(model), task: null };
}
