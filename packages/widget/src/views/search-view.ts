import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { addDays, addMonths, isDate } from '../format/iso-days.ts';
import type { RequestedStay } from '../machine/model.ts';
import { MOST_ADULTS, MOST_CHILDREN, MOST_MONTHS_AHEAD, NEW_CHILD_AGE } from '../run/linked-stay.ts';
import { field } from './field.ts';
import { heading } from './heading.ts';
import type { FieldErrors, View } from './view.ts';

const AGES = Array.from({ length: 18 }, (_, years) => years);

export function searchView(view: View, calendar: TemplateResult | typeof nothing): TemplateResult {
  const { model, texts, act } = view;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const errors = errorsOf(model.requestedStay, view);
    view.setErrors(errors);
    if (Object.keys(errors).length === 0) act({ kind: 'search' });
  };
  return html`<form class="searching" novalidate @submit=${submit}>
    ${heading(texts.searchTitle)} ${calendar}
    <div class="side card">
      <div class="fields dates">${dateField(view, 'arrival')} ${dateField(view, 'departure')}</div>
      <div class="fields">${partyField(view, 'adults')} ${partyField(view, 'children')}</div>
      ${
        model.requestedStay.childAges.length === 0
          ? nothing
          : html`<div class="fields">
              ${model.requestedStay.childAges.map((age, index) => ageField(view, age, index))}
            </div>`
      }
      <button class="main" part="button" type="submit" aria-disabled=${String(model.busy !== null)}>
        ${model.resourceId === null ? texts.search : texts.showPrices}
      </button>
    </div>
  </form>`;
}

function errorsOf({ arrival, departure }: RequestedStay, { texts, today }: View): FieldErrors {
  if (!isDate(arrival)) return { arrival: texts.datesNeeded };
  if (!isDate(departure)) return { departure: texts.datesNeeded };
  if (arrival < today) return { arrival: texts.arrivalPast };
  if (departure <= arrival) return { departure: texts.departureFirst };
  if (departure > addMonths(today, MOST_MONTHS_AHEAD)) return { departure: texts.tooFarAhead };
  return {};
}

function dateField(view: View, name: 'arrival' | 'departure'): TemplateResult {
  const { model, texts, act, errors, today } = view;
  const { arrival } = model.requestedStay;
  const earliest = name === 'departure' && isDate(arrival) ? addDays(arrival, 1) : today;
  const change = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) {
      act({ kind: 'request', requestedStay: { ...model.requestedStay, [name]: event.target.value } });
    }
  };
  return field({
    name,
    label: texts[name],
    errors,
    input: (id, described, invalid) =>
      html`<input
        id=${id}
        part="input"
        type="date"
        required
        min=${earliest}
        .value=${model.requestedStay[name]}
        aria-describedby=${described}
        aria-invalid=${invalid}
        @change=${change}
      />`,
  });
}

function partyField(view: View, name: 'adults' | 'children'): TemplateResult {
  const { model, texts, act, errors } = view;
  const { requestedStay } = model;
  const isAdults = name === 'adults';
  const value = isAdults ? requestedStay.adults : requestedStay.childAges.length;
  const change = (event: Event): void => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const number = Number(event.target.value);
    const childAges = Array.from(
      { length: number },
      (_, index) => requestedStay.childAges[index] ?? NEW_CHILD_AGE,
    );
    act({
      kind: 'request',
      requestedStay: isAdults ? { ...requestedStay, adults: number } : { ...requestedStay, childAges },
    });
  };
  const least = isAdults ? 1 : 0;
  const most = isAdults ? MOST_ADULTS : MOST_CHILDREN;
  const options = Array.from({ length: most - least + 1 }, (_, index) => index + least);
  return field({
    name,
    label: texts[name],
    errors,
    input: (id) =>
      html`<select id=${id} part="input" @change=${change}>
        ${options.map((option) => html`<option value=${option} ?selected=${option === value}>${option}</option>`)}
      </select>`,
  });
}

function ageField({ model, texts, act, errors }: View, age: number, index: number): TemplateResult {
  const change = (event: Event): void => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const childAges = model.requestedStay.childAges.with(index, Number(event.target.value));
    act({ kind: 'request', requestedStay: { ...model.requestedStay, childAges } });
  };
  return field({
    name: `age-${index}`,
    label: texts.ageOfChild(index + 1),
    errors,
    input: (id) =>
      html`<select id=${id} part="input" @change=${change}>
        ${AGES.map((years) => html`<option value=${years} ?selected=${years === age}>${texts.age(years)}</option>`)}
      </select>`,
  });
}
