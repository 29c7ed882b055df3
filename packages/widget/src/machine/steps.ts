import type { Step } from './events.ts';
import type { Model, Task } from './model.ts';
import { isHolding } from './model.ts';

/** Runs a task. What was said about the one before is taken back. */
export function run(model: Model, task: Task): Step {
  return { model: { ...model, busy: task.kind, notice: null, information: null }, task };
}

export function rest(model: Model): Step {
  return { model: { ...model, busy: null, notice: null, information: null }, task: null };
}

/** The units are free again; the price has to be asked for once more. The guest's credentials are not needed any more. */
export function holdEnded(model: Model): Model {
  return { ...rest(model).model, stage: 'over', guestToken: null, email: '' };
}

/**
 * Goes on where the stored stay was. A hold that was asked for and has no answer yet is asked for again with its key,
 * which never makes a second one.
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
