import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { addDays, addMonths, firstOfMonth, weekdayOf } from '../../format/iso-days.ts';
import type { CalendarController } from '../../run/calendar-controller.ts';
import type { View } from '../view.ts';
import { calendarMove } from './calendar-move.ts';
import { dayView } from './day-view.ts';

const WEEK = [0, 1, 2, 3, 4, 5, 6];

export interface CalendarOptions {
  readonly calendar: CalendarController;
  /** Monday is 1. */
  readonly firstWeekday: number;
  readonly isRightToLeft: () => boolean;
  /** Called when the keyboard has moved, so that the focus follows. */
  readonly onMove: () => void;
}

export function calendarView(view: View, options: CalendarOptions): TemplateResult {
  const { texts, formats, size } = view;
  const { calendar } = options;
  const months = size === 'narrow' ? [0] : [0, 1];
  return html`<div class="calendar" part="calendar">
    <p class="hidden" id="calendar-help">${texts.calendarHelp}</p>
    <div class="months">
      ${months.map((month) => monthView(view, options, month, month === months.length - 1))}
    </div>
    ${
      calendar.currency === ''
        ? nothing
        : html`<p class="quiet">${texts.calendarPrices(formats.sign(calendar.currency))}</p>`
    }
  </div>`;
}

function monthView(view: View, options: CalendarOptions, index: number, isLast: boolean): TemplateResult {
  const { texts, formats } = view;
  const { calendar } = options;
  const month = addMonths(calendar.shown, index);
  const turn = (months: number, label: string, arrow: string): TemplateResult =>
    html`<button type="button" part="button" aria-label=${label} @click=${() => calendar.turn(months)}>
      <span class="arrow" aria-hidden="true">${arrow}</span>
    </button>`;
  return html`<div>
    <div class="month">
      ${index === 0 ? turn(-1, texts.previousMonth, '‹') : html`<span></span>`}
      <strong id="month-${index}" aria-live="polite">${formats.month(month)}</strong>
      ${isLast ? turn(1, texts.nextMonth, '›') : html`<span></span>`}
    </div>
    ${grid(view, options, month, `month-${index}`)}
  </div>`;
}

function grid(view: View, options: CalendarOptions, month: string, labelledBy: string): TemplateResult {
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
  return html`<table
    role="grid"
    aria-labelledby=${labelledBy}
    aria-describedby="calendar-help"
    @keydown=${move}
  >
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
            ${WEEK.map((index) => {
              const date = addDays(first, index);
              return firstOfMonth(date) === month ? dayView(view, calendar, date) : html`<td></td>`;
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
