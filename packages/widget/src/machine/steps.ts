import type { Step } from './events.ts';
import type { Model, Task } from './model.ts';
import { isHolding, noDetails } from './model.ts';

/** Runs a task. Removes the notice of the previous one. */
export function run(model: Model, task: Task): Step {
  return { model: { ...model, busy: task.kind, notice: null, information: null }, task };
}

export function rest(model: Model): Step {
  return { model: { ...model, busy: null, notice: null, information: null }, task: null };
}

/** The units are free and a new quote is needed. The guest's credentials are removed. */
export function holdEnded(model: Model): Model {
  return { ...rest(model).model, stage: 'over', guestToken: null, email: '', guest: noDetails };
}

/**
 * Continues with the stored stay. A hold request without an answer is repeated with its key,
 * which never makes a second hold.
 */
export function resume(stored: Model, from: 'reload' | 'paid' | 'cancelled' | 'other_tab'): Step {
  const model: Model = { ...stored, busy: null, notice: null, information: null, quietSinceMs: null };
  if (model.stage === 'price') {
    if (model.holdKey !== null && model.quote !== null) return run(model, { kind: 'hold' });
    return model.choice === null ? rest(model) : run(model, { kind: 'quote' });
  }
  // Another tab may have seen the end of the hold before the money came.
  if (model.stage === 'over' && from === 'paid') return run(model, { kind: 'check' });
  if (!isHolding(model) || from === 'other_tab') return rest(model);
  if (model.isPaymentOpen && model.guestToken !== null) {
    if (from === 'cancelled') return { model: { ...model, information: 'payment_cancelled' }, task: null };
    return run(model, { kind: 'confirm', attempt: from === 'paid' ? 1 : 0, delaySeconds: 0 });
  }
  return run(model, { kind: 'check' });
}
