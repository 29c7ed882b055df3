import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { noDetails } from '../machine/model.ts';
import { field } from './field.ts';
import { heading } from './heading.ts';
import type { FormField } from './read-fields.ts';
import type { View } from './view.ts';

export function emailView(view: View): TemplateResult {
  const { model, texts, errors, fields } = view;
  return html`<form novalidate @submit=${(event: SubmitEvent) => submitDetails(view, event)}>
    ${heading(texts.detailsTitle)}
    ${fields.filter(({ name }) => name === 'name').map((formField) => detailField(view, formField))}
    ${field({
      name: 'email',
      label: texts.email,
      errors,
      input: (id, described, invalid) =>
        html`<input
          id=${id}
          part="input"
          type="email"
          autocomplete="email"
          required
          dir="ltr"
          .value=${model.email}
          aria-describedby=${described}
          aria-invalid=${invalid}
        />`,
    })}
    <p class="quiet">${texts.emailWhy}</p>
    ${fields.filter(({ name }) => name !== 'name').map((formField) => detailField(view, formField))}
    <button class="main" part="button" type="submit" aria-disabled=${String(model.busy !== null)}>
      ${texts.sendCode}
    </button>
  </form>`;
}

const MAX_LENGTHS = { name: 200, phone: 50, arrivalTime: 5, message: 1_000 } as const;
const TYPES = { name: 'text', phone: 'tel', arrivalTime: 'time' } as const;
const AUTOCOMPLETE = { name: 'name', phone: 'tel', arrivalTime: 'off' } as const;

function detailField({ model, texts, errors }: View, { name, required }: FormField): TemplateResult {
  const label = required ? texts.details[name] : `${texts.details[name]} (${texts.optional})`;
  return field({
    name,
    label,
    errors,
    input: (id, described, invalid) =>
      name === 'message'
        ? html`<textarea
            id=${id}
            part="input"
            rows="3"
            maxlength=${MAX_LENGTHS[name]}
            ?required=${required}
            .value=${model.guest[name]}
            aria-describedby=${described}
            aria-invalid=${invalid}
          ></textarea>`
        : html`<input
            id=${id}
            part="input"
            type=${TYPES[name]}
            autocomplete=${AUTOCOMPLETE[name]}
            maxlength=${MAX_LENGTHS[name]}
            ?required=${required}
            .value=${model.guest[name]}
            aria-describedby=${described}
            aria-invalid=${invalid}
          />`,
  });
}

function submitDetails({ texts, act, fields, setErrors }: View, event: SubmitEvent): void {
  event.preventDefault();
  const email = inputOf(event, 'email');
  // In the order in which they are shown: the first wrong one gets the focus.
  const given = fields.map(({ name, required }) => {
    const value = plain(inputOf(event, name)?.value ?? '');
    return { name, value, isMissing: required && value === '' };
  });
  const isEmail = email !== null && email.value !== '' && email.validity.valid;
  const wrong = given.flatMap(({ name, isMissing }) => (isMissing ? [[name, texts.required]] : []));
  const place = wrong[0]?.[0] === 'name' ? 1 : 0;
  if (!isEmail) wrong.splice(place, 0, ['email', texts.emailInvalid]);
  setErrors(Object.fromEntries(wrong));
  if (wrong.length > 0 || email === null) return;
  const details = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  act({ kind: 'email', email: email.value, guest: { ...noDetails, ...details } });
}

/** A text that was pasted may have tabs and others, which the API refuses. */
function plain(value: string): string {
  return value.replaceAll(/(?!\n)\p{Cc}/gu, ' ').trim();
}

export function codeView(view: View): TemplateResult {
  const { model, texts, act, errors } = view;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const code = inputOf(event, 'code')?.value.replaceAll(/\s/g, '') ?? '';
    const isValid = /^\d{6}$/.test(code);
    view.setErrors(isValid ? {} : { code: texts.codeInvalid });
    if (isValid) act({ kind: 'code', code });
  };
  return html`<form novalidate @submit=${submit}>
    ${heading(texts.codeTitle)}
    <p>${texts.codeWhy(model.email)}</p>
    ${field({
      name: 'code',
      label: texts.code,
      errors,
      input: (id, described, invalid) =>
        html`<input
          id=${id}
          part="input"
          class="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          dir="ltr"
          aria-describedby=${described}
          aria-invalid=${invalid}
        />`,
    })}
    <div class="buttons">
      <button class="main" part="button" type="submit" aria-disabled=${String(model.busy !== null)}>
        ${texts.verify}
      </button>
      <button type="button" part="button" @click=${() => act({ kind: 'new_code' })}>${texts.newCode}</button>
      <button type="button" part="button" @click=${() => act({ kind: 'other_email' })}>
        ${texts.otherEmail}
      </button>
    </div>
  </form>`;
}

function inputOf({ target }: SubmitEvent, id: string): HTMLInputElement | null {
  return target instanceof HTMLFormElement ? target.querySelector<HTMLInputElement>(`#${id}`) : null;
}
