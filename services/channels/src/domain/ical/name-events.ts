import type { FeedEvent, FeedWhen } from '../feeds/feed-event.ts';

const MAX_UID_LENGTH = 200;
const UID_PREFIX_LENGTH = 180;

export interface UnnamedEvent {
  readonly uid: string | null;
  readonly recurrenceId: string | null;
  readonly when: FeedWhen;
}

/**
 * Gives each event a key that is unique in the feed and the same at each reading: its UID and RECURRENCE-ID, and its start where
 * these are not unique. Events with one UID and equal times are one event; without a UID they are several.
 */
export function nameEvents(unnamed: readonly UnnamedEvent[]): FeedEvent[] {
  const groups = Map.groupBy(unnamed.map(withUid), (event) => keyOf(event.uid, event.recurrenceId));
  const named = new Map<string, FeedEvent>();
  for (const [key, events] of groups) {
    const startsTwice = new Set(events.map(({ when }) => startOf(when))).size < events.length;
    for (const [index, { derived, ...event }] of events.entries()) {
      const ordinal = index === 0 ? key : `${key}+${index + 1}`;
      const precise = `${key}@${startOf(event.when)}${startsTwice ? `/${endOf(event.when)}` : ''}`;
      const name = derived ? ordinal : events.length === 1 ? key : precise;
      named.set(name, { key: name, ...event });
    }
  }
  return [...named.values()];
}

function withUid(event: UnnamedEvent): UnnamedEvent & { uid: string; derived: boolean } {
  const derived = event.uid === null;
  const uid = event.uid ?? `no-uid-${startOf(event.when)}/${endOf(event.when)}`;
  return { uid: shortened(uid), recurrenceId: event.recurrenceId, when: event.when, derived };
}

function keyOf(uid: string, recurrenceId: string | null): string {
  return recurrenceId === null ? uid : `${uid}#${recurrenceId}`;
}

function startOf(when: FeedWhen): string {
  return when.kind === 'date' ? when.from : timeOf(when.from);
}
function endOf(when: FeedWhen): string {
  return when.kind === 'date' ? when.to : timeOf(when.to);
}
function timeOf(time: { instant: string } | { local: string }): string {
  return 'instant' in time ? time.instant : time.local;
}

function shortened(uid: string): string {
  return uid.length <= MAX_UID_LENGTH
    ? uid
    : `${uid.slice(0, UID_PREFIX_LENGTH).toWellFormed()}~${fingerprint(uid)}`;
}

/** Two FNV-1a hashes of 32 bits. They distinguish UIDs, but do not withstand one that is made to collide. */
function fingerprint(text: string): string {
  let one = 0x81_1c_9d_c5;
  let other = 0x01_00_01_93;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01_00_01_93);
    other = Math.imul(other ^ unit ^ at, 0x5b_d1_e9_95);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
