export { formatsOf } from './formats.ts';
export type { Formats } from './formats.ts';
export {
  addDays,
  addMonths,
  dateIn,
  daysBetween,
  firstOfMonth,
  isDate,
  startOfDate,
  weekdayOf,
} from './iso-days.ts';
