import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { addDays, addMonths, firstOfMonth, weekdayOf } from '../format/iso-days.ts';
import type { RequestedStay } from '../machine/model.ts';
import type { CalendarController } from '../run/calendar-controller.ts';
import { calendarMove } from './calendar-move.ts';
import type { View } from './view.ts';

const WEEK = [0, 1, 2, 3, 4, 5, 6];

interface Options {
  readonly calendar: CalendarController;
  /** Monday is 1. */
  readonly firstWeekday: number;
  readonly isRightToLeft: () => boolean;
  /** Called when the keyboard has moved, so that the focus follows. */
  readonly onMove: () => void;
}

export function calendarView(view: View, options: Options): TemplateResult {
  const { texts, formats } = view;
  const { calendar } = options;
  const month = firstOfMonth(calendar.focused);
  const showMonth = (months: number) => () => calendar.focus(addMonths(calendar.focused, months));
  return html`<div class="calendar" part="calendar">
    <div class="month">
      <button type="button" part="button" aria-label=${texts.previousMonth} @click=${showMonth(-1)}>
        <span class="arrow" aria-hidden="true">‹</span>
      </button>
      <strong id="month" aria-live="polite">${formats.month(month)}</strong>
      <button type="button" part="button" aria-label=${texts.nextMonth} @click=${showMonth(1)}>
        <span class="arrow" aria-hidden="true">›</span>
      </button>
    </div>
    <p class="hidden" id="calendar-help">${texts.calendarHelp}</p>
    ${grid(view, options, month)}
  </div>`;
}

function grid(view: View, options: Options, month: string): TemplateResult {
  const { formats } = view;
  const { calendar, firstWeekday, isRightToLeft, onMove } = options;
  const start = addDays(month, -((weekdayOf(month) - firstWeekday + 7) % 7));
  const next = addMonths(month, 1);
  const weeks = WEEK.map((week) => addDays(start, week * 7)).filter((first) => first < next);
  const move = (event: KeyboardEvent): void => {
    const date = calendarMove(event.key, calendar.focused, firstWeekday, isRightToLeft());
    if (date === undefined) return;
    event.preventDefault();
    calendar.focus(date);
    onMove();
  };
  return html`<table role="grid" aria-labelledby="month" aria-describedby="calendar-help" @keydown=${move}>
    <thead>
      <tr>
        ${WEEK.map((index) => {
          const date = addDays(start, index);
          return html`<th scope="col" abbr=${formats.weekday(date, 'long')}>
            ${formats.weekday(date, 'short')}
          </th>`;
        })}
      </tr>
    </thead>
    <tbody>
      ${weeks.map(
        (first) =>
          html`<tr>
            ${WEEK.map((index) => cell(view, options, month, addDays(first, index)))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function cell(view: View, { calendar }: Options, month: string, date: string): TemplateResult {
  if (firstOfMonth(date) !== month) return html`<td></td>`;
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
      ${hint === null ? nothing : html`<small aria-hidden="true">${formats.shortPrice(hint, calendar.currency)}</small>`}
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
