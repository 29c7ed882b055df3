import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { field } from './field.ts';
import { heading } from './heading.ts';
import type { View } from './view.ts';

export function emailView(view: View): TemplateResult {
  const { model, texts, act, errors } = view;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = inputOf(event, 'email');
    const isValid = input !== null && input.value !== '' && input.validity.valid;
    view.setErrors(isValid ? {} : { email: texts.emailInvalid });
    if (isValid) act({ kind: 'email', email: input.value });
  };
  return html`<form novalidate @submit=${submit}>
    ${heading(texts.emailTitle)}
    <p>${texts.emailWhy}</p>
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
    <button class="main" part="button" type="submit" aria-disabled=${String(model.busy !== null)}>
      ${texts.sendCode}
    </button>
  </form>`;
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
