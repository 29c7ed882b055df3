import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { RequestedStay } from '../../machine/model.ts';
import type { CalendarController } from '../../run/calendar-controller.ts';
import type { View } from '../view.ts';

export function dayView(view: View, calendar: CalendarController, date: string): TemplateResult {
  const { formats, act, today, model } = view;
  const day = calendar.day(date);
  const { arrival, departure } = model.requestedStay;
  const isSelected = date === arrival || date === departure;
  const isInside = arrival !== '' && departure !== '' && date > arrival && date < departure;
  const canArrive =
    date >= today && (day === undefined || (day.status === 'available' && !day.restrictions.closedToArrival));
  const picksDeparture = arrival !== '' && departure === '' && date > arrival;
  const isSelectable = picksDeparture || canArrive;
  const hint = day?.status === 'available' && date >= today ? day.priceHintMinorUnits : null;
  const choose = (): void => {
    calendar.focus(date);
    if (isSelectable)
      act({ kind: 'request', requestedStay: withDate(model.requestedStay, date, picksDeparture) });
  };
  return html`<td role="gridcell" aria-selected=${String(isSelected || isInside)}>
    <button
      type="button"
      part="day"
      class=${isSelected ? 'selected' : isInside ? 'inside' : nothing}
      tabindex=${date === calendar.focused ? '0' : '-1'}
      data-date=${date}
      aria-disabled=${String(!isSelectable)}
      @click=${choose}
    >
      <span class="hidden">${label(view, calendar, date)}</span>
      <span aria-hidden="true">${formats.day(date)}</span>
      ${hint === null ? nothing : html`<small aria-hidden="true">${formats.cellPrice(hint, calendar.currency)}</small>`}
    </button>
  </td>`;
}

function withDate(stay: RequestedStay, date: string, isDeparture: boolean): RequestedStay {
  return isDeparture ? { ...stay, departure: date } : { ...stay, arrival: date, departure: '' };
}

/** All that the marks of a day say to the eye. */
function label({ texts, formats, model, today }: View, calendar: CalendarController, date: string): string {
  const { arrival, departure } = model.requestedStay;
  const words = [formats.date(date)];
  if (date === arrival) words.push(texts.arrivalDay);
  if (date === departure) words.push(texts.departureDay);
  if (arrival !== '' && date > arrival && date < departure) words.push(texts.inStay);
  const day = calendar.day(date);
  if (day === undefined || date < today) return words.join(', ');
  const { closedToArrival, minStayNights } = day.restrictions;
  if (day.status === 'unavailable') return [...words, texts.notFree].join(', ');
  words.push(closedToArrival ? texts.departureOnly : texts.free);
  if (day.priceHintMinorUnits !== null) {
    words.push(texts.fromPrice(formats.price(day.priceHintMinorUnits, calendar.currency)));
  }
  if (minStayNights !== null && minStayNights > 1) words.push(texts.minNights(minStayNights));
  return words.join(', ');
}
