import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { BookingApi } from '../api/booking-api.ts';
import type { CalendarDay } from '../api/records.ts';
import { addDays, addMonths, firstOfMonth, instantsAround } from '../format/iso-days.ts';

/** The nights of one resource, a month at a time. A month that cannot be read stays without marks: dates can be typed. */
export class CalendarController implements ReactiveController {
  /** The day that the keyboard is on; its month is the one that is shown. */
  focused: string;
  currency = '';
  readonly #host: ReactiveControllerHost;
  readonly #api: BookingApi;
  readonly #resourceId: string;
  readonly #days = new Map<string, CalendarDay>();
  readonly #requested = new Set<string>();

  constructor(host: ReactiveControllerHost, api: BookingApi, resourceId: string, today: string) {
    this.#host = host;
    this.#api = api;
    this.#resourceId = resourceId;
    this.focused = today;
    host.addController(this);
  }

  hostConnected(): void {
    void this.#load(firstOfMonth(this.focused));
  }

  day(date: string): CalendarDay | undefined {
    return this.#days.get(date);
  }

  focus(date: string): void {
    this.focused = date;
    this.#host.requestUpdate();
    void this.#load(firstOfMonth(date));
  }

  /** What was read may have been sold meanwhile. */
  forget(): void {
    this.#requested.clear();
    void this.#load(firstOfMonth(this.focused));
  }

  async #load(month: string): Promise<void> {
    if (this.#requested.has(month)) return;
    this.#requested.add(month);
    // A day more at both ends: the zone of the resource may be on another date.
    const { from, to } = instantsAround(addDays(month, -1), addDays(addMonths(month, 1), 1));
    const answer = await this.#api.calendar(this.#resourceId, from, to);
    if (!answer.ok) {
      this.#requested.delete(month);
      return;
    }
    this.currency = answer.value.currency;
    for (const day of answer.value.days) this.#days.set(day.date, day);
    this.#host.requestUpdate();
  }
}
