import type { Model } from '../machine/model.ts';

export interface BookingEvents {
  'lodging-stage': CustomEvent<{ readonly stage: Model['stage'] }>;
  'lodging-held': CustomEvent<StayDetail>;
  'lodging-confirmed': CustomEvent<StayDetail>;
  'lodging-refused': CustomEvent<{
    readonly code: string;
    readonly status: number;
    readonly requestId: string | null;
  }>;
}

interface StayDetail {
  readonly reservationId: string;
  readonly reference: string;
  readonly resourceId: string | null;
  readonly totalMinorUnits: string;
  readonly currency: string;
}

/** Dispatches the component’s events to the page. They have no guest data. */
export function announce(host: HTMLElement, model: Model, before: Model): void {
  const dispatch = <N extends keyof BookingEvents>(name: N, detail: BookingEvents[N]['detail']) =>
    host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  if (model.stage !== before.stage) dispatch('lodging-stage', { stage: model.stage });
  if (model.hold !== null && before.hold === null && model.stage === 'email')
    dispatch('lodging-held', stayOf(model));
  if (model.stage === 'confirmed' && before.stage !== 'confirmed')
    dispatch('lodging-confirmed', stayOf(model));
  const problem = model.notice?.problem;
  if (problem !== undefined && problem !== before.notice?.problem) {
    const { code, status, requestId } = problem;
    dispatch('lodging-refused', { code, status, requestId });
  }
}

function stayOf({ hold, choice }: Model): StayDetail {
  return {
    reservationId: hold?.id ?? '',
    reference: hold?.reference ?? '',
    resourceId: choice?.resourceId ?? null,
    totalMinorUnits: hold?.totalMinorUnits ?? '0',
    currency: hold?.currency ?? '',
  };
}
