import type { GuestAction, Event, Occurrence, Step } from './events.ts';
import { emptyModel, isHolding, isSameStep } from './model.ts';
import type { Model, Task, RequestedStay } from './model.ts';
import { afterRefusal } from './refusals.ts';
import { afterReply } from './replies.ts';
import { resume, rest, run } from './steps.ts';
import { time } from './time.ts';

/** The whole behaviour of the component: pure, so that it is the same after a reload and in every tab. */
export function update(model: Model, event: Event): Step {
  switch (event.kind) {
    case 'resumed':
      return resumed(model, event);
    case 'other_tab':
      return otherTab(model, event.stored);
    case 'time':
      return time(model, event.nowMs);
    case 'online':
      return model.notice?.problem.code === 'connection_failed' && model.notice.retry
        ? run(model, model.notice.retry)
        : { model, task: null };
    case 'refused':
      return afterRefusal({ ...model, known: { ...model.known, ...event.known } }, event.task, event.problem);
    case 'found':
    case 'quoted':
    case 'held':
    case 'checked':
    case 'code_sent':
    case 'verified':
    case 'leaving':
    case 'confirmed':
      return afterReply(model, event);
    default:
      return afterAction(model, event);
  }
}

function afterAction(model: Model, event: GuestAction): Step {
  switch (event.kind) {
    case 'request':
      return changeRequest(model, event.requestedStay);
    case 'search':
      return run(
        { ...model, found: null },
        { kind: 'search', bookableOnly: searchesAll(model), cursor: null },
      );
    case 'more':
      return more(model);
    case 'choose':
      return run({ ...model, choice: event.choice, quote: null, holdKey: null }, { kind: 'quote' });
    case 'paid':
      return run(model, { kind: 'confirm', attempt: 1, delaySeconds: 0 });
    case 'requote':
      return requote(model);
    case 'hold':
      return run({ ...model, holdKey: model.holdKey ?? event.key }, { kind: 'hold' });
    case 'email':
      return run({ ...model, email: event.email, guest: event.guest }, { kind: 'send_code' });
    case 'new_code':
      return run(model, { kind: 'send_code' });
    case 'other_email':
      return rest({ ...model, stage: 'email' });
    case 'code':
      return run(model, { kind: 'verify_code', code: event.code });
    case 'pay':
      return run(model, model.hold?.totalMinorUnits === '0' ? confirmNow() : { kind: 'checkout' });
    case 'check':
      return run(model, { kind: 'check' });
    case 'back':
      return rest({ ...model, stage: 'search', quote: null });
    case 'restart':
      return rest({
        ...emptyModel(model.resourceId, model.requestedStay),
        clockOffsetMs: model.clockOffsetMs,
      });
    case 'retry':
      return model.notice?.retry ? run(model, model.notice.retry) : { model, task: null };
  }
}

/** Without a stored stay, the model in memory continues. */
function resumed(model: Model, { stored, from }: Extract<Occurrence, { kind: 'resumed' }>): Step {
  if (stored !== null) return resume(stored, from);
  if (from === 'reload') return { model, task: null };
  // Whether the guest has paid is unknown here, so the hold is read.
  if (isHolding(model)) return resume(model, from === 'paid' ? 'paid' : 'reload');
  return from === 'paid'
    ? { model: { ...model, information: 'payment_safe' }, task: null }
    : { model, task: null };
}

/** Prices of another request would be wrong. The message about a payment stays while the guest searches for another stay. */
function changeRequest(model: Model, requestedStay: RequestedStay): Step {
  const { model: next } = rest({ ...model, requestedStay, found: null });
  const { information } = model;
  return { model: information === 'payment_safe' ? { ...next, information } : next, task: null };
}

/** A search for one resource includes unbookable results, because they give the reasons. */
function searchesAll({ resourceId }: Model): boolean {
  return resourceId === null;
}

function more(model: Model): Step {
  const { found } = model;
  if (found === null || found.nextCursor === null) return { model, task: null };
  return run(model, { kind: 'search', bookableOnly: found.bookable, cursor: found.nextCursor });
}

/** Requests a new quote for the same stay after its quote or hold ended. */
function requote(model: Model): Step {
  const { resourceId, requestedStay, choice, quote, known, clockOffsetMs } = model;
  const empty = emptyModel(resourceId, requestedStay);
  return run({ ...empty, choice, quote, known, clockOffsetMs }, { kind: 'quote' });
}

function confirmNow(): Task {
  return { kind: 'confirm', attempt: 0, delaySeconds: 0 };
}

/**
 * Tabs share one stay. A tab in which nothing is held follows a tab that holds or has confirmed one, and so does a tab
 * of the same hold.
 */
function otherTab(model: Model, stored: Model | null): Step {
  if (stored === null) {
    // The other tab started a new search.
    return isHolding(model) ? rest(emptyModel(model.resourceId, model.requestedStay)) : { model, task: null };
  }
  if (model.stage === 'confirmed' || stored.hold === null) return { model, task: null };
  // A hold that has ended elsewhere is no news for a tab that looks for another stay.
  if (stored.stage === 'over' && stored.hold.id !== model.hold?.id) return { model, task: null };
  if (isSameStep(stored, model)) return { model, task: null };
  const { model: next, task } = resume(stored, 'other_tab');
  return { model: { ...next, information: next.stage === 'confirmed' ? null : 'other_tab' }, task };
}
