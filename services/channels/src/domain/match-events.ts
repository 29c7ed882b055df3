import type { FeedEvent, FeedWhen } from './feed-event.ts';

/** An event as it was last believed. */
export interface AcceptedEvent {
  /** As the feed named it last. */
  readonly feedKey: string;
  /** As inventory has named its blocks from the first. */
  readonly key: string;
  /** As a conflict shows it; belongs to one key alone. */
  readonly shown: string;
  readonly when: FeedWhen;
  /** The day on which it was first seen there. */
  readonly since: string;
  /** On how many days in a row its window moved along with the calendar. */
  readonly rolls: number;
}

/** Windows such as "not bookable more than a year ahead" move each day. From the second time on they are known for it. */
const ROLLS_TO_BE_KNOWN = 2;
const LONGEST_SHOWN = 300;

export function isRollingWindow({ rolls }: Pick<AcceptedEvent, 'rolls'>): boolean {
  return rolls >= ROLLS_TO_BE_KNOWN;
}

/** `today` is a date, `YYYY-MM-DD`. */
export function matchEvents(
  known: readonly AcceptedEvent[],
  read: readonly FeedEvent[],
  today: string,
): AcceptedEvent[] {
  const found = pairEvents(known, read, today);
  const names = {
    keys: new Set([...found.values()].map(({ key }) => key)),
    shown: new Set([...found.values()].map(({ shown }) => shown)),
  };
  return read.map((event) => {
    const before = found.get(event);
    if (before !== undefined) return followed(before, event, today);
    const key = unlessTaken(event.key, names.keys);
    const shown = unlessTaken(shownAs(event), names.shown);
    return { feedKey: event.key, key, shown, when: event.when, since: today, rolls: 0 };
  });
}

/** Each known event is at most one event of the new reading. What keeps its name comes before what keeps its dates. */
function pairEvents(
  known: readonly AcceptedEvent[],
  read: readonly FeedEvent[],
  today: string,
): Map<FeedEvent, AcceptedEvent> {
  const found = new Map<FeedEvent, AcceptedEvent>();
  const byName = new Map(known.map((event) => [event.feedKey, event]));
  const gone = new Set(known);
  const match = (event: FeedEvent, before: AcceptedEvent | undefined) => {
    if (before === undefined || !gone.delete(before)) return;
    found.set(event, before);
  };
  for (const event of read) match(event, byName.get(event.key));
  const byDates = Map.groupBy(gone, ({ when }) => placeOf(when));
  for (const event of read) {
    if (!found.has(event)) match(event, byDates.get(placeOf(event.when))?.pop());
  }
  const windows = [...gone].filter(({ when }) => when.kind === 'date');
  if (windows.length > MOST_WINDOWS) return found;
  for (const event of read) {
    if (found.has(event) || gone.size === 0) continue;
    match(
      event,
      windows.find((before) => gone.has(before) && movedAlong(before, event.when, today)),
    );
  }
  return found;
}

/** A feed with more events that vanished at once than this has changed its whole contents, not rolled a few windows. */
const MOST_WINDOWS = 50;

function followed(before: AcceptedEvent, event: FeedEvent, today: string): AcceptedEvent {
  const same = { key: before.key, shown: before.shown, feedKey: event.key, when: event.when };
  if (placeOf(before.when) === placeOf(event.when))
    return { ...same, since: before.since, rolls: before.rolls };
  const rolled = before.since !== today && movedAlong(before, event.when, today);
  return { ...same, since: today, rolls: rolled ? before.rolls + 1 : 0 };
}

/** Each edge stayed, or went forward by the days that have passed; a day more or less is a matter of zones. */
function movedAlong({ when: before, since }: AcceptedEvent, now: FeedWhen, today: string): boolean {
  if (before.kind !== 'date' || now.kind !== 'date') return false;
  const [start, end] = [daysFrom(before.from, now.from), daysFrom(before.to, now.to)];
  const passed = daysFrom(since, today);
  const along = (days: number) => days === 0 || (days > 0 && Math.abs(days - passed) <= 1);
  const touches = passed > 0 ? now.from <= before.to : now.from < before.to;
  return (start !== 0 || end !== 0) && along(start) && along(end) && touches;
}

function daysFrom(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days;
}

export function placeOf(when: FeedWhen): string {
  if (when.kind === 'date') return `${when.from}/${when.to}`;
  const moments = [when.from, when.to].map((time) => ('instant' in time ? time.instant : time.local));
  return moments.join('/');
}

function shownAs({ uid, recurrenceId }: FeedEvent): string {
  return recurrenceId === null ? uid : `${uid} ${recurrenceId}`;
}

function unlessTaken(wanted: string, taken: Set<string>): string {
  const short = wanted.slice(0, LONGEST_SHOWN - 8);
  let name = wanted.length > LONGEST_SHOWN ? short : wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${short} (${count})`;
  taken.add(name);
  return name;
}
