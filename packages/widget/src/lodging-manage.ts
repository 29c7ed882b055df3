import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { formatsOf } from './format/formats.ts';
import { storeGuestToken, takeGuestToken } from './manage/guest-token.ts';
import { manageApi } from './manage/manage-api.ts';
import type { ManageAnswer, ManageApi, Managed, ManageProblem } from './manage/manage-api.ts';
import { manageStyles } from './manage/manage-styles.ts';
import { chooseManageLanguage } from './manage/choose-manage-texts.ts';
import type { ManageLanguage } from './manage/choose-manage-texts.ts';
import {
  cancellationPart,
  cancelStep,
  contactPart,
  paymentsPart,
  pricePart,
  stayPart,
} from './manage/manage-views.ts';
import { paymentAddress } from './run/payment-address.ts';

const HEADING_ID = 'heading';

type Stage = 'link' | 'sent' | 'booking' | 'cancel';

/** The booking of a guest who has opened a link: shows it, pays what is due, cancels it. */
export class LodgingManage extends LitElement {
  static override styles = manageStyles;
  static override properties = {
    api: {},
    publishableKey: { attribute: 'publishable-key' },
    theme: { reflect: true },
    lang: {},
    stage: { state: true },
    managed: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  };

  declare api: string | null;
  declare publishableKey: string | null;
  /** `light` or `dark`; without it, as the browser prefers. */
  declare theme: string | null;
  declare stage: Stage;
  declare managed: Managed | null;
  declare problem: ManageProblem | null;
  declare isBusy: boolean;

  #client: ManageApi | null = null;
  #token: string | null;
  #language: ManageLanguage = chooseManageLanguage([]);
  #focusHeading = false;
  /** The cancellation has just been made. */
  #isCancelled = false;

  constructor() {
    super();
    // A server that renders the page has no address.
    this.#token = typeof location === 'undefined' ? null : takeGuestToken();
    this.stage = this.#token === null ? 'link' : 'booking';
    this.managed = null;
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
    this.#client = manageApi(api.replace(/\/(v1\/?)?$/, ''), publishableKey);
    if (this.#token !== null) void this.#read();
  }

  protected override updated(): void {
    if (!this.#focusHeading) return;
    this.#focusHeading = false;
    this.renderRoot.querySelector<HTMLElement>(`#${HEADING_ID}`)?.focus();
  }

  /** One request at a time. Undefined: it was refused, which is shown. */
  async #run<T>(
    request: (client: ManageApi, token: string) => Promise<ManageAnswer<T>>,
  ): Promise<T | undefined> {
    const client = this.#client;
    if (this.isBusy || client === null) return undefined;
    this.isBusy = true;
    this.problem = null;
    try {
      const answer = await request(client, this.#token ?? '');
      if (answer.ok) return answer.value;
      this.problem = answer.problem;
      if (answer.problem.code === 'guest_token_invalid') {
        this.#token = null;
        storeGuestToken(null);
        this.#show('link');
      }
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }

  #show(stage: Stage): void {
    this.stage = stage;
    this.#focusHeading = true;
  }

  async #read(): Promise<void> {
    const managed = await this.#run((client, known) => client.read(known));
    if (managed !== undefined) this.managed = managed;
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
    if (isChanged) this.problem = problem;
    this.#isCancelled = cancelled !== undefined;
    this.#show(cancelled === undefined ? 'cancel' : 'booking');
  }

  async #requestLink(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const valueOf = (name: string) => {
      const value = fields.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const accepted = await this.#run((client) => client.requestLink(valueOf('reference'), valueOf('email')));
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
    if (this.stage === 'link') return this.#linkForm();
    const { managed } = this;
    if (managed === null) return html`${this.#heading(texts.title)}${this.#notice()}`;
    const view = { texts, formats: formatsOf(this.#language.locale), managed };
    if (this.stage === 'cancel') {
      const { isBusy } = this;
      const heading = html`${this.#heading(texts.cancelTitle)}${this.#notice()}`;
      const [confirm, keep] = [() => void this.#cancel(), () => this.#show('booking')];
      return cancelStep(view, { confirm, keep, isBusy, heading });
    }
    return html`${this.#heading(managed.property.name ?? texts.title)}
    ${this.#isCancelled ? html`<p class="notice good" role="alert">${texts.cancelled}</p>` : nothing}
    ${this.#notice()} ${stayPart(view)} ${pricePart(view)}
    ${paymentsPart(view, () => void this.#pay(), this.isBusy)}
    ${cancellationPart(view, () => this.#show('cancel'))} ${contactPart(view)}`;
  }

  #heading(text: string): TemplateResult {
    return html`<h2 id=${HEADING_ID} part="heading" tabindex="-1">${text}</h2>`;
  }

  #linkForm(): TemplateResult {
    const { texts } = this.#language;
    return html`${this.#heading(texts.linkTitle)} ${this.#notice()}
      <p>${texts.linkWhy}</p>
      <form @submit=${(event: SubmitEvent) => void this.#requestLink(event)}>
        <div class="field">
          <label for="reference">${texts.bookingNumber}</label>
          <input
            id="reference"
            name="reference"
            part="input"
            required
            maxlength="40"
            autocomplete="off"
            spellcheck="false"
          />
        </div>
        <div class="field">
          <label for="email">${texts.email}</label>
          <input
            id="email"
            name="email"
            part="input"
            type="email"
            required
            maxlength="254"
            autocomplete="email"
          />
        </div>
        <button class="main" part="button" aria-disabled=${String(this.isBusy)}>${texts.send}</button>
      </form>`;
  }

  #notice(): TemplateResult | typeof nothing {
    const { problem } = this;
    if (problem === null) return nothing;
    const { texts } = this.#language;
    const known: Readonly<Record<string, string>> = {
      guest_token_invalid: texts.linkInvalid,
      penalty_changed: texts.penaltyChanged,
      ...texts.refusals,
    };
    const wait = problem.retryAfterSeconds;
    return html`<div class="notice" part="notice" role="alert" data-code=${problem.code}>
      <p>${known[problem.code] ?? texts.otherRefusal(problem.code)}</p>
      ${wait === null ? nothing : html`<p>${texts.retryIn(wait)}</p>`}
      ${
        this.stage === 'booking' && this.managed === null
          ? html`<button type="button" part="button" @click=${() => void this.#read()}>
              ${texts.retry}
            </button>`
          : nothing
      }
    </div>`;
  }
}
