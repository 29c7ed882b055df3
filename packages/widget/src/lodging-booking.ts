import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { clientApi } from './api/client-api.ts';
import { formatsOf } from './format/formats.ts';
import { dateIn, isDate } from './format/iso-days.ts';
import { firstWeekdayOf } from './format/property-clock.ts';
import type { Event as Cause, GuestAction } from './machine/events.ts';
import { isHolding } from './machine/model.ts';
import type { Model } from './machine/model.ts';
import { announce } from './run/announce.ts';
import { BookingController } from './run/booking-controller.ts';
import { CalendarController } from './run/calendar-controller.ts';
import { linkedStay } from './run/linked-stay.ts';
import type { LinkWord } from './run/linked-stay.ts';
import { SizeController } from './run/size-controller.ts';
import { storedStay } from './run/stored-stay.ts';
import { warnDeveloper } from './run/warn-developer.ts';
import { styles } from './styles.ts';
import { chooseLanguage } from './texts/choose-texts.ts';
import type { Language } from './texts/choose-texts.ts';
import type { Texts } from './texts/texts.ts';
import { calendarView } from './views/calendar/calendar-view.ts';
import { HEADING_ID } from './views/heading.ts';
import { stageView } from './views/stage-view.ts';
import { readFields } from './views/read-fields.ts';
import { webAddress } from './views/consent-view.ts';
import type { FieldErrors, View } from './views/view.ts';

export class LodgingBooking extends LitElement {
  static override styles = styles;
  static override properties = {
    api: {},
    publishableKey: { attribute: 'publishable-key' },
    resource: {},
    currency: {},
    photos: { type: Boolean },
    fields: {},
    termsUrl: { attribute: 'terms-url' },
    privacyUrl: { attribute: 'privacy-url' },
    theme: { reflect: true },
    arrival: {},
    departure: {},
    adults: {},
    childCount: { attribute: 'children' },
    ages: {},
    lang: {},
    texts: { attribute: false },
    errors: { state: true },
  };

  declare api: string | null;
  declare publishableKey: string | null;
  declare resource: string | null;
  declare currency: string | null;
  declare photos: boolean;
  /** The fields beside the address; `!` marks what is required. */
  declare fields: string | null;
  declare termsUrl: string | null;
  declare privacyUrl: string | null;
  /** `light` or `dark`; without it, as the browser prefers. */
  declare theme: string | null;
  /** What is searched for at the start, unless the address of the page says it. */
  declare arrival: string | null;
  declare departure: string | null;
  declare adults: string | null;
  /** `children` of an element are its nodes. */
  declare childCount: string | null;
  declare ages: string | null;
  /** Words that replace those of the language, or are those of another one. */
  declare texts: Partial<Texts> | null;
  declare errors: FieldErrors;

  readonly #size = new SizeController(this, () => this.#calendar?.focus(this.#calendar.focused));
  #booking: BookingController | null = null;
  #calendar: CalendarController | null = null;
  #language: Language = chooseLanguage([], null);
  /** Where the focus goes after the next update. */
  #focusOn: string | null = null;

  constructor() {
    super();
    this.errors = {};
    this.photos = false;
    this.texts = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // Before the first request, which names it.
    if (!this.hasUpdated || changed.has('lang') || changed.has('texts')) this.#chooseLanguage();
    if (['api', 'publishableKey', 'resource', 'currency'].some((name) => changed.has(name))) this.#connect();
  }

  #connect(): void {
    if (this.#booking !== null) {
      this.removeController(this.#booking);
      this.#booking.hostDisconnected();
    }
    if (this.#calendar !== null) this.removeController(this.#calendar);
    this.#booking = null;
    this.#calendar = null;
    const { api: address, publishableKey, resource, currency } = this;
    if (!address || !publishableKey) return;
    warnDeveloper(publishableKey, location);
    const link = new URLSearchParams(location.search);
    const linked = linkedStay((name) => this.#linkWord(name, link), today());
    const baseUrl = address.replace(/\/(v1\/?)?$/, '');
    const api = clientApi({ baseUrl, publishableKey, language: () => this.#language });
    this.#booking = new BookingController(this, {
      api,
      resourceId: resource ?? null,
      currency: currency ?? null,
      stored: storedStay([address, publishableKey, resource ?? ''].join(' ')),
      now: () => Date.now(),
      publishableKey,
      language: () => this.#language.locale,
      needsConsent: () => webAddress(this.termsUrl) !== null || webAddress(this.privacyUrl) !== null,
      leaveFor: (address) => location.assign(address),
      onChange: (model, before, cause) => this.#changed(model, before, cause),
      linked,
    });
    this.#calendar = new CalendarController(this, {
      api,
      resourceId: resource ?? null,
      today: linked?.requestedStay.arrival || today(),
      months: () => (this.#size.size === 'narrow' ? 1 : 2),
    });
  }

  #linkWord(name: LinkWord, address: URLSearchParams): string | null {
    return address.get(name) ?? this[name === 'children' ? 'childCount' : name] ?? null;
  }

  #chooseLanguage(): void {
    const near = this.closest('[lang]')?.getAttribute('lang');
    this.#language = chooseLanguage([this.lang, near, navigator.language], this.texts, navigator.languages);
  }

  #changed(model: Model, before: Model, cause: Cause['kind']): void {
    announce(this, model, before, cause);
    const { arrival } = model.requestedStay;
    if (arrival !== before.requestedStay.arrival && isDate(arrival)) this.#calendar?.focus(arrival);
    if (model.stage !== before.stage) {
      this.errors = {};
      this.#focusOn = HEADING_ID;
      if (model.stage === 'search') this.#calendar?.forget();
    } else if (model.busy === null && before.busy === 'search' && model.found !== null) {
      this.#focusOn = 'results';
    }
  }

  protected override updated(): void {
    if (this.#focusOn === null) return;
    const target = this.renderRoot.querySelector<HTMLElement>(`#${this.#focusOn}`);
    this.#focusOn = null;
    target?.focus({ preventScroll: false });
  }

  protected override render(): TemplateResult {
    const { texts, textLanguage } = this.#language;
    const booking = this.#booking;
    if (booking === null) return html`<p lang=${textLanguage}>${texts.notConfigured}</p>`;
    const view = this.#view(booking);
    const isBusy = booking.model.busy !== null;
    const information = booking.model.information === 'payment_safe' ? null : booking.model.information;
    const { size } = this.#size;
    return html`<div
      class=${size}
      lang=${textLanguage}
      role="region"
      aria-label=${texts.title}
      aria-busy=${String(isBusy)}
    >
      ${stageView(view, this.#calendarIn(view), booking.leftMs)}
      <p role="status" part="status">
        ${information === null ? (isBusy ? texts.wait : nothing) : texts.information[information]}
      </p>
    </div>`;
  }

  #view(booking: BookingController): View {
    const { locale, texts } = this.#language;
    return {
      model: booking.model,
      texts,
      formats: formatsOf(locale),
      act: (action) => this.#act(booking, action),
      errors: this.errors,
      setErrors: (errors) => this.#setErrors(errors),
      showPhotos: this.photos,
      fields: readFields(this.fields),
      terms: webAddress(this.termsUrl),
      privacy: webAddress(this.privacyUrl),
      today: today(),
      size: this.#size.size,
    };
  }

  /** While an answer is awaited no other request is sent. Buttons keep the focus, so they are not disabled. */
  #act(booking: BookingController, action: GuestAction): void {
    const isFree =
      booking.model.busy === null ||
      action.kind === 'request' ||
      (!isHolding(booking.model) && action.kind === 'back');
    if (isFree) booking.send(action);
  }

  #setErrors(errors: FieldErrors): void {
    this.errors = errors;
    this.#focusOn = Object.keys(errors)[0] ?? null;
  }

  #calendarIn(view: View): TemplateResult | typeof nothing {
    const calendar = this.#calendar;
    if (calendar === null || view.model.stage !== 'search') return nothing;
    return calendarView(view, {
      calendar,
      firstWeekday: firstWeekdayOf(this.#language.locale, calendar.timeZone),
      isRightToLeft: () => getComputedStyle(this).direction === 'rtl',
      onMove: () => void this.#focusDay(calendar.focused),
    });
  }

  async #focusDay(date: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
  }
}

/** The guest's own date: what has begun elsewhere is refused by the API in any case. */
function today(): string {
  return dateIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now());
}
