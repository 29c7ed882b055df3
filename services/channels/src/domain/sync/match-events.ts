import type { FeedEvent, FeedWhen } from '../feeds/feed-event.ts';

/** An event of the last accepted snapshot. Its JSON is stored: fields keep their names. */
export interface AcceptedEvent {
  /** The key in the snapshot. */
  readonly feedKey: string;
  /** The key of its blocks in inventory, which never changes. */
  readonly key: string;
  /** The name in conflicts; unique in the feed. */
  readonly shown: string;
  readonly when: FeedWhen;
  /** The day since which it has had these dates, `YYYY-MM-DD`. */
  readonly since: string;
  /** Consecutive moves by as many days as had passed. */
  readonly rolls: number;
}

/** The first move may be a stay that was moved by a day. */
const MIN_ROLLS = 2;
const MAX_NAME_LENGTH = 300;

/** True for a rolling window such as "not bookable more than a year ahead", which moves on each day. */
export function isRollingWindow({ rolls }: Pick<AcceptedEvent, 'rolls'>): boolean {
  return rolls >= MIN_ROLLS;
}

/**
 * Gives each event of a snapshot the key under which inventory knows it: an event keeps its key when its dates change, when
 * its UID changes but not its dates, and when it is a window that moves with the calendar. `today` is `YYYY-MM-DD`.
 */
export function matchEvents(
  accepted: readonly AcceptedEvent[],
  snapshot: readonly FeedEvent[],
  today: string,
): AcceptedEvent[] {
  const found = pairEvents(accepted, snapshot, today);
  const names = {
    keys: new Set([...found.values()].map(({ key }) => key)),
    shown: new Set([...found.values()].map(({ shown }) => shown)),
  };
  return snapshot.map((event) => {
    const before = found.get(event);
    if (before !== undefined) return updated(before, event, today);
    const key = uniqueName(event.key, names.keys);
    const shown = uniqueName(shownName(event), names.shown);
    return { feedKey: event.key, key, shown, when: event.when, since: today, rolls: 0 };
  });
}

/** Pairs one to one: first by key in the feed, then by dates, then windows that moved. */
function pairEvents(
  accepted: readonly AcceptedEvent[],
  snapshot: readonly FeedEvent[],
  today: string,
): Map<FeedEvent, AcceptedEvent> {
  const found = new Map<FeedEvent, AcceptedEvent>();
  const byKey = new Map(accepted.map((event) => [event.feedKey, event]));
  const gone = new Set(accepted);
  const pair = (event: FeedEvent, before: AcceptedEvent | undefined) => {
    if (before === undefined || !gone.delete(before)) return;
    found.set(event, before);
  };
  for (const event of snapshot) pair(event, byKey.get(event.key));
  const byTime = Map.groupBy(gone, ({ when }) => timeKey(when));
  for (const event of snapshot) {
    if (!found.has(event)) pair(event, byTime.get(timeKey(event.when))?.pop());
  }
  const windows = [...gone].filter(({ when }) => when.kind === 'date');
  if (windows.length > MAX_WINDOWS) return found;
  for (const event of snapshot) {
    if (found.has(event) || gone.size === 0) continue;
    pair(
      event,
      windows.find((before) => gone.has(before) && hasRolled(before, event.when, today)),
    );
  }
  return found;
}

/** A feed that lost more events at once has new contents, and comparing each with each would take too long. */
const MAX_WINDOWS = 50;

function updated(before: AcceptedEvent, event: FeedEvent, today: string): AcceptedEvent {
  const same = { key: before.key, shown: before.shown, feedKey: event.key, when: event.when };
  if (timeKey(before.when) === timeKey(event.when))
    return { ...same, since: before.since, rolls: before.rolls };
  const rolled = before.since !== today && hasRolled(before, event.when, today);
  return { ...same, since: today, rolls: rolled ? before.rolls + 1 : 0 };
}

/** Each edge stayed, or moved on by the days that have passed; a day more or less is due to time zones. */
function hasRolled({ when: before, since }: AcceptedEvent, now: FeedWhen, today: string): boolean {
  if (before.kind !== 'date' || now.kind !== 'date') return false;
  const [start, end] = [daysBetween(before.from, now.from), daysBetween(before.to, now.to)];
  const passed = daysBetween(since, today);
  const fits = (days: number) => days === 0 || (days > 0 && Math.abs(days - passed) <= 1);
  const touches = passed > 0 ? now.from <= before.to : now.from < before.to;
  return (start !== 0 || end !== 0) && fits(start) && fits(end) && touches;
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days;
}

/** Equal for equal times. */
export function timeKey(when: FeedWhen): string {
  if (when.kind === 'date') return `${when.from}/${when.to}`;
  const times = [when.from, when.to].map((time) => ('instant' in time ? time.instant : time.local));
  return times.join('/');
}

function shownName({ uid, recurrenceId }: FeedEvent): string {
  return recurrenceId === null ? uid : `${uid} ${recurrenceId}`;
}

function uniqueName(wanted: string, taken: Set<string>): string {
  const short = wanted.slice(0, MAX_NAME_LENGTH - 8);
  let name = wanted.length > MAX_NAME_LENGTH ? short : wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${short} (${count})`;
  taken.add(name);
  return name;
}
