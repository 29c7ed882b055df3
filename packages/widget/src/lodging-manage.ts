import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { formatsOf } from './format/formats.ts';
import { bookingStep, newsPart } from './manage/booking-step.ts';
import type { News } from './manage/booking-step.ts';
import { changeStep } from './manage/change/change-views.ts';
import { checkDates, chooseOffer, confirmOffer, editDates } from './manage/change/change-dates.ts';
import type { ChangeHost } from './manage/change/change-dates.ts';
import { datesOf } from './manage/change/days.ts';
import type { Dates } from './manage/change/days.ts';
import type { DateChange, Offer } from './manage/change/offers.ts';
import { pendingOf, settlePending, storePending } from './manage/change/pending-change.ts';
import type { PendingChange } from './manage/change/pending-change.ts';
import { ReadAgain } from './manage/change/read-again.ts';
import { storeGuestToken, takeGuestToken } from './manage/guest-token.ts';
import { manageApi } from './manage/manage-api.ts';
import type { ManageAnswer, ManageApi, Managed, ManageProblem } from './manage/manage-api.ts';
import { linkForm } from './manage/link-form.ts';
import { manageNotice } from './manage/manage-notice.ts';
import { manageStyles } from './manage/manage-styles.ts';
import { chooseManageLanguage } from './manage/choose-manage-texts.ts';
import type { ManageLanguage } from './manage/choose-manage-texts.ts';
import { cancelStep } from './manage/manage-views.ts';
import type { ManageView } from './manage/rows.ts';
import { paymentAddress } from './run/payment-address.ts';

const HEADING_ID = 'heading';

type Stage = 'link' | 'sent' | 'booking' | 'cancel' | 'change';

/** The booking of a guest who has opened a link: shows it, pays what is due, changes its dates, cancels it. */
export class LodgingManage extends LitElement {
  static override styles = manageStyles;
  static override properties = {
    api: {},
    publishableKey: { attribute: 'publishable-key' },
    theme: { reflect: true },
    lang: {},
    stage: { state: true },
    managed: { state: true },
    isStale: { state: true },
    change: { state: true },
    pending: { state: true },
    news: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  };

  declare api: string | null;
  declare publishableKey: string | null;
  /** `light` or `dark`; without it, as the browser prefers. */
  declare theme: string | null;
  declare stage: Stage;
  declare managed: Managed | null;
  /** The booking may differ from `managed`: it could not be read. */
  declare isStale: boolean;
  /** What the guest does with the dates. */
  declare change: DateChange | null;
  declare pending: PendingChange | null;
  /** What has just happened. */
  declare news: News | null;
  declare problem: ManageProblem | null;
  declare isBusy: boolean;

  #client: ManageApi | null = null;
  #token: string | null;
  #language: ManageLanguage = chooseManageLanguage([]);
  #focusOn: string | null = null;
  readonly #again = new ReadAgain(this, {
    read: () => this.#client?.read(this.#token ?? ''),
    know: (managed) => this.#know(managed),
    refuse: (problem) => this.#refuse(problem),
  });
  readonly #changing: ChangeHost = {
    run: (request) => this.#run(request),
    read: () => this.#read(),
    problem: () => this.problem,
    change: () => this.change,
    show: (change, { problem = this.problem, focusOn = null } = {}) => {
      Object.assign(this, { change, problem });
      this.#focusOn = focusOn;
    },
  };

  constructor() {
    super();
    // A server that renders the page has no address.
    this.#token = typeof location === 'undefined' ? null : takeGuestToken();
    this.stage = this.#token === null ? 'link' : 'booking';
    this.managed = null;
    this.isStale = false;
    this.change = null;
    this.pending = null;
    this.news = null;
    this.problem = null;
    this.isBusy = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || changed.has('lang')) {
      const near = this.closest('[lang]')?.getAttribute('lang');
      this.#language = chooseManageLanguage([this.lang, near, navigator.language]);
    }
    if (!changed.has('api') && !changed.has('publishableKey')) return;
    const { api, publishableKey } = this;
    if (!api || !publishableKey) return;
    this.#client = manageApi(api.replace(/\/(v1\/?)?$/, ''), publishableKey, () => this.#language);
    if (this.#token !== null) void this.#read();
  }

  protected override updated(): void {
    const id = this.#focusOn;
    if (id === null) return;
    this.#focusOn = null;
    this.renderRoot.querySelector<HTMLElement>(`#${id}`)?.focus();
  }

  /** One request at a time. Undefined: it was refused, which is shown. */
  async #run<T>(
    request: (client: ManageApi, token: string) => Promise<ManageAnswer<T>>,
  ): Promise<T | undefined> {
    const client = this.#client;
    if (this.isBusy || client === null) return undefined;
    this.isBusy = true;
    this.problem = null;
    this.news = null;
    try {
      const answer = await request(client, this.#token ?? '');
      if (answer.ok) return answer.value;
      this.#refuse(answer.problem);
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }

  #refuse(problem: ManageProblem): void {
    this.problem = problem;
    if (problem.code !== 'guest_token_invalid') return;
    this.#token = null;
    storeGuestToken(null);
    storePending(null);
    this.#show('link');
  }

  #show(stage: Stage): void {
    this.stage = stage;
    this.#focusOn = HEADING_ID;
    this.requestUpdate();
  }

  async #read(): Promise<Managed | undefined> {
    const managed = await this.#run((client, known) => client.read(known));
    if (managed !== undefined) this.#know(managed);
    else if (this.problem !== null) this.isStale = true;
    return managed;
  }

  async #retry(): Promise<void> {
    if ((await this.#read()) !== undefined) this.#show(this.stage);
  }

  /** Also what became of a change whose payment page the guest was sent to. */
  #know(managed: Managed): void {
    if (this.isStale) this.problem = null;
    this.isStale = false;
    this.managed = managed;
    const { pending, news } = settlePending(managed);
    this.pending = pending;
    this.news = news ?? this.news;
    this.#again.later();
  }

  async #pay(): Promise<void> {
    const opened = await this.#run((client, known) => client.pay(known, location.href));
    const address = opened && paymentAddress(opened.url, this.publishableKey ?? '');
    if (address) location.assign(address);
  }

  async #cancel(): Promise<void> {
    const penalty = this.managed?.cancellation.penaltyMinorUnits ?? '0';
    const cancelled = await this.#run((client, known) => client.cancel(known, penalty));
    const isChanged = this.problem?.code === 'penalty_changed';
    if (cancelled === undefined && !isChanged) return;
    const { problem } = this;
    await this.#read();
    if (this.#token === null) return;
    if (isChanged && !this.isStale) this.problem = problem;
    if (cancelled !== undefined) this.news = 'cancelled';
    this.#show(cancelled === undefined ? 'cancel' : 'booking');
  }

  #beginChange(managed: Managed): void {
    editDates(this.#changing, datesOf(managed.booking));
    this.#show('change');
  }

  async #confirm(managed: Managed, offer: Offer): Promise<void> {
    const made = await confirmOffer(this.#changing, managed, offer);
    if (made === undefined) return;
    storePending(pendingOf(made));
    if (made.change.state === 'awaiting_payment') await this.#pay();
    const { problem } = this;
    await this.#read();
    if (this.#token === null) return;
    this.problem = problem ?? this.problem;
    if (this.isStale && made.change.state === 'applied') this.news = 'changed';
    this.#show('booking');
  }

  async #requestLink(reference: string, email: string): Promise<void> {
    const accepted = await this.#run((client) => client.requestLink(reference, email));
    if (accepted !== undefined) this.#show('sent');
  }

  protected override render(): TemplateResult {
    const { texts, textLanguage } = this.#language;
    if (this.#client === null) return html`<p lang=${textLanguage}>${texts.notConfigured}</p>`;
    return html`<div
      lang=${textLanguage}
      role="region"
      aria-label=${texts.title}
      aria-busy=${String(this.isBusy)}
    >
      ${this.#stage()}
      <p role="status" part="status">${this.isBusy ? texts.wait : nothing}</p>
    </div>`;
  }

  #stage(): TemplateResult {
    const { texts } = this.#language;
    if (this.stage === 'sent')
      return html`${this.#heading(texts.linkTitle)}
        <p>${texts.linkSent}</p>`;
    if (this.stage === 'link') {
      const send = (reference: string, email: string) => void this.#requestLink(reference, email);
      return html`${this.#heading(texts.linkTitle)}${this.#notice()}${linkForm(texts, this.isBusy, send)}`;
    }
    const { managed } = this;
    if (managed === null || this.isStale)
      return html`${this.#heading(texts.title)}${newsPart(texts, this.news)}${this.#notice()}`;
    const view = { texts, formats: formatsOf(this.#language.locale), managed };
    const { isBusy, change } = this;
    if (this.stage === 'change' && change !== null) {
      return changeStep(view, {
        change,
        heading: html`${this.#heading(texts.change.title)}${this.#notice()}`,
        isBusy,
        edit: (dates) => editDates(this.#changing, dates),
        check: (dates) => this.#check(managed, dates),
        choose: (offer) => chooseOffer(this.#changing, offer),
        confirm: (offer) => void this.#confirm(managed, offer),
        keep: () => this.#back(),
      });
    }
    if (this.stage === 'cancel') {
      const heading = html`${this.#heading(texts.cancelTitle)}${this.#notice()}`;
      const [confirm, keep] = [() => void this.#cancel(), () => this.#back()];
      return cancelStep(view, { confirm, keep, isBusy, heading });
    }
    return this.#booking(view);
  }

  #check(managed: Managed, dates: Dates): void {
    if (!this.isBusy) void checkDates(this.#changing, managed, dates);
  }

  #back(): void {
    this.change = null;
    this.problem = null;
    this.#show('booking');
  }

  #booking(view: ManageView): TemplateResult {
    const { managed } = view;
    return bookingStep(view, {
      heading: this.#heading(managed.property.name ?? view.texts.title),
      notice: html`${newsPart(view.texts, this.news)} ${this.#notice()}`,
      pending: this.pending,
      isBusy: this.isBusy,
      pay: () => void this.#pay(),
      change: () => this.#beginChange(managed),
      cancel: () => this.#show('cancel'),
    });
  }

  #heading(text: string): TemplateResult {
    return html`<h2 id=${HEADING_ID} part="heading" tabindex="-1">${text}</h2>`;
  }

  #notice(): TemplateResult | typeof nothing {
    const isUnread = this.stage !== 'link' && (this.managed === null || this.isStale);
    return manageNotice(this.#language.texts, this.problem, isUnread ? () => void this.#retry() : null);
  }
}
