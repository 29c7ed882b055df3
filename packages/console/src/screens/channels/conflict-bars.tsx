import { daysBetween } from '@lodging/format';
import css from './channels.module.css';

/** `to` is exclusive. */
export interface Nights {
  readonly from: string;
  readonly to: string;
}

interface ConflictBarsProps {
  readonly event: Nights;
  readonly stay: Nights;
}

/** The nights of the event above those of the stay. The dates beside it say the same. */
export function ConflictBars({ event, stay }: ConflictBarsProps) {
  const from = event.from < stay.from ? event.from : stay.from;
  const to = event.to > stay.to ? event.to : stay.to;
  const all = Math.max(1, daysBetween(from, to));
  const style = (nights: Nights) => ({
    marginInlineStart: `${(100 * daysBetween(from, nights.from)) / all}%`,
    width: `${(100 * daysBetween(nights.from, nights.to)) / all}%`,
  });
  return (
    <div className={css.bars} aria-hidden="true">
      <span className={css.event} style={style(event)} />
      <span className={css.booked} style={style(stay)} />
    </div>
  );
}
