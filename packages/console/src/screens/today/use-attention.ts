import { useQueries } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { connectionsQuery, endpointsQuery, openConflictsQuery } from '../../api/queries/attention.ts';
import { useResources } from '../../api/queries/resources.ts';
import { rowPaymentsQuery } from '../../api/queries/row-payments.ts';
import { useSession } from '../../api/session.ts';
import { now } from '../../api/clock.ts';
import { useRead } from '../../api/use-read.ts';
import { hostOf } from '../../domain/host-of.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import type { Day } from './use-day.ts';

/** A calendar that was not read for so long is worth a look. */
const SILENT_MS = 2 * 3_600_000;

export interface AttentionItem {
  readonly key: string;
  readonly words: string;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** What is broken, with the page on which it is repaired. */
export function useAttention(day: Day) {
  const conflicts = useConflicts();
  const connections = useConnections();
  const endpoints = useEndpoints();
  const owed = useOwed(day);
  const parts = [conflicts, connections, endpoints];
  const failed = parts.filter(({ query }) => query.error !== null);
  return {
    items: [...conflicts.items, ...connections.items, ...endpoints.items, ...owed],
    error: failed[0]?.query.error ?? null,
    isLoaded: parts.every(({ query }) => query.data !== undefined || query.error !== null),
    readAgain: () => Promise.all(failed.map(({ query }) => query.refetch())),
  };
}

const to = (path: string, params: object = {}, search: object = {}): AttentionItem['link'] =>
  ({ to: path, params, search }) as AttentionItem['link'];

function useConflicts() {
  const { today: texts } = useTexts();
  const resources = useResources();
  const query = useRead(openConflictsQuery);
  const items = (query.data ?? []).map(({ id, resourceId }): AttentionItem => {
    const words = texts.conflictOn(resources.find(resourceId)?.name ?? '…');
    return { key: id, words, link: to('/channels', {}, { tab: 'conflicts', conflict: id }) };
  });
  return { query, items };
}

function useConnections() {
  const { today: texts } = useTexts();
  const { tenant } = useSession();
  const { time } = useFormats();
  const query = useRead(connectionsQuery);
  const items = (query.data ?? []).flatMap((one): AttentionItem[] => {
    const link = to('/channels/$id', { id: one.id });
    if (one.status === 'error') return [{ key: one.id, words: texts.feedError(hostOf(one.feedUrl)), link }];
    const { lastSuccessAt } = one;
    const isSilent = lastSuccessAt !== null && now() - Date.parse(lastSuccessAt) > SILENT_MS;
    if (one.status === 'paused' || !isSilent) return [];
    const words = texts.feedSilent(hostOf(one.feedUrl), time(lastSuccessAt, tenant.timezone));
    return [{ key: one.id, words, link }];
  });
  return { query, items };
}

function useEndpoints() {
  const { today: texts } = useTexts();
  const query = useRead(endpointsQuery);
  const items = (query.data ?? []).flatMap(({ id, url, enabled, dead }): AttentionItem[] => {
    if (enabled && dead === 0) return [];
    const words = enabled ? texts.endpointFails(hostOf(url)) : texts.endpointOff(hostOf(url));
    return [{ key: id, words, link: to('/webhooks/$id', { id }) }];
  });
  return { query, items };
}

/** Of the rows whose money has been read. */
function useOwed({ arrivals, departures, staying }: Day): AttentionItem[] {
  const { today: texts, common } = useTexts();
  const { price } = useFormats();
  const rows = [...arrivals, ...departures, ...staying].map(({ row }) => row);
  const found = useQueries({ queries: rows.map(({ id }) => ({ ...rowPaymentsQuery(id), enabled: false })) });
  return found.flatMap(({ data }, index) => {
    const row = rows[index];
    if (data === undefined || row === undefined || data.owedMinorUnits === '0') return [];
    const words = texts.owed(row.guestName ?? common.noName, price(data.owedMinorUnits, data.currency));
    return [{ key: `owed ${row.id}`, words, link: to('/bookings/$id', { id: row.id }) }];
  });
}
