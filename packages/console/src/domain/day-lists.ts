/** A stay with its dates at the place of its resource. */
export interface DatedStay<Row> {
  readonly row: Row;
  readonly resourceId: string;
  readonly arrival: string;
  readonly departure: string;
}

export interface DayInput<Row> {
  readonly date: string;
  /** Confirmed stays that arrive on the date. */
  readonly arriving: readonly DatedStay<Row>[];
  /** Confirmed stays that were expected before. */
  readonly expected: readonly DatedStay<Row>[];
  readonly staying: readonly DatedStay<Row>[];
  /** Stays that have departed on the date. */
  readonly left: readonly DatedStay<Row>[];
}

export interface DayLists<Row> {
  readonly arrivals: readonly DatedStay<Row>[];
  readonly departures: readonly DatedStay<Row>[];
  /** Guests who stay. */
  readonly staying: readonly DatedStay<Row>[];
  readonly arrived: { readonly done: number; readonly all: number };
  readonly departed: { readonly done: number; readonly all: number };
}

/** The lists of a day. Who was expected before, or should have left before, is in them, and not in their figures. */
export function dayLists<Row>({ date, arriving, expected, staying, left }: DayInput<Row>): DayLists<Row> {
  const leaving = staying.filter(({ departure }) => departure === date);
  const overdue = staying.filter(({ departure }) => departure < date);
  const arrived = [...staying, ...left].filter(({ arrival }) => arrival === date).length;
  return {
    arrivals: [...expected, ...arriving],
    departures: [...overdue, ...leaving],
    staying: staying.filter(({ departure }) => departure > date),
    arrived: { done: arrived, all: arrived + arriving.length },
    departed: { done: left.length, all: left.length + leaving.length },
  };
}

/** Resources that one guest leaves on the date and another one enters, of stays in whatever state. */
export function changeovers<Row>(date: string, stays: readonly DatedStay<Row>[]): ReadonlySet<string> {
  const leaving = stays.filter(({ departure }) => departure === date);
  const entering = stays.filter(({ arrival }) => arrival === date);
  const isEntered = (left: DatedStay<Row>): boolean =>
    entering.some((stay) => stay !== left && stay.resourceId === left.resourceId);
  return new Set(leaving.filter(isEntered).map(({ resourceId }) => resourceId));
}
