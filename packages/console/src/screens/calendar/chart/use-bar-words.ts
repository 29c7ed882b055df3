import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { connectionsQuery, openConflictsQuery } from '../../../api/queries/attention.ts';
import { RARELY_CHANGED_MS, useResources } from '../../../api/queries/resources.ts';
import type { OccupancyEntry } from '../../../api/records.ts';
import { hostOf } from '../../../domain/host-of.ts';
import type { Immovable } from '../../../domain/stay-move.ts';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';

export type Mark = 'due' | 'late' | 'overdue' | 'conflict' | 'note';

/** The signs of the marks; the legend and the names of the bars have their words. */
export const SIGNS: Readonly<Record<Mark, string>> = {
  due: '¤',
  late: '⇥',
  overdue: '!',
  conflict: '⚠',
  note: '✎',
};

const MINUTE_MS = 60_000;

export interface BarWords {
  /** What stands on the bar. */
  readonly labelOf: (entry: OccupancyEntry, at: number) => string;
  readonly marksOf: (entry: OccupancyEntry) => readonly Mark[];
  readonly nameOf: (entry: OccupancyEntry, resourceId: string, part: number, at: number) => string;
  readonly datesOf: (nights: { readonly from: string; readonly to: string }) => string;
  /** The open conflict of a stay, or of a resource. */
  readonly conflictOf: (resourceId: string, entries: readonly OccupancyEntry[]) => string | undefined;
  readonly hostOf: (entry: OccupancyEntry) => string;
  /** Why it stays where it is. */
  readonly whyOf: (why: Immovable, entry: OccupancyEntry) => string;
}

/** What bars say, and what screen readers say of them. */
export function useBarWords(today: string): BarWords {
  const { calendar: texts, common } = useTexts();
  const { date: formatDate } = useFormats();
  const resources = useResources();
  const connections = useFeeds();
  const { data: conflicts } = useQuery(openConflictsQuery);
  const { list } = resources;
  return useMemo(() => {
    const names = new Map(list.map(({ id, name }) => [id, name]));
    const ofStay = new Map((conflicts ?? []).map((one) => [one.reservationId, one]));
    const dateOf = remembered(formatDate);
    const feedOf = ({ connectionId }: OccupancyEntry) => connections?.find(({ id }) => id === connectionId);
    const hostFor = (entry: OccupancyEntry): string => {
      const feed = feedOf(entry);
      return feed === undefined ? texts.anotherCalendar : hostOf(feed.feedUrl);
    };
    const words: BarWords = {
      hostOf: hostFor,
      whyOf: (why, entry) =>
        why === 'imported' && feedOf(entry) !== undefined ? texts.imported(hostFor(entry)) : texts.why[why],
      datesOf: ({ from, to }) => `${dateOf(from)} – ${dateOf(to)}`,
      labelOf(entry, at) {
        if (entry.block === 'external') return texts.blockedBy(hostFor(entry));
        if (entry.block !== null) return texts.kinds[entry.block];
        if (entry.kind === 'hold') return texts.hold(minutesLeft(entry, at));
        return entry.guestName ?? common.noName;
      },
      marksOf: (entry) => marksOf(entry, today, ofStay.has(entry.id)),
      nameOf(entry, resourceId, part, at) {
        const { kind, state, guestName, note, units } = entry;
        return [
          words.labelOf(entry, at),
          kind === 'hold' ? guestName : null,
          kind === 'stay' && state !== null ? common.states[state] : null,
          kind === 'block' ? note : null,
          words.datesOf(entry),
          names.get(resourceId),
          units > 1 ? (part === 0 ? texts.units(units) : texts.unitOfStay(part + 1, units)) : null,
          ...words.marksOf(entry).map((mark) => (kind === 'block' ? null : texts.marks[mark])),
        ]
          .filter((word) => typeof word === 'string' && word !== '')
          .join(', ');
      },
      conflictOf: (resourceId, entries) =>
        entries.map(({ id }) => ofStay.get(id)).find((found) => found !== undefined)?.id ??
        conflicts?.find((one) => one.resourceId === resourceId)?.id,
    };
    return words;
  }, [texts, common, formatDate, list, connections, conflicts, today]);
}

/** Their names alone are needed: they are not read again each minute. */
function useFeeds() {
  const query = { ...connectionsQuery, refetchInterval: false as const, staleTime: RARELY_CHANGED_MS };
  return useQuery(query).data;
}

function marksOf(entry: OccupancyEntry, today: string, isInConflict: boolean): Mark[] {
  const { state, from, to, balanceState, note } = entry;
  return [
    ...(balanceState === 'due' ? (['due'] as const) : []),
    ...(state === 'confirmed' && from < today ? (['late'] as const) : []),
    ...(state === 'checked_in' && to < today ? (['overdue'] as const) : []),
    ...(isInConflict ? (['conflict'] as const) : []),
    ...(note === null ? [] : (['note'] as const)),
  ];
}

function minutesLeft({ holdExpiresAt }: OccupancyEntry, at: number): number {
  return holdExpiresAt === null ? 0 : Math.max(1, Math.ceil((Date.parse(holdExpiresAt) - at) / MINUTE_MS));
}

/** Writing a date takes longer than drawing its cell. */
function remembered(write: (date: string) => string): (date: string) => string {
  const known = new Map<string, string>();
  return (date) => {
    const text = known.get(date) ?? write(date);
    known.set(date, text);
    return text;
  };
}
