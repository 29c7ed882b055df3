import type { Rule } from './read-rule.ts';

/** What a whole feed may cost, in days and starts looked at. Below zero its series are not to be relied on. */
export interface Budget {
  days: number;
}
export const DAYS_FOR_A_FEED = 1_000_000;

/** Local starts in order, the first one included: those before `from` only where a COUNT needs them. */
export function* expandRule(
  rule: Rule,
  first: Temporal.PlainDateTime,
  window: Window,
  budget: Budget,
): Generator<Temporal.PlainDateTime> {
  yield first;
  let told = 1;
  for (const period of periodsOf(rule, first.toPlainDate(), window)) {
    budget.days -= 1;
    for (const start of startsIn(period, rule, first, budget)) {
      if (Temporal.PlainDateTime.compare(start, first) <= 0) {
        continue;
      }
      if (
        told >= rule.count ||
        (rule.until !== null && Temporal.PlainDateTime.compare(start, rule.until) > 0)
      ) {
        return;
      }
      yield start;
      told += 1;
    }
    if (budget.days < 0 || told >= rule.count) {
      return;
    }
  }
}

/** Local days; `to` is exclusive. */
export interface Window {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

interface Period {
  readonly from: Temporal.PlainDate;
  readonly days: number;
}

const UNITS = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' } as const;

function* periodsOf(rule: Rule, first: Temporal.PlainDate, window: Window): Generator<Period> {
  const unit = UNITS[rule.frequency];
  const start = periodOn(rule, first);
  const before = start.until(window.from, { largestUnit: unit })[unit];
  const skipped = rule.count === Infinity ? Math.max(0, Math.floor(before / rule.interval) - 1) : 0;
  for (let step = skipped; ; step += 1) {
    const from = start.add({ [unit]: step * rule.interval });
    if (Temporal.PlainDate.compare(from, window.to) > 0) {
      return;
    }
    yield { from, days: from.until(from.add({ [unit]: 1 })).days };
  }
}

function periodOn(rule: Rule, date: Temporal.PlainDate): Temporal.PlainDate {
  switch (rule.frequency) {
    case 'DAILY':
      return date;
    case 'WEEKLY':
      return date.subtract({ days: (date.dayOfWeek - rule.weekStart + 7) % 7 });
    case 'MONTHLY':
      return date.with({ day: 1 });
    case 'YEARLY':
      return date.with({ month: 1, day: 1 });
  }
}

function startsIn(
  period: Period,
  rule: Rule,
  first: Temporal.PlainDateTime,
  budget: Budget,
): Temporal.PlainDateTime[] {
  const starts: Temporal.PlainDateTime[] = [];
  for (let day = 0; day < period.days && budget.days >= 0; day += 1) {
    budget.days -= 1;
    const date = period.from.add({ days: day });
    if (isMeant(date, rule, first)) {
      starts.push(...rule.times.map((time) => date.toPlainDateTime(time)));
    }
  }
  if (rule.byPosition.length === 0) {
    return starts;
  }
  budget.days -= starts.length;
  const positions = new Set(
    rule.byPosition.map((position) => (position > 0 ? position - 1 : starts.length + position)),
  );
  return starts.filter((_, index) => positions.has(index));
}

function isMeant(date: Temporal.PlainDate, rule: Rule, first: Temporal.PlainDateTime): boolean {
  return (
    allows(rule.byMonth, date.month) &&
    allows(rule.byWeek, date.weekOfYear ?? 0) &&
    allows(rule.byMonthDay, date.day, date.day - date.daysInMonth - 1) &&
    allows(rule.byYearDay, date.dayOfYear, date.dayOfYear - date.daysInYear - 1) &&
    (rule.byWeekday.length === 0 || isWeekdayMeant(date, rule)) &&
    isLikeTheFirst(date, rule, first)
  );
}

function allows(list: readonly number[], ...values: number[]): boolean {
  return list.length === 0 || values.some((value) => list.includes(value));
}

function isWeekdayMeant(date: Temporal.PlainDate, rule: Rule): boolean {
  const inYear = rule.frequency === 'YEARLY' && rule.byMonth.length === 0;
  const counts = rule.frequency === 'YEARLY' || rule.frequency === 'MONTHLY';
  const [day, days] = inYear ? [date.dayOfYear, date.daysInYear] : [date.day, date.daysInMonth];
  const fromStart = Math.ceil(day / 7);
  const fromEnd = -Math.ceil((days - day + 1) / 7);
  return rule.byWeekday.some(
    ({ weekday, nth }) =>
      weekday === date.dayOfWeek && (nth === 0 || !counts || nth === fromStart || nth === fromEnd),
  );
}

/** What a rule leaves open, its first start says. */
function isLikeTheFirst(date: Temporal.PlainDate, rule: Rule, first: Temporal.PlainDateTime): boolean {
  const daysSaid = rule.byMonthDay.length + rule.byYearDay.length + rule.byWeekday.length > 0;
  if (daysSaid || rule.frequency === 'DAILY') {
    return true;
  }
  if (rule.frequency === 'WEEKLY' || rule.byWeek.length > 0) {
    return date.dayOfWeek === first.dayOfWeek;
  }
  const monthSaid = rule.byMonth.length > 0 || rule.frequency === 'MONTHLY';
  return date.day === first.day && (monthSaid || date.month === first.month);
}
