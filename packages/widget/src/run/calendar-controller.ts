import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { BookingApi } from '../api/booking-api.ts';
import type { CalendarDay } from '../api/records.ts';
import { addDays, addMonths, firstOfMonth, instantsAround } from '../format/iso-days.ts';
import { mergeCalendars, sourcesOf } from './merge-calendars.ts';
import type { Sources } from './merge-calendars.ts';

interface Options {
  readonly api: BookingApi;
  /** One resource, or the lowest price of all of them. */
  readonly resourceId: string | null;
  readonly today: string;
  /** How many months the guest sees at once. */
  readonly months: () => number;
}

/** Nights with their prices, two months at a time. Those that cannot be read stay without marks: dates can be typed. */
export class CalendarController implements ReactiveController {
  /** The day that the keyboard is on. */
  focused: string;
  /** The first month that is shown. */
  shown: string;
  currency = '';
  /** Of the property. */
  timeZone: string | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #options: Options;
  readonly #days = new Map<string, CalendarDay>();
  readonly #requested = new Set<string>();
  #sources: Promise<Sources | null> | null = null;

  constructor(host: ReactiveControllerHost, options: Options) {
    this.#host = host;
    this.#options = options;
    this.focused = options.today;
    this.shown = firstOfMonth(options.today);
    host.addController(this);
  }

  hostConnected(): void {
    void this.#load(this.shown);
  }

  day(date: string): CalendarDay | undefined {
    return this.#days.get(date);
  }

  focus(date: string): void {
    const month = firstOfMonth(date);
    const last = addMonths(this.shown, this.#options.months() - 1);
    if (month < this.shown) this.shown = month;
    else if (month > last) this.shown = addMonths(month, 1 - this.#options.months());
    this.focused = date;
    this.#host.requestUpdate();
    void this.#load(this.shown);
  }

  /** The guest turns the page. The day of the keyboard goes along. */
  turn(months: number): void {
    this.shown = addMonths(this.shown, months);
    this.focus(addMonths(this.focused, months));
  }

  /** What was read may have been sold meanwhile. */
  forget(): void {
    this.#requested.clear();
    void this.#load(this.shown);
  }

  async #load(month: string): Promise<void> {
    const wanted = [month, addMonths(month, 1)].filter((one) => !this.#requested.has(one));
    const [first, last] = [wanted[0], wanted.at(-1)];
    if (first === undefined || last === undefined) return;
    for (const one of wanted) this.#requested.add(one);
    if (await this.#read(first, addMonths(last, 1))) return this.#host.requestUpdate();
    for (const one of wanted) this.#requested.delete(one);
  }

  async #read(first: string, end: string): Promise<boolean> {
    const sources = await this.#findSources();
    if (sources === null) return false;
    // A day more at both ends: the zone of the resource may be on another date.
    const { from, to } = instantsAround(addDays(first, -1), addDays(end, 1));
    const answers = await Promise.all(sources.ids.map((id) => this.#options.api.calendar(id, from, to)));
    const calendars = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    this.currency ||= calendars[0]?.currency ?? '';
    const isWhole = sources.isWhole && calendars.length === answers.length;
    for (const day of mergeCalendars(calendars)) {
      if (isWhole || day.status === 'available') this.#days.set(day.date, day);
    }
    return calendars.length > 0;
  }

  async #findSources(): Promise<Sources | null> {
    this.#sources ??= this.#readSources();
    const sources = await this.#sources;
    if (sources === null) this.#sources = null;
    return sources;
  }

  async #readSources(): Promise<Sources | null> {
    const { api, resourceId } = this.#options;
    if (resourceId !== null) {
      const answer = await api.resource(resourceId);
      if (answer.ok) this.timeZone = answer.value.timezone;
      return { ids: [resourceId], isWhole: true };
    }
    const answer = await api.resources();
    if (!answer.ok) return null;
    this.timeZone = answer.value.resources[0]?.timezone ?? null;
    return sourcesOf(answer.value);
  }
}
